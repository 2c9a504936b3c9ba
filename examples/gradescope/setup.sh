#!/usr/bin/env bash
# Gradescope runs this once, when it builds the autograder's image. Beside it lies Noughts, as a wheel
# or as sources; `make gradescope` makes such a zip.
set -euo pipefail
here=/autograder/source
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends ca-certificates python3 python3-venv
python=python3
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    python=python3.11 # Ubuntu 22.04 has it beside its own
    apt-get install -y --no-install-recommends python3.11 python3.11-venv
fi
"$python" -m venv /opt/noughts
# By file name: whatever else has this name on the network is not wanted.
for wheel in "$here"/noughts-*.whl; do
    if [ -e "$wheel" ] && /opt/noughts/bin/pip install "$wheel"; then exit; fi
done
# No wheel is for this machine: the sources need a compiler.
headers=$("$python" -c 'import sys; print("python{}.{}-dev".format(*sys.version_info))')
apt-get install -y --no-install-recommends g++ "$headers"
/opt/noughts/bin/pip install "$here"/noughts-*.tar.gz
