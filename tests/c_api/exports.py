"""libweft exports what weft.h declares, and nothing else."""

import re
import subprocess
import sys

library, header = sys.argv[1:3]
listed = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
exported = {line.split()[-1].split("@")[0] for line in listed.splitlines() if line.split()[-2] != "A"}
declared = set(re.findall(r"WEFT_API[^;(]*?\b(weft_\w+)\(", open(header).read()))
assert declared, "the header declares nothing"
assert exported == declared, f"too many: {sorted(exported - declared)}; missing: {sorted(declared - exported)}"
print(len(exported), "symbols")
