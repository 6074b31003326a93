exit 0
--- stdout
0.625
--- stderr
