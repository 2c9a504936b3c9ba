#!/usr/bin/env bash
# Grades $PROGRAM: the report goes to the log, the job's summary and a folder; passes or fails.
set -uo pipefail
report="$RUNNER_TEMP/noughts-report"
mkdir -p "$report"
read -ra options <<<"${OPTIONS:-}"
# What a student's program says must not give orders to the runner.
quiet=$("$RUNNER_TEMP/noughts/bin/python" -c 'import secrets; print(secrets.token_hex(16))')
echo "::stop-commands::$quiet"
"$RUNNER_TEMP/noughts/bin/noughts" check "$PROGRAM" --html "$report/report.html" \
    --junit "$report/report.xml" --gradescope "$report/report.json" ${options[@]+"${options[@]}"} |
    tee "$report/report.txt"
code=${PIPESTATUS[0]}
echo "::$quiet::"
((code == 0 || code == 1)) || exit "$code" # wrong usage, or not graded: nobody's points
score=$("$RUNNER_TEMP/noughts/bin/python" -c \
    'import json, sys; print(json.load(open(sys.argv[1], encoding="utf-8"))["score"])' "$report/report.json")
{
    echo "score=$score"
    echo "report=$report"
} >>"$GITHUB_OUTPUT"
{
    printf '### %s of 100 points\n\n' "$score"
    # Every line is indented, so that nothing in the report can be read as Markdown.
    sed 's/^/    /' "$report/report.txt"
} >>"$GITHUB_STEP_SUMMARY"
if [ -n "${POINTS:-}" ]; then
    awk -v score="$score" -v points="$POINTS" 'BEGIN { exit score < points }'
else
    exit "$code"
fi
