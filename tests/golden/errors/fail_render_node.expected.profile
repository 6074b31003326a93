exit 1
--- stdout
--- stderr
m/base: error: the profile 'depth' has no color in its first target, where a preview could be shown [unsupported]
  hint: preview with the profile forward
