"""The npm package with MaterialX's own generator."""

import json
import os
import subprocess
import sys

PACKAGE = "@needle-tools/materialx@1.4.6"


def installed_package():
    """The folder of the package, installed when it is first needed."""
    cache = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "weft", "materialx-peer")
    folder = os.path.join(cache, "node_modules", "@needle-tools", "materialx")
    wanted = PACKAGE.rpartition("@")[2]
    try:
        with open(os.path.join(folder, "package.json"), encoding="utf-8") as file:
            is_there = json.load(file)["version"] == wanted
    except OSError:
        is_there = False
    if not is_there:
        os.makedirs(cache, exist_ok=True)
        subprocess.run(["npm", "install", "--prefix", cache, "--no-audit", "--no-fund", "--ignore-scripts",
                        "--legacy-peer-deps", PACKAGE], check=True, stdout=sys.stderr)
    return folder


def run(words, **options):
    return subprocess.run(words, capture_output=True, text=True, **options)


def lines_of_json(words, text=None):
    """What a program prints, a value a line. Ends the script with its message if it fails."""
    finished = run(words, input=text)
    if finished.returncode:
        sys.exit(f"{words[0]}: {finished.stderr}")
    return [json.loads(line) for line in finished.stdout.splitlines()]
