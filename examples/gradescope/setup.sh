#!/usr/bin/env bash
# Gradescope runs this once, when it builds the autograder's image.
set -euo pipefail
apt-get update
apt-get install -y python3 python3-dev python3-venv g++
python3 -m venv /opt/noughts
# The zip must hold the sources of Noughts in a folder `noughts` beside this file.
/opt/noughts/bin/pip install /autograder/source/noughts
