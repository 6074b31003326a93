exit 1
--- stdout
--- stderr
fail_interpolant_budget.weft:20:9: error: at least 5 interpolated components are needed, but there are 3 [interpolant-budget]
 20 | profile narrow: wide {
    |         ^~~~~~
  hint: set interpolants of the profile to more, or read less per fragment
