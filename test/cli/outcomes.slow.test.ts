import { join } from 'node:path';
import t from 'tap';
import { dealt, letterAOptions, patient, quick } from './letter-a.ts';
import { afterDeal, against, failed, folderOfPlayers, offender, tryOutcomes } from './outcome-rows.ts';
import { resultsOf, run } from './wordhost.ts';

const bots = join(import.meta.dirname, '..', 'games', 'bots');

const cwd = folderOfPlayers(t);

await tryOutcomes(t, cwd, [
  {
    rule: 'a player alone wins if it gets to the end',
    players: ['printf r; head -c 7 >/dev/null; printf p006001AAAAAA; exec sleep 60'],
    options: ['--bunch', 'last-bunch', '--hand', '6'],
    status: 0,
    game: { outcome: 'won', reason: 'bunch-empty', winner: 1, peels: 1 },
    became: [{ outcome: 'won' }],
  },
  against('a file that is no program has failed', './notes.txt', failed('not-executable'), {
    says: /^player 1 \(\.\/notes\.txt\): could not be started \(not-executable\): .*is not executable/m,
  }),
  against('who closes its output before it is ready has failed', 'exec >&-; exec sleep 60', failed('exited')),
  against('who is not ready in time has failed', 'exec sleep 60', failed('silent'), {
    options: ['--ready-timeout', '3s'],
    says: /was not ready within 3 s/,
  }),
  against('who closes its output in mid-game has left', afterDeal('exec >&-'), {
    outcome: 'left',
    cause: 'closed',
  }),
  against('who exits with another status has crashed', `printf r; ${dealt}; exit 3`, {
    outcome: 'left',
    cause: 'crashed',
    exit: { code: 3, signal: null },
  }),
  against('a grid without cells', afterDeal('printf p000001'), offender('protocol', 'form', 1)),
  against('ready said twice', 'printf rr; exec sleep 60', offender('protocol', 'order', 1)),
  against('a peel before the deal', 'printf rp003001AAA; exec sleep 60', offender('protocol', 'order', 1), {
    players: ['printf rp003001AAA; exec sleep 60', `sleep 0.5; ${patient}`],
  }),
  against('a message before ready', 'printf dA; exec sleep 60', offender('protocol', 'order', 0)),
  against(
    'the number of a peel that nobody announced',
    afterDeal('printf p005003001AAA', 'n'),
    offender('protocol', 'number', 1),
  ),
  against('a peel that leaves tiles out', afterDeal('printf p002001AA'), offender('illegal', 'tiles', 1), {
    says: /A .*hand but not used/,
  }),
  against('a dump of a tile that it does not hold', afterDeal('printf dB'), offender('illegal', 'tiles', 1)),
  against('a peel in two pieces', afterDeal('printf p004001AA.A'), offender('illegal', 'connected', 1)),
  against(
    'more output than --max-output',
    afterDeal("printf p099099; head -c 9000 /dev/zero | tr '\\0' ."),
    offender('flood', 'output', 1024),
    { options: ['--max-output', '1K'], says: /--max-output/ },
  ),
  against(
    'a peel that announces more than --max-message',
    afterDeal('printf p999999'),
    offender('flood', 'message', 1),
    { options: ['--max-message', '1K'], says: /a peel of 998008 bytes .*--max-message/ },
  ),
  against(
    'more late peels than --max-late',
    afterDeal('yes p001003001AAA | head -n 200 | tr -d "\\n"', 'n'),
    offender('flood', 'late'),
    { options: ['--max-late', '1K'], says: /--max-late/ },
  ),
  against(
    'who does not read what waits for it, over --max-unread',
    afterDeal('yes dA | head -n 40000 | tr -d "\\n"', 'n'),
    offender('flood', 'unread'),
    { options: ['--max-unread', '1K'], says: /--max-unread/ },
  ),
  against(
    'more memory than --memory',
    afterDeal('memory=$(head -c 90000000 /dev/zero | tr "\\0" A)'),
    { outcome: 'offender', offence: { kind: 'memory' } },
    { options: ['--memory', '20M'], says: /--memory/ },
  ),
  {
    rule: 'a game over its own limit: a timeout, and all have lost',
    players: [patient, patient],
    options: ['--game-timeout', '200ms'],
    status: 1,
    game: { outcome: 'timeout', reason: 'game-timeout', winner: null },
    became: [{ outcome: 'lost' }, { outcome: 'lost' }],
  },
  {
    rule: 'nobody is there when the game would begin: aborted',
    players: ['exit 4', 'no_such_bot'],
    status: 1,
    game: { outcome: 'aborted', reason: 'nobody-left', winner: null },
    became: [failed('exited'), failed('not-found')],
  },
  against('who exits between ready and the deal has failed', '', failed('exited'), {
    players: ['printf r', `sleep 0.3; ${patient}`],
  }),
]);

