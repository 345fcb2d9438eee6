#!/usr/bin/env bash
# The step of action.yml. Inputs come as environment variables and are only ever used quoted: a file name of a pull
# request is a stranger's text. The package needs no installation: it runs from the action's own checkout.
set -uo pipefail

files=()
while IFS= read -r line; do
    line=${line%$'\r'}
    [ -n "${line//[[:space:]]/}" ] && files+=("$line")
done <<<"${QUALITY_FILES:-}"

arguments=(--from "${QUALITY_FROM:-auto}" --format github --out "${QUALITY_OUT:-quality-reports}")
read -ra formats <<<"${QUALITY_FORMATS:-}"
for format in "${formats[@]}"; do arguments+=(--format "$format"); done
[ -n "${QUALITY_SETTINGS:-}" ] && arguments+=(--settings "$QUALITY_SETTINGS")
[ -n "${QUALITY_PROFILE:-}" ] && arguments+=(--profile "$QUALITY_PROFILE")
[ -n "${QUALITY_LEDGER:-}" ] && arguments+=(--ledger "$QUALITY_LEDGER")
[ -n "${QUALITY_TASK:-}" ] && arguments+=(--task "$QUALITY_TASK")

# -P keeps the working directory, which a pull request can write to, out of what Python imports.
PYTHONPATH="$GITHUB_ACTION_PATH/../../../src" "${QUALITY_PYTHON:-python3}" -P -m dankaro_quality \
    evaluate "${arguments[@]}" -- "${files[@]}"
code=$?

case $code in
    0) verdict=passed ;;
    2) verdict=blocked ;;
    *) verdict=not-judged ;;
esac
printf 'verdict=%s\nexit-code=%s\n' "$verdict" "$code" >>"${GITHUB_OUTPUT:-/dev/null}"
exit "$code"
