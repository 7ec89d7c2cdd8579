#!/usr/bin/env bash
# The second step of action.yml: annotations in the log, a report as SARIF, and the exit code as an output, because the report has to be
# uploaded before the job fails.
set -uo pipefail

# Paths and options are split as a shell splits words, quotes included, and nothing in them is run. The shell of macOS is Bash 3.2, which
# has no `mapfile`, and takes an empty array for one that is not set.
words=()
add_words() {
    while IFS= read -r word; do
        [ -z "$word" ] || words+=("$word")
    done < <(xargs -n1 printf '%s\n' <<< "$1")
}
add_words "$ARGS"
add_words "$PATHS"
lint() { "$TOOL" "$@" ${words[@]+"${words[@]}"}; }

report=${RUNNER_TEMP:-$(mktemp -d)}/ptxlint.sarif
lint --format github
code=$?
# The exit code of the first run counts; the second writes the same findings in another form.
lint --format sarif --output-file "$report" --exit-zero >/dev/null
{
    echo "exit-code=$code"
    if [ -s "$report" ]; then echo "sarif-file=$report"; else echo "sarif-file="; fi
} >> "$GITHUB_OUTPUT"
exit 0
