#!/bin/sh
# Is the bot of this branch broken, slow, or worse than the bot of the base? For any CI service; action.yml and gitlab.yml call it.
# It needs git, wordhost, and the clone of the bot's repository with the commit of the base. It writes REPORTS/comment.md,
# JUnit reports, and records of bad games, and ends with
#   0  the answer is yes, or undecided        1  broken, worse, or not better
#   2  a variable or option is wrong            3  the host failed
# Variables (with their defaults):
#   BOT        the command that starts the bot, in its folder           (required)
#   BASE       the commit or branch to compare with                     (required)
#   GAME       bananagrams, scrabble or boggle                          (scrabble)
#   QUESTION   not-worse or better                                      (not-worse)
#   MAX_GAMES  without a decision by then it is undecided               (1000)
#   UNDECIDED  pass or fail                                             (pass)
#   BUILD      a command that builds the bot, run in both folders       (none)
#   FOLDER     where the bot is in the repository                       (.)
#   OPPONENT   a command: GAMES games with it must end without an offense or a timeout, as in wordhost player random (none)
#   GAMES      how many                                                 (10)
#   REPORTS    a folder                                                 (reports)
#   OPTIONS    more options of wordhost for both commands, as in --timeout 5s
# Options also come from WORDHOST_OPT_…, for example WORDHOST_OPT_DICTIONARY=words.txt.
set -u

: "${BOT:?expected the command that starts the bot}" "${BASE:?expected a commit or branch to compare with}"
game=${GAME:-scrabble}
reports=${REPORTS:-reports}
folder=${FOLDER:-.}
undecided=${UNDECIDED:-pass}
case ${QUESTION:-not-worse} in
not-worse) question=--not-worse ;;
better) question='' ;;
*) echo "QUESTION: expected better or not-worse; got $QUESTION" >&2 && exit 2 ;;
esac

mkdir -p "$reports" || exit 3
old=$(mktemp -d) || exit 3
# The checkout of the base lies outside the repository, so that no bot finds it.
trap 'git worktree remove --force "$old/base" 2>/dev/null; rm -rf "$old"' EXIT
git worktree add --quiet --detach "$old/base" "$BASE" || exit 2

# finish STATUS VERDICT: the comment, which begins with the verdict.
finish() {
  {
    echo "<!-- wordhost $game -->"
    echo "### $game: $2"
    echo
    echo "NEW is this branch ($(git rev-parse --short HEAD)), OLD is its base ($(git -C "$old/base" rev-parse --short HEAD))."
    for report in check slow compare; do
      # Without its marker and heading, which this comment has.
      [ ! -f "$reports/$report.md" ] || sed '/^<!-- wordhost -->$/d; /^## /d' "$reports/$report.md"
    done
  } >"$reports/comment.md"
  cat "$reports/comment.md"
  exit "$1"
}

build() {
  [ -z "${BUILD:-}" ] || (cd "$1/$folder" && sh -c "$BUILD") >&2
}
rm -f "$reports/check.md" "$reports/slow.md" "$reports/compare.md"
build . || finish 1 'the bot of this branch does not build'
build "$old/base" || finish 1 'the bot of the base does not build'

# $OPTIONS and $question are split into words on purpose.
# shellcheck disable=SC2086
wordhost check "$game" --cwd "$folder" --junit "$reports/check.xml" --markdown "$reports/check.md" ${OPTIONS:-} -- "$BOT" >&2
case $? in
0) ;;
1) finish 1 'the bot of this branch is broken' ;;
*) exit 3 ;;
esac
rm -f "$reports/check.md"

if [ -n "${OPPONENT:-}" ]; then
  # shellcheck disable=SC2086
  wordhost "$game" --games "${GAMES:-10}" --jobs auto --name new --name opponent --require timeouts.new=0 --require offences.new=0 \
    --cwd "$folder" --cwd . --junit "$reports/slow.xml" --markdown "$reports/slow.md" --record-bad "$reports/bad" \
    --quiet ${OPTIONS:-} -- "$BOT" "$OPPONENT" >&2
  case $? in
  0) rm -f "$reports/slow.md" ;;
  1) finish 1 'the bot of this branch is too slow or breaks rules' ;;
  2) exit 2 ;;
  *) exit 3 ;;
  esac
fi

# shellcheck disable=SC2086
wordhost compare "$game" $question --max-games "${MAX_GAMES:-1000}" --name new --name old \
  --cwd "$folder" --cwd "$old/base/$folder" --junit "$reports/compare.xml" --markdown "$reports/compare.md" \
  --record-bad "$reports/bad" ${OPTIONS:-} -- "$BOT" "$BOT" >&2
status=$?
verdict=$(sed -n 's/^\*\*\(.*\)\*\* *$/\1/p' "$reports/compare.md" | head -n 1)
case $status in
0 | 1) finish $status "${verdict%%:*}" ;;
4) finish "$([ "$undecided" = pass ] && echo 0 || echo 1)" undecided ;;
2) exit 2 ;;
*) exit 3 ;;
esac
