exit 1
--- stdout
--- stderr
fail_hints_calls.weft:20:27: error: feature 'skin.joints' is needed, but profile 'forward' does not provide it [missing-feature]
 20 |     output color = float3(skin_matrix()[0].x) as {use: radiance, encoding: linear};
    |                           ^~~~~~~~~~~~~
  note: the shortest way to it: output 'color' → skin_matrix
  hint: compose for 'skinned', which provides it, or add `provide skin.joints as …;` to the profile
fail_hints_calls.weft:20:27: error: feature 'skin.matrices' is needed, but profile 'forward' does not provide it [missing-feature]
 20 |     output color = float3(skin_matrix()[0].x) as {use: radiance, encoding: linear};
    |                           ^~~~~~~~~~~~~
  note: the shortest way to it: output 'color' → skin_matrix
  hint: compose for 'skinned', which provides it, or add `provide skin.matrices as …;` to the profile
fail_hints_calls.weft:20:27: error: feature 'skin.weights' is needed, but profile 'forward' does not provide it [missing-feature]
 20 |     output color = float3(skin_matrix()[0].x) as {use: radiance, encoding: linear};
    |                           ^~~~~~~~~~~~~
  note: the shortest way to it: output 'color' → skin_matrix
  hint: compose for 'skinned', which provides it, or add `provide skin.weights as …;` to the profile
