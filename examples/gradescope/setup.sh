#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image of the autograder.
set -euo pipefail
apt-get update
apt-get install -y python3 python3-dev python3-venv g++
python3 -m venv /opt/noughts
# Put the sources of Noughts into the zip as the folder `noughts`, beside this file.
/opt/noughts/bin/pip install /autograder/source/noughts
