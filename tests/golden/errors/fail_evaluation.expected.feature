exit 1
--- stdout
--- stderr
<expression>:1:1: error: this needs the feature 'frame.time', which has no value [evaluation-failed]
 1 | frame.time * 2.0
   | ^~~~~~~~~~~~~~~~
  hint: give one by -D 'frame.time=…'
