import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Result } from '../../host/events/result.ts';
import { openStore } from '../../host/runs/store/store.ts';
import { type KeptTournament, readKept, tournamentOf } from '../../host/tournament/file/kept-tournament.ts';
import { TournamentFold } from '../../host/tournament/report/tournament-fold.ts';
import { letterA } from './letter-a.ts';
import { carriers, run, start, until } from './wordhost.ts';

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
/** 56 games each. Tried with 12, which are 2,016 games in all. */
const ROUNDS = 4;

const tournaments = [
  {
    ...inTurns('scrabble', [passes, passes, passes]),
    options: 'dictionary: few.txt',
    rounds: ROUNDS,
    kills: 7,
    isInTurns: true,
  },
  {
    ...inTurns('boggle', [finds, finds, finds]),
    options: 'dictionary: few.txt, rules: turns',
    rounds: ROUNDS,
    kills: 7,
    isInTurns: true,
  },
  {
    game: 'bananagrams',
    options: 'dictionary: words.txt, bunch: last-bunch, hand: 3',
    bots: [
      ...Array<string>(6).fill(peels),
      'printf r; head -c 4 >/dev/null; [ $((WORDHOST_PLAYER_SEED % 3)) = 0 ] && exit 7; printf p003001AAA; exec sleep 60',
      'printf r; head -c 4 >/dev/null; [ $((WORDHOST_PLAYER_SEED % 4)) = 0 ] && printf x; printf p003001AAA; exec sleep 60',
    ],
    rounds: ROUNDS,
    kills: 6,
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
  const versions = (await store.files()).map(({ canonical }) => readKept(canonical) as KeptTournament);
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
  t.test(`${game}: 8 bots, two of them bad, and ${kills} times SIGKILL`, { timeout: 900_000 }, async (t) => {
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
    const undisturbed = await run(['tournament', '--quiet', '--store', 'whole.db', 'league.yml'], { cwd });
    t.equal(undisturbed.status, 0, undisturbed.stderr);
    t.same(
      plain(report),
      plain((await reportOf(join(cwd, 'whole.db'))).report),
      'as if nothing had happened',
    );
  });
}

/** Without what the clock says, and the names of games. */
function plain({ standings, bad, ...more }: Awaited<ReturnType<typeof reportOf>>['report']) {
  return {
    ...more,
    standings: standings.map(({ thinkMs: _, ...row }) => row),
    bad: bad.map(({ id: _, ...each }) => each),
  };
}
