exit 1
--- stdout
--- stderr
imports/variants_profile.json:3:15: error: no profile 'flatt' is known [unknown-profile]
 3 |  "profiles": ["flatt"]
   |               ^~~~~~~
  hint: did you mean 'flat'?
--- files
