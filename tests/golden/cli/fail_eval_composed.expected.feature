exit 1
--- stdout
--- stderr
<expression>:1:1: error: this needs the feature 'surface.uv', which has no value [evaluation-failed]
 1 | through((x) => x + surface.uv.x, 1.0)
   | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: give one by -D 'surface.uv=…'
