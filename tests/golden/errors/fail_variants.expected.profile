exit 1
--- stdout
--- stderr
imports/variants_profile.json:3:15: error: there is no profile 'flatt' [unknown-profile]
 3 |  "profiles": ["flatt"]
   |               ^~~~~~~
  hint: did you mean 'flat'?
--- files
