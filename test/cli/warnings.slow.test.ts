import t from 'tap';
import { say } from './in-process.ts';
import { run } from './wordhost.ts';

t.test('silence', async (t) => {
  const cwd = t.testdir({});
  const reads = 'cat > /dev/null';

  t.test('Timeouts are told: once at length, and in the line of each game of a series', async (t) => {
    const turns = ['--timeout', '20ms', '--margin', '0', '--max-turns', '2', '--seed', '1'];
    const series = ['scrabble', ...turns, '--games', '2', `echo ready; ${reads}`];
    const outcome = await run(series, { cwd });
    const told = 'ran out of time in 2 of 2 turns (20 ms each)';
    t.equal(outcome.stdout.split(`; player 1 (${series.at(-1)}): ${told}`).length, 3, outcome.stdout);
    t.equal(outcome.stderr.split(`): ${told}\n`).length, 2, outcome.stderr);
    const quiet = await run([...series, '--quiet'], { cwd });
    t.notMatch(quiet.stderr, 'ran out of time');
  });
});

t.test('warnings', async (t) => {
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
      `(player \\d \\(sh refused.sh\\)|ada) made ${moves} moves, and each was refused by the rule piecedoesnotexist; for example ${where}: play 0 0 99Z1: this game has no tile 99(; [\\w ]+)?, with the hand [A-Z?]+, on [\\w/]+ / 0/\\d+ \\d+`,
    );

  t.test('so are a series, a comparison, a tournament and its report', async (t) => {
    const series = await run(['scrabble', ...turns, '--games', '2', '--markdown', 'series.md', ...both], {
      cwd,
    });
    t.match(series.stdout, each(4, 'game 1, move 1'));
    const compared = await run(
      ['compare', 'scrabble', ...turns, '--games', '2', '--markdown', '-', ...both],
      { cwd },
    );
    t.match(compared.stderr, each(4, 'game 1, move 1'));
    t.match(compared.stdout, each(4, 'game 1, move 1'), 'in Markdown too');
    const tournament = await run(['tournament', 'league.yml'], { cwd });
    t.match(tournament.stdout, /\nWarnings\n\n {2}ada made \d+ moves, and each was refused/);
    const forms = ['terminal', 'json', 'html', 'markdown'];
    for (const form of forms) {
      const { stdout } = await say(['report', '--as', form, 'league.db'], { cwd });
      t.match(stdout, /made \d+ moves, and each was refused/, form);
    }
  });

  t.test('a player that never answers, and one that stops within a message, are named', async (t) => {
    const stall = ['--stall', '1500ms', '--seed', '1'];
    const silent = await run([...stall, readsLines, half], { cwd });
    t.match(silent.stdout, /player 1 \(.*\) .*ready.*sent no.*message.* \d\.\d s of the game\n/);
    t.match(silent.stdout, /player 2 \(.*\) .*ready.*sent no.* .*: it began a peel/);
    const series = await run([...stall, '--games', '2', readsLines, winner], { cwd });
    t.match(series.stdout, /player 1 \(.*\) .*ready.*sent no.*message.* 2 games\n/);
  });
});
