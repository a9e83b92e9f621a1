#!/bin/sh
# A match between two versions of a bot, for a CI job: it fails when a bot breaks a rule, crashes or is too weak.
#
#   examples/ci/match.sh "./new-bot" "./old-bot"
#
# What it needs: a POSIX shell, and wordhost. It ends with wordhost's own exit status:
#   0  all games were played, and every condition holds
#   1  a bot broke a rule, crashed or was not there, or a condition does not hold
#   2  the command line is wrong: nothing was played
#   3  the host itself failed, or the results could not be written
#   127  wordhost is not there      130, 143  interrupted; the games that were finished count in the summary
#
# Change what you like in the environment of the job:
#   GAME       bananagrams, scrabble or boggle                              (default: bananagrams)
#   GAMES      how many games; seats are rotated, so take an even number   (default: 20)
#   REQUIRE    conditions, separated by spaces                              (default: offences=0 games.1>=50%)
#   RESULTS    where the results go, one JSON object a game, one a line     (default: results.jsonl)
#   RECORDS    a folder that keeps every game, to be replayed when it fails (default: none are kept)
#   SEED       the same seed deals the same tiles again                     (default: drawn, and printed)
#   WORDHOST   the command                                                  (default: wordhost)

set -u

if [ $# -ne 2 ]; then
  echo "match.sh: expected two bots; got $#. As in: match.sh './new-bot' './old-bot'" >&2
  exit 2
fi
new=$1
old=$2

game=${GAME:-bananagrams}
games=${GAMES:-20}
results=${RESULTS:-results.jsonl}
wordhost=${WORDHOST:-wordhost}

# The options become the words of the shell's own list: nothing is split or expanded that should not be.
set -- --games "$games" --name new --name old --json --quiet
for condition in ${REQUIRE:-offences=0 games.1>=50%}; do
  set -- "$@" --require "$condition"
done
[ -z "${RECORDS:-}" ] || set -- "$@" --record "$RECORDS"
[ -z "${SEED:-}" ] || set -- "$@" --seed "$SEED"

# Results go to the file; what went wrong, and why, is on standard error, for the job's log.
# $wordhost is split into words on purpose: it may be "node CLONE/dist/wordhost.js".
# shellcheck disable=SC2086
$wordhost "$game" "$@" -- "$new" "$old" >"$results"
status=$?

# The summary is made from the results alone: what any other program can read too. Node is there, for wordhost is.
case $status in
2 | 126 | 127) games=0 ;;
esac
[ "$games" = 0 ] || [ ! -f "$results" ] || node --input-type=commonjs - "$results" <<'SUMMARY'
const lines = require('node:fs').readFileSync(process.argv[2], 'utf8').split('\n');
// A host that was killed, or whose disk was full, may have left a part of the last line.
const games = lines.flatMap((line) => {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
});

for (const name of ['new', 'old']) {
  const seats = games.map(({ players }) => players.find((player) => player.name === name));
  const won = seats.filter(({ outcome }) => outcome === 'won').length;
  const offences = seats.filter(({ offence }) => offence).map(({ offence }) => `${offence.kind}/${offence.rule}`);
  const left = seats.filter(({ outcome }) => outcome === 'left').length;
  const troubles = [...new Set(offences), ...(left > 0 ? [`left ${left} times`] : [])];
  console.log(`${name}: won ${won} of ${games.length}${troubles.length > 0 ? `; ${troubles.join(', ')}` : ''}`);
}
SUMMARY

echo "results: $results (exit status $status)"
exit $status
