import t from 'tap';
import type { PlayerResult } from '../../host/events/result.ts';
import { resultsOf, run, start, until, withoutTerminal } from './wordhost.ts';

t.test('silence', async (t) => {
  const cwd = t.testdir({});
  const reads = 'cat > /dev/null';

  t.test('Players that hold a game up are reported as offenders are', async (t) => {
    const stalled = await run(['--stall', '100ms', '--seed', '1', `printf n; echo hm >&2; ${reads}`], {
      cwd,
    });
    t.equal(stalled.status, 1);
    t.match(
      stalled.stderr,
      /player 1 \(.*\): .*wrote nothing during.* \d+ ms of the game\n.* > n\n.* < [A-Z]+\.\n/,
    );
    t.match(
      stalled.stderr,
      / {2}it used \d\.\d s of processor.*\n {2}it may read lines: .*a period, without a newline/,
    );
    t.match(stalled.stderr, / {2}\| hm\n/);
  });

  t.test('A terminal says for whom a game waits, while it lasts', { skip: withoutTerminal }, async (t) => {
    const host = start(['--name', 'Ada', '--stall', '20s', `printf n; ${reads}`], { cwd, terminal: true });
    await until(() => /no player.*sent.* \d+\.\d s/.test(host.stdout), host);
    host.child.stdin!.write('\x03');
    const { stdout } = await host.ended;
    const after = stdout.slice(stdout.lastIndexOf('no player has sent anything'));
    const removed = after.indexOf('\r\x1b[K');
    t.ok(removed > 0 && removed < after.indexOf('no winner: interrupted'), 'the line is removed at the end');
  });
});

t.test('warnings', async (t) => {
  const refused =
    'echo ready; while read -r word _; do if [ "$word" = turn ]; then echo play 0 0 99Z1; fi; done';
  const passes = 'echo ready; while read -r word _; do if [ "$word" = turn ]; then echo pass; fi; done';

  const cwd = t.testdir({
    'refused.sh': refused,
    'passes.sh': passes,
    'guesses.sh': passes.replace('echo pass', 'echo guess XQZ'),
    'forfeits.sh': passes.replace('echo pass', 'echo forfeit'),
    'dumps.sh': 'printf n; head -c 1 > /dev/null; printf dA; cat > /dev/null',
    'two.txt': 'A 2\n',
  });
  const turns = ['--max-turns', '4', '--seed', '1'];
  const both = ['sh refused.sh', 'sh passes.sh'];
  const each = (moves: number, where: string) =>
    new RegExp(
      `(player \\d \\(sh refused.sh\\)|ada) made ${moves} moves, and each was refused by the rule piecedoesnotexist; for example ${where}: play 0 0 99Z1: this game has no tile 99(; [\\w ]+)?, with the hand [A-Z?]+, on [\\w/]+ / 0/\\d+ \\d+`,
    );

  t.test('a player whose every move was refused is named in the summary of a game', async (t) => {
    const { stdout } = await run(['scrabble', ...turns, ...both], { cwd });
    t.match(stdout, each(2, 'move 1'));
    t.notMatch(stdout, 'passes.sh) made');
  });

  t.test('the result counts what was refused, by rule, with the first of each', async (t) => {
    const { stdout } = await run(['scrabble', ...turns, '--json', ...both], { cwd });
    const { players } = JSON.parse(stdout) as { readonly players: readonly PlayerResult[] };
    const rules = {
      piecedoesnotexist: {
        ...{
          count: 2,
          first: 1,
          move: 'play 0 0 99Z1',
          why: /^piecedoesnotexist 99/,
          sentence: /^this game has no tile 99/,
        },
        ...{ position: /^(15\/)+/, hand: /^[A-Z?]{7}$/ },
      },
    };
    t.match(players, [
      { messages: 2, refused: { of: 2, rules } },
      { messages: 2, refused: undefined },
    ]);
  });

  /** What each game refuses: a play, wrong guesses, a dump of which the bunch has too few tiles. */
  const refusals: readonly (readonly [args: readonly string[], row: RegExp, said: RegExp])[] = [
    [
      ['scrabble', ...turns, ...both],
      / errors +thinking\n +1 +sh refused\.sh .* 2 +[\d.]+ ms\n/,
      each(2, 'move 1'),
    ],
    [
      ['boggle', '--rules', 'turns', '--turns', '4', '--seed', '1', 'sh guesses.sh', 'sh passes.sh'],
      / errors +thinking\n +1 +sh guesses\.sh .* 2 +[\d.]+ ms\n/,
      /player 1 \(sh guesses\.sh\) made 2 moves, and each was refused by the rule notindictionary; for example move 1: XQZ: not in the dictionary, on [A-Z |]+\n/,
    ],
    [
      ['bananagrams', '--seed', '1', '--hand', '1', '--bunch', 'two.txt', '--stall', '300ms', 'sh dumps.sh'],
      / errors +thinking\n +1 +sh dumps\.sh .* 1 +[\d.]+ ms\n/,
      /player 1 \(sh dumps\.sh\) made one move, which was refused: d[A-Z]: .*bunch.*few.*dump.* [A-Z]\n/,
    ],
  ];

  t.test('who is ready and never answers is named, whatever ended the game', async (t) => {
    const waits = 'printf n; cat > /dev/null';
    const silent = (player: number) =>
      new RegExp(`player ${player} \\(.*\\) was ready, and sent no whole message in`);
    const left = await run(['--seed', '1', 'printf n; head -c 1 > /dev/null; sleep 1.5; exit 3', waits], {
      cwd,
    });
    t.match(left.stdout, /player 2 \(.*\) has won: the only player left/);
    t.match(left.stdout, silent(1), 'it left');
    t.match(left.stdout, silent(2), 'it has won');
    const atOnce = await run(['--seed', '1', '--json', 'exit 3', waits], { cwd });
    t.match(
      resultsOf(atOnce)[0]?.players,
      [{ silent: undefined }, { silent: undefined }],
      'there was no time',
    );
    const over = await run(['scrabble', '--seed', '1', '--first', '2', 'sh passes.sh', 'sh forfeits.sh'], {
      cwd,
    });
    t.notMatch(over.stdout, silent(1), 'it had no turn');
  });

  t.test('--require errors.1=0 holds where no move was refused', async (t) => {
    const required = (condition: string) =>
      run(['scrabble', ...turns, '--require', condition, ...both], { cwd });
    t.match((await required('errors.1=0')).stderr, /--require errors\.1=0 failed: it was 2 in game 1/);
    t.notMatch((await required('errors.2=0')).stderr, /failed: it was/);
  });

  for (const [args, row, said] of refusals)
    t.test(`${args[0]} counts what it refuses as errors, and shows one`, async (t) => {
      const { stdout } = await run(args, { cwd });
      t.match(stdout, row);
      t.match(stdout, said);
    });
});
