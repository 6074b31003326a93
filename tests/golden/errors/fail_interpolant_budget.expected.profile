exit 1
--- stdout
--- stderr
fail_interpolant_budget.weft:20:9: error: the plan needs at least 5 interpolated components, but there are 3 [interpolant-budget]
 20 | profile narrow: wide {
    |         ^~~~~~
  hint: raise the profile's interpolants setting, or read less per fragment
