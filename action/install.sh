#!/usr/bin/env bash
# Installs Noughts and, on Linux, what makes its sandbox strong.
set -euo pipefail
python=$(command -v python3 || command -v python)
"$python" -m venv "$RUNNER_TEMP/noughts"
"$RUNNER_TEMP/noughts/bin/pip" install --quiet "${NOUGHTS:-$GITHUB_ACTION_PATH/..}"
if [ "$(uname)" = Linux ]; then
    root=$([ "$(id -u)" = 0 ] || echo sudo)
    command -v bwrap >/dev/null || { $root apt-get update -q && $root apt-get install -qy bubblewrap; } >/dev/null
    # Ubuntu forbids users to make namespaces, which are what bubblewrap is made of.
    if [ -e /proc/sys/kernel/apparmor_restrict_unprivileged_userns ]; then
        $root sysctl -q kernel.apparmor_restrict_unprivileged_userns=0
    fi
fi
echo "::group::What the sandbox promises here"
"$RUNNER_TEMP/noughts/bin/noughts" check --sandbox || true
echo "::endgroup::"
