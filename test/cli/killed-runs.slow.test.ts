import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Result } from '../../host/events/result.ts';
import { openStore } from '../../host/runs/store/store.ts';
import { hasProc, readProc } from '../../host/seats/process/processes/proc.ts';
import { TournamentFold } from '../../host/tournament/report.ts';
import {
  readStoredTournament,
  type StoredTournament,
  tournamentOf,
} from '../../host/tournament/stored-tournament.ts';
import { gamesOf, openedToRead } from '../runs/store/opened.ts';
import { expectOk } from '../support/expect-ok.ts';
import { momentOf } from '../support/moments.ts';
import { letterA } from './letter-a.ts';
import { carriers, resultsOf, run, start, succeed, until } from './wordhost.ts';

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
        ...'--timeout 2m --json --quiet'.split(' '),
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
  const KILLS = 6;
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
    const whole = await succeed(t, [...words('whole.db'), '--json'], { cwd });
    let told: ReturnType<typeof toldIn> = [];
    const all: { readonly number: number; readonly id: string }[] = [];
    for (let time = 0; time < KILLS; time++) {
      const running = start([...words('killed.db'), '--results', `told-${time}.jsonl`], { cwd });
      await until(() => /^NEW /m.test(running.stderr), running);
      const path = join(cwd, `told-${time}.jsonl`);
      const before = told.length;
      // On a busy machine a time alone could always be before the first game is over.
      if (time % 2 === 0) await setTimeout(LATEST_MS * momentOf(time, KILLS));
      else await until(() => toldIn(path).length > before || running.child.exitCode !== null, running);
      running.child.kill('SIGKILL');
      await running.ended;
      // Those of earlier runs are told again.
      const now = toldIn(path);
      if (now.length > told.length) told = now;
      all.push(...now);
    }
    t.ok(told.length >= KILLS / 2, `${told.length} games were told before the last kill`);
    const last = await succeed(t, [...words('killed.db'), '--json'], { cwd });
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
  const ROUNDS = 2;

  const tournaments = [
    {
      ...inTurns('scrabble', [passes, passes, passes]),
      options: 'dictionary: few.txt',
      rounds: ROUNDS,
      kills: 3,
      isInTurns: true,
    },
    {
      ...inTurns('boggle', [finds, finds, finds]),
      options: 'dictionary: few.txt, rules: turns',
      rounds: ROUNDS,
      kills: 3,
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
      kills: 3,
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
    await using store = expectOk(await openStore(path, { mode: 'read' })).store;
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
      await until(() => existsSync(join(cwd, 'killed.db')), host);
      await setTimeout(300 + drawn(LONGEST_MS));
      host.child.kill('SIGKILL');
      const { signal, stderr, status } = await host.ended;
      t.ok(signal === 'SIGKILL' || status === 0, `${kill}: ${stderr}`);
      await until(() => carriers(host.marker).length === 0, 'the end of what it had started');
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
        await succeed(t, ['tournament', '--quiet', '--store', 'killed.db', 'league.yml'], {
          cwd,
        });
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
        await succeed(t, ['tournament', '--quiet', '--store', 'whole.db', 'league.yml'], {
          cwd,
        });
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
