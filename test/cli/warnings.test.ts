import t from 'tap';
import type { PlayerResult } from '../../host/events/result.ts';
import { run } from './wordhost.ts';

/** Lays tiles that nobody has, in each of its turns. */
const refused =
  'echo ready; while read -r word _; do if [ "$word" = turn ]; then echo play 0 0 99Z1; fi; done';
const passes = 'echo ready; while read -r word _; do if [ "$word" = turn ]; then echo pass; fi; done';
/** Waits for a newline, and none comes. */
const readsLines = 'printf n; read -r hand; echo "p$hand"';
const half = 'printf n; head -c 22 > /dev/null; printf p0001; cat > /dev/null';
const winner = 'printf n; exec sleep 100';

const cwd = t.testdir({
  'refused.sh': refused,
  'passes.sh': passes,
  'league.yml':
    'game: scrabble\nname: League\nplayers:\n  - { name: ada, command: sh refused.sh }\n  - { name: ben, command: sh passes.sh }\nformat: { kind: round-robin, rounds: 2 }\noptions: { max-turns: 4 }\n',
});
const turns = ['--max-turns', '4', '--seed', '1'];
const both = ['sh refused.sh', 'sh passes.sh'];
const each = (moves: number, where: string) =>
  new RegExp(
    `(player \\d \\(sh refused.sh\\)|ada) made ${moves} moves, and each was refused; the reason: piecedoesnotexist \\(for example ${where}: play 0 0 99Z1: piecedoesnotexist 99\\)`,
  );

t.test('a player whose every move was refused is named in the summary of a game', async (t) => {
  const { stdout } = await run(['scrabble', ...turns, ...both], { cwd });
  t.match(stdout, each(2, 'move 1'));
  t.notMatch(stdout, 'passes.sh) made');
});

t.test('so are a series, a comparison, a tournament and its report', async (t) => {
  const series = await run(['scrabble', ...turns, '--games', '2', '--markdown', 'series.md', ...both], {
    cwd,
  });
  t.match(series.stdout, each(4, 'game 1, move 1'));
  const compared = await run(['compare', 'scrabble', ...turns, '--games', '2', '--markdown', '-', ...both], {
    cwd,
  });
  t.match(compared.stderr, each(4, 'game 1, move 1'));
  t.match(compared.stdout, each(4, 'game 1, move 1'), 'in Markdown too');
  const tournament = await run(['tournament', 'league.yml'], { cwd });
  t.match(tournament.stdout, /\nWarnings\n\n {2}ada made \d+ moves, and each was refused/);
  const forms = ['terminal', 'json', 'html', 'markdown'];
  for (const form of forms) {
    const { stdout } = await run(['report', '--as', form, 'league.db'], { cwd });
    t.match(stdout, /made \d+ moves, and each was refused/, form);
  }
});

t.test('the result counts what was refused, by rule, with the first of each', async (t) => {
  const { stdout } = await run(['scrabble', ...turns, '--json', ...both], { cwd });
  const { players } = JSON.parse(stdout) as { readonly players: readonly PlayerResult[] };
  const rules = {
    piecedoesnotexist: { count: 2, first: 1, move: 'play 0 0 99Z1', why: 'piecedoesnotexist 99' },
  };
  t.match(players, [
    { messages: 2, refused: { of: 2, rules } },
    { messages: 2, refused: undefined },
  ]);
});

t.test('a player that never answers, and one that stops within a message, are named', async (t) => {
  const stall = ['--stall', '1500ms', '--seed', '1'];
  const silent = await run([...stall, readsLines, half], { cwd });
  t.match(
    silent.stdout,
    /player 1 \(.*\) was ready, and sent no whole message in the \d\.\d s of the game\n/,
  );
  t.match(silent.stdout, /player 2 \(.*\) was ready, and sent no whole message in .*: it began a peel/);
  const series = await run([...stall, '--games', '2', readsLines, winner], { cwd });
  t.match(series.stdout, /player 1 \(.*\) was ready, and sent no whole message in any of 2 games\n/);
});
