#!/usr/bin/env bash
# The second step of action.yml: annotations in the log, a report as SARIF, and the exit code as an output, because the report has to be
# uploaded before the job fails.
set -uo pipefail

# Paths and options are split as a shell splits words, quotes included, and nothing in them is run.
read_words() { mapfile -t words < <(xargs -n1 printf '%s\n' <<< "$1"); }
read_words "$PATHS"; paths=("${words[@]}")
read_words "$ARGS"; options=("${words[@]}")
[ "${options[*]}" = "" ] && options=()

report=${RUNNER_TEMP:-$(mktemp -d)}/ptxlint.sarif
"$TOOL" --format github "${options[@]}" "${paths[@]}"
code=$?
# The exit code of the first run counts; the second writes the same findings in another form.
"$TOOL" --format sarif --output-file "$report" --exit-zero "${options[@]}" "${paths[@]}" >/dev/null
{
    echo "exit-code=$code"
    if [ -s "$report" ]; then echo "sarif-file=$report"; else echo "sarif-file="; fi
} >> "$GITHUB_OUTPUT"
exit 0
