import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { gameWords } from '../../host/cli/games/registry.ts';
import { newerNode } from '../../host/cli/process/newer-node.ts';
import { keyOf } from '../../host/core/seed.ts';
import type { Result } from '../../host/events/result.ts';
import { tilesOfBunch } from '../../host/games/bananagrams/tiles.ts';
import { filledPool } from '../../host/games/kit/pool.ts';
import { openStore } from '../../host/runs/store/store.ts';
import { hasProc, readProc } from '../../host/seats/process/processes/proc.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { TournamentFold } from '../../host/tournament/report.ts';
import {
  readStoredTournament,
  type StoredTournament,
  tournamentOf,
} from '../../host/tournament/stored-tournament.ts';
import { botCommand } from '../check/try-step.ts';
import { thingsIn } from '../games/pool.ts';
import { compiled, noCompiler } from '../misbehaviour/compiled.ts';
import { gamesOf, openedToRead } from '../runs/store/opened.ts';
import { momentOf } from '../support/moments.ts';
import { until as until2 } from '../support/until.ts';
import { letterA } from './letter-a.ts';
import { addressOf, ask, events } from './pages.ts';
import { binary, carriers, resultsOf, run, start, until } from './wordhost.ts';

t.test('live page', async (t) => {
  const slow = ['wordhost player random --pause 20ms', 'wordhost player random --pause 20ms'];

  t.test(
    'a series is watched: the running game, the standings, and finished games to step through',
    async (t) => {
      const cwd = t.testdir({});
      const running = start(
        [
          'scrabble',
          '--seed',
          'watched',
          '--games',
          '2',
          '--watch=0',
          '--quiet',
          '--name',
          '<b>ada',
          '--name',
          'ben',
          ...slow,
        ],
        { cwd },
      );
      const url = await addressOf(t, running);
      t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{12}\/$/);
      const { origin } = new URL(url);
      t.match(await ask(`${origin}/`), { status: 404 }, 'who does not know the address sees nothing');

      const told = events(url);
      await until(
        () => told.text.includes('class=\\"tile'),
        () => told.text.slice(-2000),
      );
      t.match(told.text, 'event: everything');
      t.match(told.text, /Game 1: (&#60;b&#62;ada against ben)/);
      t.notMatch(told.text, '<b>');
      t.match(await ask(`${url}games/1`), { status: 404, text: /not over yet/ });
      t.match(await ask(`${url}games/x`), { status: 404 });
      await until(
        () => told.text.includes('games/1'),
        () => told.text.slice(-2000),
      );
      t.match(told.text, '1 of 2 games played');
      t.match(await ask(url), { status: 200, text: /<a href="games\/1">game 1<\/a>/ });
      const game = await ask(`${url}games/1`);
      t.match(game, { status: 200, text: /<h1>Game 1: &#60;b&#62;ada against ben<\/h1>/ });
      t.match(game.text, 'aria-live="polite"');

      const { status, stderr } = await running.ended;
      t.equal(status, 0);
      t.equal(stderr, `live page: ${url}\n`, 'and no record is named');
      await until(
        () => told.ended,
        () => told.text.slice(-200),
      );
      t.match(told.text, /event: end\ndata: "The command has ended/);
      await t.rejects(ask(url), { code: 'ECONNREFUSED' });
    },
  );

  t.test('a comparison shows its interval and its bets, of games in other processes too', async (t) => {
    const running = start(['compare', 'scrabble', '--seed', 'c', '--jobs', '2', '--watch=0', ...slow]);
    const url = await addressOf(t, running);
    const told = events(url);
    await until(
      () => told.text.includes('class=\\"tile'),
      () => told.text.slice(-2000),
    );
    await until(
      () => told.text.includes('games/2'),
      () => told.text.slice(-2000),
    );
    t.match(await ask(`${url}games/2`), { status: 200, text: /Game 2: / });
    const { text } = await ask(url);
    t.match(text, /aria-label="Share of the points that NEW wins: NEW: /);
    for (const bet of ['better', 'not better'])
      t.match(text, new RegExp(`aria-label="Bet: NEW is ${bet}: [^"]* games; decides at 3\\.00"`));
    running.child.kill('SIGTERM');
    t.match(await running.ended, { status: 143 });
    t.match(told.text, 'event: end');
  });

  t.test('no page tells a hand or a seed while its game runs', async (t) => {
    const bots = {
      scrabble: ['scrabble', 'wordhost player greedy --pause 200ms', 'wordhost player random --pause 200ms'],
      bananagrams: [
        'bananagrams',
        '--hand',
        '12',
        'wordhost player bananagrams --pause 300ms',
        'wordhost player bananagrams --pause 300ms',
      ],
      boggle: [
        'boggle',
        '--time',
        '3s',
        'wordhost player boggle --pause 100ms',
        'wordhost player boggle --pause 100ms',
      ],
    };
    for (const [game, words] of Object.entries(bots)) {
      const cwd = t.testdir({});
      const running = start([...words, '--watch=0', '--record', 'games', '--seed', 'hiddenseed'], { cwd });
      const url = await addressOf(t, running);
      const told = events(url);
      const pages: string[] = [];
      const over = running.ended;
      const isOver = over.then(() => true);
      while (!(await Promise.race([isOver, sleep(100)])))
        pages.push(
          await ask(url).then(
            ({ text }) => text,
            () => '',
          ),
        );
      t.match(await over, { status: 0 });
      const [record = ''] = readdirSync(join(cwd, 'games'));
      const hands = new Set<string>();
      for (const line of readFileSync(join(cwd, 'games', record), 'utf8').split('\n'))
        for (const [, hand = ''] of line.matchAll(/"(?:rack|tiles|drew)":"([A-Z?]{3,})"/g)) hands.add(hand);
      t.equal(hands.size > 1, game !== 'boggle', `${game}: ${hands.size} hands`);
      const text = [told.text, ...pages].join('\n').replaceAll(/<[^>]*>/g, '');
      t.ok(/plays|peels|finds/.test(text), `${game}: moves are told`);
      t.same(
        [...hands, 'hiddenseed'].filter((hand) => text.includes(hand)),
        [],
        game,
      );
    }
  });

  t.test('a port in use, or none, is said in a sentence, and nothing is started', async (t) => {
    const first = start(['scrabble', '--watch=0', ...slow]);
    const { port } = new URL(await addressOf(t, first));
    const second = await start(['scrabble', `--watch=${port}`, ...slow]).ended;
    t.equal(second.status, 2);
    t.match(second.stderr, `--watch=${port}: cannot listen: address in use: --watch=0 for any free port`);
    first.child.kill('SIGTERM');
    await first.ended;
  });

  const quick = ['wordhost player random', 'wordhost player longest'];

  t.test('a comparison that goes on shows the games of earlier runs, from its store', async (t) => {
    const cwd = t.testdir({});
    const scratch = join(cwd, 'scratch');
    mkdirSync(scratch);
    const words = (games: string) => ['compare', 'scrabble', '--games', games, '--store', 'c.db'];
    t.match(await run([...words('4'), '--seed', 'c', ...quick], { cwd }), { status: 0 });
    // The same players, by what their store knows of them: only how fast the machine is differs.
    const running = start([...words('4000'), '--watch=0', ...quick], { cwd, env: { TMPDIR: scratch } });
    const url = await addressOf(t, running);
    t.match(await ask(`${url}games/2`), { status: 200, text: /<h1>Game 2: / });
    t.match((await ask(url)).text, '<a href="games/2">game 2</a>');
    await until(
      () => /game/.test(running.stderr),
      () => running.stderr,
    );
    t.same(readdirSync(scratch).filter(isOfPages), [], 'the store has the records: there are no others');
    running.child.kill('SIGTERM');
    t.match(await running.ended, { status: 143 });
  });

  const isOfPages = (name: string) => name.startsWith('wordhost-watch-');

  const untilThere = async (folder: string) =>
    await until(
      () => readdirSync(folder).some(isOfPages),
      () => `a folder in ${folder}`,
    );

  t.test('Ctrl-C ends the page with the command, which prints what it has and tells so', async (t) => {
    const cwd = t.testdir({ 'league.yml': LEAGUE });
    const commands = {
      series: { words: ['scrabble', '--games', '4000', '--watch=0', ...slow], prints: /player/ },
      comparison: { words: ['compare', 'scrabble', '--watch=0', '--jobs', '1', ...slow], prints: /^games /m },
      tournament: { words: ['tournament', '--jobs', '1', '--watch=0', 'league.yml'], prints: /^Standings$/m },
    };
    for (const [name, { words, prints }] of Object.entries(commands)) {
      const scratch = join(cwd, name);
      mkdirSync(scratch);
      const running = start(words, { cwd, env: { TMPDIR: scratch } });
      const url = await addressOf(t, running);
      const told = events(url);
      await until(
        () => told.text.includes('games/1'),
        () => told.text.slice(-2000),
      );
      running.child.kill('SIGINT');
      const { status, stdout, stderr } = await running.ended;
      t.equal(status, 130, name);
      t.match(stdout, prints, `${name}: ${stderr}`);
      t.match(told.text, /event: end\ndata: "The command has ended/, name);
      await t.rejects(ask(url), { code: 'ECONNREFUSED' }, name);
      t.same(readdirSync(scratch).filter(isOfPages), [], `${name}: nothing of it stays`);
    }
  });

  const LEAGUE = `name: league
game: scrabble
players:
  - { name: ada, command: wordhost player random --pause 20ms }
  - { name: ben, command: wordhost player random --pause 20ms }
format: { kind: round-robin, rounds: 2000 }
`;

  t.test(
    'after the first Ctrl-C the page shows the game that is finished, and a second ends both',
    async (t) => {
      const patient = 'wordhost player random --pause 300ms';
      const running = start(['scrabble', '--games', '4000', '--watch=0', patient, patient]);
      const url = await addressOf(t, running);
      const told = events(url);
      await until(
        () => told.text.includes('Game 1: '),
        () => told.text,
      );
      running.child.kill('SIGINT');
      await until(
        () => running.stderr.includes('finishing the running games'),
        () => running.stderr,
      );
      t.match(await ask(url), { status: 200, text: 'Game 1: ' });
      t.notMatch(told.text, 'event: end');
      running.child.kill('SIGINT');
      t.match(await running.ended, { status: 130, stdout: /^0 games$/m });
      t.match(told.text, 'event: end');
      await t.rejects(ask(url), { code: 'ECONNREFUSED' });
    },
  );

  t.test('what a page that was killed has left is removed by the next, and no other folder is', async (t) => {
    const scratch = t.testdir({ 'wordhost-watch-mine': {} });
    const env = { TMPDIR: scratch };
    const killed = start(['scrabble', '--watch=0', ...slow], { env });
    await addressOf(t, killed);
    await untilThere(scratch);
    const [left = ''] = readdirSync(scratch).filter((name) => /^wordhost-watch-\d+-/.test(name));
    killed.child.kill('SIGKILL');
    await killed.ended;
    t.ok(existsSync(join(scratch, left)), left);
    // As another container would call it, whose processes nobody here knows.
    const foreign = left.replace(/\d+/, '1');
    mkdirSync(join(scratch, foreign));
    const file = `${left}x`;
    writeFileSync(join(scratch, file), 'no folder');
    const other = start(['scrabble', '--watch=0', ...slow], { env });
    await addressOf(t, other);
    const third = start(['scrabble', '--watch=0', ...slow], { env });
    await addressOf(t, third);
    const there = readdirSync(scratch).filter(isOfPages);
    t.notOk(there.includes(left), 'it is gone');
    t.ok(there.includes(foreign));
    t.ok(there.includes(file));
    t.ok(there.includes('wordhost-watch-mine'));
    t.equal(
      there.filter((name) => name.includes(`-${other.child.pid}-`)).length,
      1,
      'one that is in use stays',
    );
    for (const { child, ended } of [other, third]) {
      child.kill('SIGTERM');
      t.match(await ended, { status: 143 });
    }
  });
});

t.test('many jobs', async (t) => {
  const GAMES = 200;

  /** Thinks for a while in each turn, without a processor. */
  const sleeps = 'echo ready; while read -r line; do case $line in turn*) sleep 5; echo pass;; esac; done';

  t.test(
    '200 turn games at once of players that sleep, on as many hosts as there are processors',
    {
      skip: !hasProc && 'what is open and running is read from /proc',
    },
    async (t) => {
      const cwd = t.testdir(letterA);
      const words = [
        '--games',
        String(GAMES),
        '--jobs',
        String(GAMES),
        '--timeout',
        '2m',
        '--json',
        '--quiet',
      ];
      const host = start(
        ['scrabble', '--dictionary', 'words.txt', '--ready-timeout', '2m', ...words, sleeps, sleeps],
        { cwd },
      );
      t.teardown(() => host.child.kill('SIGKILL'));
      const players = () =>
        carriers(host.marker).filter((pid) => readProc(`${pid}/comm`) === 'sleep\n').length;
      await until(
        () => players() >= GAMES / 2,
        () => `players: ${players()} sleep, ${host.stderr}`,
      );
      const workers = carriers(host.marker).filter(
        (pid) => readProc(`${pid}/cmdline`)?.split('\0')[2] === '--play-games',
      );
      t.ok(workers.length <= 2 * navigator.hardwareConcurrency, `${workers.length} processes play`);
      for (const pid of workers) t.ok(readdirSync(`/proc/${pid}/fd`).length > 100, 'each plays many');
      const outcome = await host.ended;
      t.equal(outcome.status, 0, outcome.stderr);
      const results = resultsOf(outcome);
      t.equal(results.length, GAMES);
      t.same([...new Set(results.map(({ reason }) => reason))], ['scoreless']);
      t.same(carriers(host.marker), []);
    },
  );
});

t.test('compare killed', async (t) => {
  const GAMES = 30;
  const KILLS = 12;
  /** Between these two the games of a run begin and end. */
  const LATEST_MS = 1_500;

  /** What of a result does not depend on the machine. */
  const lasting = (text: string) => {
    const { number, seed, outcome, winner, reason, players } = JSON.parse(text);
    return {
      number,
      seed,
      outcome,
      winner,
      reason,
      players: players.map(({ entry, score }: { entry: number; score: number }) => [entry, score]),
    };
  };

  /** A kill may come in the middle of a line. */
  function toldIn(path: string): readonly { readonly number: number; readonly id: string }[] {
    if (!existsSync(path)) return [];
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line));
  }

  t.test('a comparison that is killed goes on, and comes to what it would have come to', async (t) => {
    const cwd = t.testdir();
    const players = ['wordhost player longest --level few', 'wordhost player random'];
    const words = (store: string) => [
      ...['compare', 'scrabble', '--seed', '7', '--jobs', '2'],
      '--games',
      String(GAMES),
      '--store',
      store,
      ...players,
    ];
    const whole = await run([...words('whole.db'), '--json'], { cwd });
    t.equal(whole.status, 0, whole.stderr);
    let told: ReturnType<typeof toldIn> = [];
    const all: { readonly number: number; readonly id: string }[] = [];
    for (let time = 0; time < KILLS; time++) {
      const running = start([...words('killed.db'), '--results', `told-${time}.jsonl`], { cwd });
      await until(
        () => /^NEW /m.test(running.stderr),
        () => running.stderr,
      );
      const path = join(cwd, `told-${time}.jsonl`);
      const before = told.length;
      // On a busy machine a time alone could always be before the first game is over.
      if (time % 2 === 0) await sleep(LATEST_MS * momentOf(time, KILLS));
      else
        await until(
          () => toldIn(path).length > before || running.child.exitCode !== null,
          () => running.stderr,
        );
      running.child.kill('SIGKILL');
      await running.ended;
      // Those of earlier runs are told again.
      const now = toldIn(path);
      if (now.length > told.length) told = now;
      all.push(...now);
    }
    t.ok(told.length >= KILLS / 2, `${told.length} games were told before the last kill`);
    const last = await run([...words('killed.db'), '--json'], { cwd });
    t.equal(last.status, 0, last.stderr);
    const { seconds: _, ...figures } = JSON.parse(last.stdout);
    t.match(JSON.parse(whole.stdout), figures);
    {
      await using store = await openedToRead(join(cwd, 'killed.db'));
      const kept = new Map((await gamesOf(store)).map(({ number, id }) => [number, id]));
      t.same(
        all.filter(({ number, id }) => kept.get(number) !== id),
        [],
        'what was told is there, and was not played again',
      );
    }
    const [undisturbed, resumed] = await Promise.all(
      ['whole.db', 'killed.db'].map(async (name) => {
        await using store = await openedToRead(join(cwd, name));
        return (await gamesOf(store)).map(({ result }) => lasting(result));
      }),
    );
    t.equal(resumed!.length, GAMES);
    t.same(resumed, undisturbed);
    const checked = await run(['store', 'check', '--verify', 'killed.db'], { cwd });
    t.match(checked, { status: 0, stdout: `killed.db: ok. ${GAMES} games, ${GAMES} records of ` });
  });
});

t.test('tournament killed', async (t) => {
  const examples = join(import.meta.dirname, '..', '..', 'examples');
  const finds = `perl ${join(examples, 'boggle', 'perl', 'player.pl')}`;
  /** Words enough for some points. */
  const words =
    'AT\nTO\nIN\nIT\nIS\nON\nAN\nEAT\nTEA\nTEN\nNET\nRAT\nTAR\nART\nSET\nSIT\nTIE\nONE\nEON\nRATE\nTEAR\nNOTE\nTONE\n';

  /** A line of shell that answers each turn. */
  const answers = (answer: string) =>
    `echo ready; while read -r line; do case $line in "turn "*) set -- $line; ${answer};; esac; done`;
  const passes = answers('echo "@$3 pass"');
  /** In some games it ends in its first turn, and in some it writes what no rule allows; which, its seed says. */
  const crashes = answers('[ $((WORDHOST_PLAYER_SEED % 3)) = 0 ] && exit 7; echo "@$3 pass"');
  const cheats = answers('[ $((WORDHOST_PLAYER_SEED % 4)) = 0 ] && echo cheat; echo "@$3 pass"');

  const inTurns = (game: string, players: readonly string[]) => ({
    game,
    bots: [...players, passes, passes, passes, crashes, cheats],
  });

  const peels = 'printf r; head -c 4 >/dev/null; printf p003001AAA; exec sleep 60';
  /** 56 games each. */
  const ROUNDS = 2;

  const tournaments = [
    {
      ...inTurns('scrabble', [passes, passes, passes]),
      options: 'dictionary: few.txt',
      rounds: ROUNDS,
      kills: 4,
      isInTurns: true,
    },
    {
      ...inTurns('boggle', [finds, finds, finds]),
      options: 'dictionary: few.txt, rules: turns',
      rounds: ROUNDS,
      kills: 4,
      isInTurns: true,
    },
    {
      game: 'bananagrams',
      options: 'dictionary: words.txt, bunch: last-bunch, hand: 3',
      bots: [
        ...Array<string>(6).fill(peels),
        'printf r; [ $((WORDHOST_PLAYER_SEED % 3)) = 0 ] && exit 7; head -c 4 >/dev/null; printf p003001AAA; exec sleep 60',
        'printf r; [ $((WORDHOST_PLAYER_SEED % 4)) = 0 ] && printf x; head -c 4 >/dev/null; printf p003001AAA; exec sleep 60',
      ],
      rounds: ROUNDS,
      kills: 4,
      isInTurns: false,
    },
  ];

  /** So long at most between a start and its end; drawn from one seed. */
  const LONGEST_MS = 1500;

  function fileOf({ game, options, bots, rounds }: (typeof tournaments)[number]): string {
    const players = bots.map(
      (command, index) => `  - { name: bot${index + 1}, command: ${JSON.stringify(command)} }\n`,
    );
    return `game: ${game}\noptions: { ${options} }\nplayers:\n${players.join('')}format: { kind: round-robin, rounds: ${rounds}, mirrored: true }\nseed: kills\n`;
  }

  async function reportOf(path: string) {
    const opening = await openStore(path, { mode: 'read' });
    if (!opening.ok) throw new Error(opening.problem);
    await using store = opening.store;
    const versions = (await store.files()).map(
      ({ canonical }) => readStoredTournament(canonical) as StoredTournament,
    );
    const fold = new TournamentFold(tournamentOf(versions));
    const numbers: number[] = [];
    for await (const { number, result } of store.games()) {
      numbers.push(number);
      fold.take(number, JSON.parse(result) as Result);
    }
    const { records } = await store.counts();
    return { numbers, records, report: fold.report() };
  }

  let chance = 1;

  function drawn(below: number): number {
    chance = (Math.imul(chance, 1_103_515_245) + 12_345) >>> 0;
    return (chance >>> 8) % below;
  }

  async function playKilled(t: Test, cwd: string, kills: number): Promise<void> {
    for (let kill = 0; kill < kills; kill++) {
      const host = start(['tournament', '--quiet', '--store', 'killed.db', 'league.yml'], { cwd });
      await until(
        () => existsSync(join(cwd, 'killed.db')),
        () => `a store: ${host.stderr}`,
      );
      await sleep(300 + drawn(LONGEST_MS));
      host.child.kill('SIGKILL');
      const { signal, stderr, status } = await host.ended;
      t.ok(signal === 'SIGKILL' || status === 0, `${kill}: ${stderr}`);
      await until(
        () => carriers(host.marker).length === 0,
        () => 'the end of what it had started',
      );
    }
  }

  for (const tournament of tournaments) {
    const { game, kills, isInTurns, rounds, bots } = tournament;
    t.test(
      `${game}: 8 bots, two of them bad, and ${kills} times SIGKILL`,
      { timeout: 900_000 },
      async (t) => {
        const cwd = t.testdir({ 'league.yml': fileOf(tournament), 'few.txt': words, ...letterA });
        await playKilled(t, cwd, kills);
        const between = await reportOf(join(cwd, 'killed.db'));
        const rest = await run(['tournament', '--quiet', '--store', 'killed.db', 'league.yml'], { cwd });
        t.equal(rest.status, 0, rest.stderr);
        t.notOk(existsSync(join(cwd, 'killed.db-running')), 'records of games that were killed are gone');
        const { numbers, records, report } = await reportOf(join(cwd, 'killed.db'));
        const games = (bots.length * (bots.length - 1) * rounds) as number;
        t.same(
          numbers,
          Array.from({ length: games }, (_, index) => index + 1),
          'every game is there once',
        );
        t.equal(records, games);
        t.comment(
          `${between.numbers.length} of ${games} games before the last start; ${report.bad.length} bad ones`,
        );
        t.ok(
          report.bad.some(({ player }) => player === 'bot7') &&
            report.bad.some(({ player }) => player === 'bot8'),
        );
        if (!isInTurns) return;
        const undisturbed = await run(['tournament', '--quiet', '--store', 'whole.db', 'league.yml'], {
          cwd,
        });
        t.equal(undisturbed.status, 0, undisturbed.stderr);
        t.same(
          plain(report),
          plain((await reportOf(join(cwd, 'whole.db'))).report),
          'as if nothing had happened',
        );
      },
    );
  }

  /** Without what the clock says, and the names of games. */
  function plain({ standings, bad, ...more }: Awaited<ReturnType<typeof reportOf>>['report']) {
    return {
      ...more,
      standings: standings.map(({ thinkMs: _, ...row }) => row),
      bad: bad.map(({ id: _, ...each }) => each),
    };
  }
});

t.test('player seed', async (t) => {
  /** Says what it was told, and its tiles. */
  const witness =
    'echo "told $WORDHOST_SEAT $WORDHOST_PLAYER_SEED" >&2; printf n; head -c 4 >&2; echo >&2; exec sleep 9';
  const options = [
    '--bunch',
    'bunch',
    '--hand',
    '3',
    '--dictionary',
    'words.txt',
    '--stderr',
    'inherit',
    '--stall',
    '200ms',
    '--json',
  ];
  const chosen = ['--seed', '42'];
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const files = {
    'words.txt': 'AA\n',
    bunch: [...letters].map((letter) => `${letter} 3\n`).join(''),
    'strangers.yaml': 'seed: "42"\nplayer-seed: ours\n',
  };

  const sandbox = await probeSandbox('strict');
  const noStrict = 'problem' in sandbox ? sandbox.problem : false;
  const strict = ['--sandbox', 'strict'];
  const process_ = ['--sandbox', 'process'];

  interface Seen {
    readonly numbers: readonly string[];
    readonly tiles: readonly string[];
    readonly results: ReturnType<typeof resultsOf>;
    readonly stderr: string;
  }

  async function play(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Seen> {
    const outcome = await run([...options, ...args, witness, witness], { cwd, env });
    const { stderr } = outcome;
    // Once as it came, and not again as the end of the standard error of one that stalled.
    const came = stderr.replace(/^ +\| .*$/gm, '');
    const numbers = [...came.matchAll(/told (\d \d+)/g)].map(([, number]) => number!).toSorted();
    const tiles = [...came.matchAll(/([A-Z]{3})[.?]/g)].map(([, hand]) => hand!).toSorted();
    return { numbers, tiles, results: resultsOf(outcome), stderr };
  }

  const cwd = t.testdir(files);

  t.test(
    'under strict a chosen seed gives the same tiles, and other player seeds in each run',
    {
      skip: noStrict,
    },
    async (t) => {
      const [first, second] = [await play([...strict, ...chosen]), await play([...strict, ...chosen])];
      t.equal(first.numbers.length, 2, first.stderr);
      t.same(first.tiles, second.tiles);
      for (const number of first.numbers) t.notOk(second.numbers.includes(number), number);
      const [{ playerSeed = '' } = {}] = first.results;
      t.match(playerSeed, /^[0-9a-v]{16}$/);
      const again = await play([...strict, ...chosen, '--player-seed', playerSeed]);
      t.same(again.numbers, first.numbers, 'the seed in the result gives them again');
      const elsewhere = await play([...process_, ...chosen, '--player-seed', playerSeed]);
      t.same(elsewhere.numbers, first.numbers, 'on every level');
    },
  );

  t.test('elsewhere the same seed means the same player seeds, and nothing is said of them', async (t) => {
    const [first, second] = [await play([...process_, ...chosen]), await play([...process_, ...chosen])];
    t.equal(first.numbers.length, 2, first.stderr);
    t.same(first.numbers, second.numbers);
    t.equal(first.results[0]!.playerSeed, undefined);
  });

  t.test('--player-seed drawn is a secret on every level; a text is taken as it is', async (t) => {
    const plain = await play([...process_, ...chosen]);
    const drawn = await play([...process_, ...chosen, '--player-seed', 'drawn']);
    t.same(drawn.tiles, plain.tiles);
    t.notSame(drawn.numbers, plain.numbers);
    t.match(drawn.results[0], { seed: '42', playerSeed: /^[0-9a-v]{16}$/ });
    const ours = await play([...process_, ...chosen, '--player-seed', 'ours']);
    t.equal(ours.results[0]!.playerSeed, 'ours');
    const other = await play([...process_, '--seed', '43', '--player-seed', 'ours']);
    t.same(other.numbers, ours.numbers, 'whatever the seed of the match is');
    t.same((await play([...process_, '--config', 'strangers.yaml'])).numbers, ours.numbers, 'in a file');
    const env = { WORDHOST_OPT_PLAYER_SEED: 'ours' };
    t.same((await play([...process_, ...chosen], env)).numbers, ours.numbers, 'in the environment');
  });

  t.test('in a series each game has its own, which gives that game again and no other', async (t) => {
    const series = await play([...process_, ...chosen, '--games', '3', '--player-seed', 'ours']);
    const { results, numbers, stderr } = series;
    t.equal(new Set(numbers).size, 6, stderr);
    t.equal(new Set(results.map(({ playerSeed }) => playerSeed)).size, 3);
    t.match(stderr, '3 games, seed 42, player seed ours\n');
    for (const { seed, playerSeed } of results) {
      const single = await play([...process_, '--seed', seed, '--player-seed', playerSeed!]);
      for (const number of single.numbers) t.ok(numbers.includes(number), number);
    }
  });

  t.test('the secret is in the record, which verifies; and so does one without a secret', async (t) => {
    for (const [folder, args, expected] of [
      ['secret', ['--player-seed', 'drawn'], /^[0-9a-v]{16}$/],
      ['none', [], undefined],
    ] as const) {
      mkdirSync(join(cwd, folder));
      await play([...process_, ...chosen, ...args, '--record', folder]);
      const [name = ''] = readdirSync(join(cwd, folder));
      const path = join(folder, name);
      const header = JSON.parse(readFileSync(join(cwd, path), 'utf8').split('\n')[0]!);
      if (expected) t.match(header.playerSeed, expected);
      else t.notOk('playerSeed' in header);
      const verified = await run(['replay', '--verify', path], { cwd });
      t.match(verified, { status: 0, stdout: /verified\./ }, verified.stderr);
    }
  });

  t.test('the line that plays a game again has the secret too', async (t) => {
    const bad = 'printf r; head -c 4 >/dev/null; printf x; exec sleep 9';
    const { stderr } = await run([...options, ...process_, ...chosen, '--player-seed', 'ours', bad, bad], {
      cwd,
    });
    t.match(
      stderr,
      /to record and replay the game: wordhost bananagrams .*--seed 42 --player-seed ours .*--record games/,
    );
  });

  /** What players can do with the tiles that they see. */
  function seedFrom(tiles: readonly string[]): number | undefined {
    const bunch = Object.fromEntries([...letters].map((letter) => [letter, 3]));
    const gives = (seed: number) => {
      const pool = filledPool(tilesOfBunch(bunch), { key: keyOf(String(seed)), names: [] });
      const dealt = thingsIn(pool).join('');
      const hands = [dealt.slice(-3), dealt.slice(-6, -3)].map((hand) => [...hand].sort().join(''));
      return hands.every((hand) => tiles.includes(hand));
    };
    return Array.from({ length: 2_000 }, (_, seed) => seed).find(gives);
  }

  t.test(
    'a short seed can be found from the tiles, on every level: where that matters it is said',
    async (t) => {
      const { tiles, stderr } = await play([...process_, ...chosen, '--player-seed', 'drawn']);
      t.equal(seedFrom(tiles), 42, `${tiles}`);
      const note =
        /^note: the seed 42 is short: .* Leave --seed out when you play against bots of other people$/m;
      t.match(stderr, note);
      t.notMatch((await play([...process_, ...chosen])).stderr, note, 'not among friends');
      t.notMatch((await play([...process_, '--player-seed', 'drawn'])).stderr, /note:/, 'one that was drawn');
      t.notMatch((await play([...process_, ...chosen, '--player-seed', 'drawn', '--quiet'])).stderr, note);
    },
  );
});

t.test('repeating command', async (t) => {
  /** Quotes, variables and commands within a command, which a shell must not see before it starts the player. */
  const odd = `printf "$HELLO"; : "$HOME's" \`echo 'a b'\` '%s\\n' "*"; exec sleep 60`;

  interface Played {
    readonly game: string;
    readonly hello: string;
    readonly options: readonly string[];
    /** What it takes to have been dealt to, and then to offend. */
    readonly offends: string;
    /** The event that shows the deal. */
    readonly deal: string;
  }

  const untilTurn = "while read -r line; do case $line in turn*) echo '?!' ;; esac; done";
  const games: readonly Played[] = [
    {
      game: 'bananagrams',
      hello: 'n',
      options: ['--hand', '10', '--lenient', '--stall=9s'],
      offends: "head -c1 >/dev/null; printf '?'; cat >/dev/null",
      deal: 'deal',
    },
    {
      game: 'scrabble',
      hello: 'ready\\n',
      options: ['--rules=simple', '--handsize', '5', '--turn-cpu', '5s', '--timeout=200ms'],
      offends: untilTurn,
      deal: 'deal',
    },
    {
      game: 'boggle',
      hello: 'ready\\n',
      options: ['--width', '3', '--height', '6', '--rules', 'turns', '--timeout=200ms'],
      offends: untilTurn,
      deal: 'board',
    },
  ];

  for (const { game, hello, options, offends, deal } of games)
    t.test(`the command to repeat a game of ${game} plays the same deal in a shell`, async (t) => {
      const cwd = t.testdir({ 'small.txt': 'aa\nab\n', 'opt.yaml': 'dictionary: small.txt\n' });
      const args = [
        '--config',
        'opt.yaml',
        '--env',
        `HELLO=${hello}`,
        '--name',
        "it's $one",
        '--name',
        'two',
        ...options,
      ];
      const players = [odd, `printf '${hello}'; ${offends}`];
      const series = [game, '--seed', 'a "seed"', '--games', '2', '--quiet', ...args, ...players];
      const played = await run(series, { cwd });
      const lines = [...played.stderr.matchAll(/^ {2}to record and replay the game: (.*)$/gm)].map(
        ([, line]) => line!,
      );
      t.equal(lines.length, 2, played.stderr);
      const kept = await run([...series, '--record', 'kept'], { cwd });
      t.equal(kept.status, played.status);
      const pasted = await run([lines[1]!], {
        cwd,
        host: ['sh', '-c', `wordhost() { '${process.execPath}' '${binary}' "$@"; }; eval "$1"`, 'sh'],
      });
      t.equal(pasted.status, 1, pasted.stderr);
      const second = recordsIn(join(cwd, 'kept')).find(([head]) => head.players[0].entry === 2)!;
      const [again] = recordsIn(join(cwd, 'games'));
      const { seed, options: settled, dictionary, players: seats } = again![0];
      t.match(second[0], { seed, options: settled, dictionary });
      t.same(
        seats.map(({ name, command }: { name: string; command: string }) => [name, command]),
        [
          ['two', players[1]],
          ["it's $one", players[0]],
        ],
      );
      const dealt = (events: typeof again) =>
        events!.filter(({ type }) => type === deal).map(({ t: _, n: __, in: ___, ...facts }) => facts);
      t.ok(dealt(again).length > 0);
      t.same(dealt(again), dealt(second));
    });

  // biome-ignore lint/suspicious/noExplicitAny: lines of a record, as they are
  function recordsIn(folder: string): any[][] {
    return readdirSync(folder).map((name) =>
      readFileSync(join(folder, name), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
  }
});

t.test('first hour', async (t) => {
  const until = until2;
  const cwd = t.testdir({ bin: {} });
  writeFileSync(join(cwd, 'bin', 'wordhost'), `#!/bin/sh\nexec '${process.execPath}' '${binary}' "$@"\n`);
  chmodSync(join(cwd, 'bin', 'wordhost'), 0o755);
  const env = {
    ...process.env,
    PATH: `${join(cwd, 'bin')}:${process.env.PATH}`,
    WORDHOST_OPT_SEED: '1',
    XDG_CACHE_HOME: join(cwd, 'cache'),
  };

  for (const [game, { demo }] of Object.entries(gameWords))
    t.test(`what the demo of ${game} prints at its end works as printed`, async (t) => {
      const folder = join(cwd, game);
      mkdirSync(folder);
      const { status, stdout, stderr } = spawnSync('sh', ['-c', demo.next], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      t.equal(status, 0, stderr);
      t.match(stdout, /wrote my-bot.player\.mjs/);
      t.match(stdout, /has won|a draw/);
    });

  t.test('after npm start it is called by npx', async (t) => {
    const { stdout } = await run(['demo', 'boggle'], { env: { npm_lifecycle_event: 'start' } });
    t.match(
      stdout,
      /^ {2}npx wordhost new javascript boggle my-bot && npx wordhost boggle "node my-bot.player\.mjs"/m,
    );
    t.notMatch(stdout, '"npx');
  });

  t.test('a newer Node is looked for beside the package, and nowhere else', async (t) => {
    const home = t.testdir({
      node_modules: { node: { bin: { node: '' } }, wordhost: { dist: {} } },
      other: {},
    });
    const node = join(home, 'node_modules', 'node', 'bin', 'node');
    t.equal(newerNode(join(home, 'node_modules', 'wordhost', 'dist')), node);
    t.equal(newerNode(join(home, 'other')), node);
    t.equal(newerNode('/nowhere/at/all'), undefined);
  });

  const older = ['/usr/bin/node', '/usr/local/bin/node'].find((node) => {
    const { stdout } = spawnSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' });
    return Number(stdout) >= 18 && Number(stdout) < 24;
  });
  const skip = older === undefined && 'no older Node at its usual places';

  t.test('an older Node starts the one beside wordhost, which does all', { skip }, async (t) => {
    // Outside of the project, which has a Node of its own beside it.
    const home = mkdtempSync(join(tmpdir(), 'wordhost-first-hour-'));
    t.teardown(() => rmSync(home, { recursive: true }));
    for (const folder of ['node/bin', 'wordhost'])
      mkdirSync(join(home, 'node_modules', folder), { recursive: true });
    const node = join(home, 'node_modules', 'node', 'bin', 'node');
    const host = join(home, 'node_modules', 'wordhost', 'dist');
    for (const name of ['dist', 'package.json'])
      cpSync(join(binary, '..', '..', name), join(host, '..', name), { recursive: true });
    const start = (...words: string[]) =>
      spawnSync(older!, [join(host, 'wordhost.js'), ...words], { encoding: 'utf8', env });
    const alone = start('--version');
    t.match(alone, {
      status: 2,
      stderr: /needs Node 24\.15 or later; this is Node \d+.*\n.*npm install node@24/,
    });
    symlinkSync(process.execPath, node);
    t.match(start('lexicon', 'check', 'hello'), { status: 0, stderr: '' });
    t.equal(start('lexicon', 'check', 'qqq').status, 1, 'its exit status');
    const player = `echo $$ > '${home}/pid'; exec sleep 600`;
    const starter = spawn(older!, [join(host, 'wordhost.js'), 'boggle', '--sandbox', 'process', player], {
      stdio: 'ignore',
      env,
    });
    const pid = () => (existsSync(join(home, 'pid')) ? Number(readFileSync(join(home, 'pid'))) : 0);
    await until(
      () => pid() > 0,
      () => 'the start of the player',
    );
    starter.kill('SIGKILL');
    await until(
      () => !isRunning(pid()),
      () => 'the end of the player',
    );
    t.pass('killed, it takes the Node that it started and the players along');
  });

  function isRunning(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }

  t.test('as a library an older Node is told in one sentence', { skip }, async (t) => {
    for (const door of ['index', 'scrabble', 'lexicon']) {
      const program = `import(${JSON.stringify(join(binary, '..', 'api', `${door}.js`))}).catch(String).then(console.log)`;
      const { stdout } = spawnSync(older!, ['-e', program], { encoding: 'utf8' });
      t.match(
        stdout,
        /^Error: wordhost requires Node 24\.15 or later; this is Node [\d.]+: run npm install node@24.*\n$/,
      );
    }
  });
});

t.test('check folder', async (t) => {
  const cwd = t.testdir({
    'words.txt': 'CAT\nCATS\nTAC\nDOG\nDOGS\nCOD\nCODS\nGOD\nGODS\nEAT\nTEA\nRAT\nRATS\n',
  });

  /** Each with what its line and its page say, once. */
  const broken: Readonly<Record<string, readonly [script: string, says: RegExp]>> = {
    'no-such-program': ['exec ./nothere', /nothere/g],
    'ends-at-once': ['echo lost >&2; exit 4', /\| lost/g],
    'says-redy': ['echo redy; read -r line', /"redy" is not a valid message/g],
    'says-too-much': ['echo debug; echo ready; cat >/dev/null', /"debug" is not a valid message/g],
    silent: ['exec cat >/dev/null', /nothing within/g],
    'silent-in-turns': ['echo ready; exec cat >/dev/null', /nothing within/g],
    'passes-wrongly': [`${botCommand('scrabble-bot.mjs', 'garbage')}`, /"pas" is not a valid message/g],
    'off-the-centre': [
      `${botCommand('scrabble-bot.mjs', 'off-the-centre')}`,
      /came: .+firstwordnotovercenter/g,
    ],
    'ready-twice': [`${botCommand('scrabble-bot.mjs', 'ready-twice')}`, /came: .+second ready/g],
    'never-flushes': [`${botCommand('scrabble-bot.mjs', 'leaves-flushing-to-the-host')}`, /nothing within/g],
    'has-own-words': [`${botCommand('scrabble-bot.mjs', 'own-word-list')}`, /came: .+of this step/g],
  };

  t.test(
    '30 bots in a folder, a third of them broken: each fault once, on the page of its bot',
    async (t) => {
      const bots = join(cwd, 'bots');
      mkdirSync(bots);
      for (const [name, [script]] of Object.entries(broken))
        writeFileSync(join(bots, `${name}.sh`), `${script}\n`);
      // Each step starts each of them again.
      const player = join(import.meta.dirname, '../../examples/scrabble/c/player.c');
      const right = noCompiler ? botCommand('scrabble-bot.mjs', 'none') : `exec ${compiled(player, cwd)}`;
      for (let number = 1; number <= 19; number++)
        writeFileSync(join(bots, `right${number}.sh`), `${right}\n`);
      const patience = ['--ready-timeout', '30s', '--timeout', '10s'];
      const words = ['check', 'scrabble', '--dictionary', 'words.txt', ...patience, '--out', 'pages', 'bots'];
      const { stdout, status } = await run(words, { cwd });
      t.equal(status, 1);
      t.match(stdout, /\n30 bots: 19 ok; 11 not ok\n$/);
      for (const [name, [, says]] of Object.entries(broken)) {
        t.match(stdout, new RegExp(`^not ok {2}${name}\\.sh +1 fault in `, 'm'));
        const page = readFileSync(join(cwd, 'pages', `${name}.sh.txt`), 'utf8');
        t.equal(page.match(says)?.length, 1, `${name}\n${page}`);
      }
    },
  );
});

t.test('roster', async (t) => {
  const sandbox = await probeSandbox('strict');
  const skip = 'problem' in sandbox ? sandbox.problem : false;
  const examples = join(import.meta.dirname, '..', '..', 'examples', 'boggle');
  const words = 'AT\nTEA\nTEN\nNET\nRAT\nTAR\nART\nSET\nSIT\nTIE\nONE\nEON\nRATE\nTEAR\nNOTE\nTONE\n';
  const FOLDERS = 40;

  /** By what a folder has in it. */
  const kinds: readonly ((folder: string) => void)[] = [
    (folder) => cpSync(join(examples, 'python', 'player.py'), join(folder, 'player.py')),
    (folder) => cpSync(join(examples, 'perl'), folder, { recursive: true }),
    (folder) => {
      cpSync(join(examples, 'awk', 'player.awk'), join(folder, 'player.awk'));
      writeFileSync(join(folder, 'run'), '#!/bin/sh\nexec awk -f player.awk\n', { mode: 0o755 });
    },
    (folder) => {
      cpSync(join(examples, 'javascript', 'player.mjs'), join(folder, 'mine.mjs'));
      cpSync(join(examples, 'javascript', 'player.mjs'), join(folder, 'old.mjs'));
      writeFileSync(join(folder, 'player.yml'), 'command: node mine.mjs\noptions: { memory: 256M }\n');
    },
    (folder) => {
      writeFileSync(
        join(folder, 'bot.sh'),
        'echo ready\nwhile read -r line; do case $line in "turn "*) set -- $line; echo "@$3 pass";; esac; done\n',
      );
    },
  ];

  t.test(
    'a folder of forty bots in five languages, one of which is broken, is a tournament in strict',
    { skip, timeout: 600_000 },
    async (t) => {
      const cwd = t.testdir({ 'few.txt': words, bots: {} });
      for (let index = 1; index <= FOLDERS; index++) {
        const folder = join(cwd, 'bots', `bot${String(index).padStart(2, '0')}`);
        mkdirSync(folder);
        if (index === 7) writeFileSync(join(folder, 'broken.py'), 'this is no Python\n');
        else if (index === 8) writeFileSync(join(folder, 'notes.txt'), 'nothing that runs\n');
        else kinds[index % kinds.length]!(folder);
      }
      const roster = await run(['tournament', '--roster', 'bots', '--game', 'boggle'], { cwd });
      t.equal(roster.status, 0, roster.stderr);
      t.match(roster.stdout, /^ {2}# bot08: it has no executable program$/m);
      t.match(roster.stdout, /^# 1 of 40 folders is not a player: /m);
      const file = roster.stdout
        .replace('kind: round-robin, rounds: 1, seats: 2, mirrored: true', 'kind: swiss, rounds: 4')
        .replace(
          'game: boggle\n',
          `game: boggle\nseed: forty\noptions: { rules: turns, dictionary: few.txt, sandbox: strict }\n`,
        );
      writeFileSync(join(cwd, 'league.yml'), file);
      const played = await run(['tournament', '--json', 'league.yml'], { cwd });
      t.equal(played.status, 0, played.stderr);
      const results = played.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      t.equal(results.length, 4 * 19, 'every one of 39 plays, or has a bye');
      t.same([...new Set(results.map(({ sandbox }) => sandbox))], ['strict']);
      const bad = results.flatMap(({ players }) =>
        players.filter(({ offence }: { offence?: object }) => offence),
      );
      t.same([...new Set(bad.map(({ name }) => name))], ['bot07']);
      t.match(bad[0], { outcome: 'failed', offence: { kind: 'startup' } }, JSON.stringify(bad[0]));
      t.match(played.stderr, /\(bot07\): could not be started/);
    },
  );
});