t.test('a bot that is not there: one clear line, exit 1, at once', async (t) => {
  const { status, stdout, stderr, ms } = await run(['--ready-timeout', '5m', 'no_such_bot', './other'], {
    cwd,
  });
  t.equal(status, 1);
  t.match(
    stderr,
    /^player 1 \(no_such_bot\): could not be started \(not-found\): .*cannot find the program no_such_bot/m,
  );
  t.match(
    stderr,
    /^player 2 \(\.\/other\): could not be started \(not-found\): .*cannot find the file \.\/other/m,
  );
  t.match(stdout, /no winner: no player is left/);
  t.ok(ms < 60_000, `${Math.round(ms)} ms`);
});

t.test('a silent Python bot gets the line that flushes', async (t) => {
  const { status, stderr } = await run(['--ready-timeout', '5s', `python3 ${bots}/silent.py`, patient]);
  t.equal(status, 1);
  t.match(
    stderr,
    /player 1 .*silent.*was not ready within 5 s.*did not flush its output \(in Python: print\(.*flush=True\)\)/,
  );
});

t.test('a newline after r', async (t) => {
  const newline = `python3 ${bots}/newline.py`;

  t.test('is an offence, and the byte is marked', async (t) => {
    const { status, stderr } = await run([...letterAOptions, newline, patient], { cwd });
    t.equal(status, 1);
    t.match(stderr, /protocol \(byte\): a newline at byte 1: .*not even a newline \(printf/);
    t.match(stderr, /end="" in Python.*--lenient/);
    t.match(stderr, /^ {2}> r?\\n\n +\^ byte 1$/m);
  });

  t.test('is passed over under --lenient, between all messages', async (t) => {
    const liner = `echo r; ${dealt}; echo p003001AAA; exec sleep 60`;
    const result = await run(
      [...letterAOptions, '--bunch', 'last-bunch', '--lenient', '--json', liner, patient],
      { cwd },
    );
    t.equal(result.status, 0, result.stderr);
    t.match(resultsOf(result)[0], { outcome: 'won', winner: 1 });
  });

  t.test('inside a message it is no message, --lenient or not', async (t) => {
    const split = `echo r; ${dealt}; printf 'p003001A\\nAA'; exec sleep 60`;
    const result = await run([...letterAOptions, '--lenient', '--json', split, patient], { cwd });
    t.match(resultsOf(result)[0]!.players[0], offender('protocol', 'byte', 10));
  });
});

t.test('acts after the verdict change nothing; a SIGKILL is noted', async (t) => {
  const stubborn = `trap "" TERM; printf r; while :; do sleep 0.02; done`;
  const options = ['--bunch', 'last-bunch', '--grace', '200ms', '--json'];
  const outcome = await run([...letterAOptions, ...options, quick, stubborn], { cwd });
  t.equal(outcome.status, 0, outcome.stderr);
  t.match(resultsOf(outcome)[0]!.players[1], { outcome: 'lost', exit: { killed: true } });
});

t.test('standard error is shown of the game in which it mattered', async (t) => {
  const woes = 'echo "woe in $WORDHOST_GAME" >&2';
  const told = (stderr: string) => [...stderr.matchAll(/\| woe in ([\w-]+)/g)].map(([, game]) => game);
  t.test('of a player that failed at the start', async (t) => {
    const outcome = await run([...letterAOptions, '--json', `${woes}; exit 3`, patient], { cwd });
    t.same(told(outcome.stderr), [resultsOf(outcome)[0]!.id]);
  });
  t.test('of a player that was dismissed long before the end', async (t) => {
    const options = [...letterAOptions, '--json', '--last-player', 'continue', '--stall', '2s'];
    const outcome = await run([...options, `${woes}; ${afterDeal('printf x')}`, patient, patient], { cwd });
    t.match(resultsOf(outcome)[0], { outcome: 'stalled', players: [{ outcome: 'offender' }, {}, {}] });
    t.same(told(outcome.stderr), [resultsOf(outcome)[0]!.id]);
  });
  t.test('of each of several games its own', async (t) => {
    const twice = [...letterAOptions, '--json', '--games', '2', '--no-rotate'];
    const outcome = await run([...twice, `${woes}; ${afterDeal('printf x')}`, patient], { cwd });
    const games = resultsOf(outcome).map(({ id }) => id);
    t.equal(new Set(games).size, 2);
    t.same(told(outcome.stderr), games);
  });
  t.test('as much as --max-stderr says', async (t) => {
    const long = `head -c 9000 /dev/zero | tr '\\0' x >&2; echo y >&2; ${afterDeal('printf x')}`;
    const kept = async (size: string) =>
      (await run([...letterAOptions, '--max-stderr', size, long, patient], { cwd })).stderr;
    t.match(await kept('100B'), /\| x{98}y\n/);
    t.notMatch(await kept('0'), /the end of its standard error/);
  });
});
