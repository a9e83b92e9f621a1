/**
 * `npm run fuzz interop`: plays against real programs, has them read our files and reads theirs, and compares what both count.
 * Nothing is fetched: what is not on this machine is skipped, in words.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { quotedWords } from '../../host/files/shell.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { type Cgp, cgpOf, cgpText } from '../../host/games/scrabble/formats/cgp.ts';
import { readHand } from '../../host/games/scrabble/formats/move-notation.ts';
import { judgePlay } from '../../host/games/scrabble/judge/judge-move.ts';
import type { HeldTiles, JudgingTerms } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition, type Position } from '../../host/games/scrabble/judge/position.ts';
import { type FoundPlay, searchPlays } from '../../host/games/scrabble/moves/search-plays.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { placementsOf } from '../../host/games/scrabble/wire/messages.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { engineKind } from '../../players/engine/kinds.ts';
import { firstMoveIn, moveWritten } from '../../players/engine/read-move.ts';
import type { SeenEvent } from '../seen-event.ts';
import { expectOk } from '../support/expect-ok.ts';
import { jsonLines } from '../support/json-lines.ts';

const help = `npm run fuzz interop -- [OPTION…]
Plays against MAGPIE, has it and Quackle read our GCG files and reads theirs, and compares plays, points and statistics with those of
MAGPIE, fastchess and cutechess-cli. Programs are looked for in the folders of WORDHOST_PEERS (with : between them; the root of a
checkout, or the folder of the program) and on the PATH. Nothing is fetched, and what is not there is skipped. Checkouts are only read.

  --games N    so many games for each comparison (4)
  --help       this text

Exit status: 0 all that is here agrees, 1 something differs, 2 the options are wrong.
`;

/** By the paths that they have below a folder; the first is looked for on the PATH, too. */
const programs = {
  magpie: ['magpie', 'bin/magpie'],
  quackle: ['libquackle_test', 'test/libquackle_test', 'build/test/libquackle_test'],
  fastchess: ['fastchess'],
  cutechess: ['cutechess-cli', 'build/cutechess-cli'],
} as const;
type PeerName = keyof typeof programs;

interface Peer {
  readonly program: string;
  /** The nearest folder above it with a folder `data`, or else its own folder. */
  readonly folder: string;
}

const LONGEST_MS = 600_000;
const root = join(import.meta.dirname, '..', '..');
const scratch = mkdtempSync(join(tmpdir(), 'wordhost-interop-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

let differences = 0;

function compare(what: string, isSame: boolean, seen: string): void {
  if (!isSame) differences++;
  process.stdout.write(`${isSame ? 'same     ' : 'DIFFERENT'} ${what}: ${seen}\n`);
}

function findPeer(name: PeerName): Peer | undefined {
  const [first, ...others] = programs[name];
  for (const folder of (process.env.WORDHOST_PEERS ?? '').split(':').filter((each) => each !== ''))
    for (const path of [first, ...others])
      if (existsSync(join(folder, path))) return peerAt(join(folder, path));
  for (const folder of (process.env.PATH ?? '').split(':'))
    if (existsSync(join(folder, first))) return peerAt(join(folder, first));
  return undefined;
}

function peerAt(program: string): Peer {
  const own = dirname(program);
  const above = [own, dirname(own), dirname(dirname(own))];
  return { program, folder: above.find((folder) => existsSync(join(folder, 'data'))) ?? own };
}

function run(argv: readonly string[], { cwd = scratch, input = '' } = {}): SpawnSyncReturns<string> {
  const [program = '', ...args] = argv;
  return spawnSync(program, args, { cwd, input, encoding: 'utf8', timeout: LONGEST_MS, maxBuffer: 2 ** 28 });
}

const wordhost = (...args: readonly string[]) =>
  run([process.execPath, join(root, 'dist', 'wordhost.js'), ...args]);

/** Records of games of our own players, with their GCG beside them. */
function ownGames(games: number): readonly string[] {
  const played = wordhost(
    ...['scrabble', '--games', `${games}`, '--seed', 'interop', '--record', 'own', '--quiet'],
    ...['wordhost player greedy --leave', 'wordhost player greedy'],
  );
  const records = globSync('own/*.jsonl', { cwd: scratch }).sort();
  compare('games of our own', records.length === games, `${records.length} of ${games}${played.stderr}`);
  for (const record of records)
    wordhost('export', record, '--as', 'gcg', '--output', record.replace('.jsonl', '.gcg'));
  return records;
}

const read = expectOk(loadLexicon('english'));
const terms: JudgingTerms = {
  rules: ruleSets.tournament,
  board: builtInBoard('official')!,
  tiles: builtInTileSet('english')!,
  lexicon: read.lexicon,
  handSize: 7,
};

interface Place {
  readonly position: Position;
  readonly held: HeldTiles;
  readonly cgp: Cgp;
}

/** What the player saw that was to move, in each turn of a game. */
function* placesIn(record: string): Iterable<Place> {
  const events = jsonLines<SeenEvent>(readFileSync(join(scratch, record), 'utf8'));
  const racks = ['', ''];
  const scores = [0, 0];
  let position = emptyPosition;
  for (const { type, seat, rack, score, move, errors } of events) {
    if (type === 'turn') {
      const held = readHand(racks[seat - 1]!, terms.tiles) as HeldTiles;
      const players = [
        { held, score: scores[seat - 1]! },
        { held: new Map<number, number>(), score: scores[2 - seat]! },
      ];
      yield { position, held, cgp: cgpOf(position, terms, players)! };
    }
    if (type === 'play' && errors === undefined) {
      position = position.with(placementsOf(move.split(' ')));
      scores[seat - 1] = score;
    }
    if (rack !== undefined) racks[seat - 1] = rack;
  }
}

const ERROR = /^\W*error\b.*/im;

/** Those that a console lists for several positions: each list begins with 1. */
function listsIn(text: string): { readonly move: string; readonly points: number }[][] {
  const lists: { readonly move: string; readonly points: number }[][] = [];
  for (const line of text.split('\n')) {
    const [, rank, rest = ''] = /^\s*(\d+):\s+(\S.*)$/.exec(line) ?? [];
    if (rank === undefined) continue;
    if (rank === '1') lists.push([]);
    const [, points] = /\s(\d+)\s+-?[\d.]+\s*$/.exec(rest) ?? [];
    const move = firstMoveIn(`1: ${rest}`);
    if (move !== undefined && points !== undefined) lists.at(-1)?.push({ move, points: Number(points) });
  }
  return lists;
}

/** A folder with links to the data of a checkout, in which the word list is ours. The checkout stays as it is. */
function linkedData(folder: string, list: string): string {
  const own = join(scratch, 'magpie');
  mkdirSync(join(own, 'data', 'lexica'), { recursive: true });
  for (const path of globSync(['data/*', 'data/lexica/*'], { cwd: folder }))
    if (path !== 'data/lexica' && path !== list) symlinkSync(join(folder, path), join(own, path));
  return own;
}

/** All plays, the most points first, without the board beside them. */
const LISTED = 500;
const MAGPIE_LISTS = `-shwithmoves false -maxnumdplays ${LISTED} -s1 score`;

function withMagpie({ program, folder }: Peer, { games, records }: Own): void {
  const list = 'data/lexica/CELwordhost.kwg';
  const cwd = linkedData(folder, list);
  const settings = '-mode sync -wmp false -savesettings false -lex CELwordhost -leaves CSW21';
  const command = [program, 'set', ...settings.split(' ')];
  writeFileSync(
    join(scratch, 'magpie.sh'),
    `cd ${quotedWords([cwd])}\ncp "$WORDHOST_KWG" ${list}\nexec ${quotedWords(command)}\n`,
  );
  const played = wordhost(
    ...['scrabble', '--games', `${games}`, '--seed', 'interop', '--json', '--quiet', '--timeout', '30s'],
    ...['--stderr', 'inherit', '--ready-timeout', '1m', '--cwd', scratch],
    ...["wordhost player engine --kind magpie 'sh magpie.sh'", 'wordhost player greedy'],
  );
  const ends = played.stdout
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? JSON.parse(line).reason : []));
  const whole = ends.filter((reason) => ['played-out', 'scoreless'].includes(reason)).length;
  const illegal = played.stderr.match(/is not legal/g)?.length ?? 0;
  compare(
    'magpie at the table',
    whole === games && illegal === 0,
    `${whole} of ${games} games, ${illegal} illegal moves`,
  );

  const refused = records.flatMap((record) => {
    const { stdout, stderr } = run(command, { cwd, input: `load ${gcgOf(record)}\nquit\n` });
    return ERROR.exec(stdout + stderr)?.[0] ?? [];
  });
  reads('magpie', records.length, refused);

  const found: string[] = [];
  let positions = 0;
  for (const record of records) {
    const places = [...placesIn(record)];
    const names = { lexicon: 'CELwordhost', board: undefined, tiles: 'english' };
    const lines = places.flatMap(({ cgp }) => engineKind('magpie').ask(cgp, names));
    const input = [...lines, 'quit\n'].join('\n').replaceAll('-numplays 1', `-numplays ${LISTED}`);
    const { stdout, stderr } = run([...command, ...MAGPIE_LISTS.split(' ')], { cwd, input });
    const lists = listsIn(stdout + stderr);
    if (lists.length !== places.length) found.push(`${lists.length} lists for ${places.length} positions`);
    for (const [index, place] of places.entries()) found.push(...differencesIn(place, lists[index] ?? []));
    positions += places.length;
  }
  compare('plays of magpie', found.length === 0, [`${positions} positions`, ...found.slice(0, 5)].join('; '));
  imports('magpie', folder);
}

function* differencesIn(
  { position, held, cgp }: Place,
  listed: ReturnType<typeof listsIn>[number],
): Iterable<string> {
  let best = 0;
  const look = ({ points = 0 }: FoundPlay) => {
    best = Math.max(best, points);
  };
  for (const _ of searchPlays(terms, position, held, look));
  const theirs = Math.max(0, ...listed.map(({ points }) => points));
  if (theirs !== best) yield `${cgpText(cgp)}: the best play brings ${best} here, ${theirs} there`;
  for (const { move, points } of listed) {
    const read = moveWritten(move, { terms, position });
    if (typeof read === 'string') yield `${cgpText(cgp)}: ${move}: ${read}`;
    if (typeof read === 'string' || read.type !== 'play') continue;
    const judged = judgePlay(terms, position, held, read.placements);
    const here = judged.legal ? judged.points : judged.errors.map(({ rule }) => rule).join();
    if (here !== points) yield `${cgpText(cgp)}: ${move}: ${here} here, ${points} there`;
  }
}

/** Its repository has lists without the gaddag, and it says so at each start. It is slower then, and plays alike. */
const QUACKLE_PROBLEM =
  /(?:GCG error reading|Could not open gcg|Couldn't load alphabet|couldn't open (?:dawg|file)).*/;

function withQuackle({ program, folder }: Peer, { games, records }: Own): void {
  // Its data are looked for beside the folder in which it is started, and it writes its games there.
  const [data, cwd] = [join(folder, 'data'), join(scratch, 'quackle')];
  mkdirSync(cwd);
  if (existsSync(data)) symlinkSync(data, join(scratch, 'data'));
  const [list = 'twl06'] = ['nwl23', 'csw24'].filter((name) =>
    existsSync(join(data, 'lexica', `${name}.dawg`)),
  );
  const quackle = (mode: string, ...options: readonly string[]) =>
    run([program, `--mode=${mode}`, `--lexicon=${list}`, '--seed=1', ...options], { cwd });
  const refused = records.flatMap((record) => {
    const { status, stdout, stderr } = quackle('positions', `--position=${gcgOf(record)}`);
    const [problem] = QUACKLE_PROBLEM.exec(stdout + stderr) ?? [];
    return problem ?? (status === 0 ? [] : `it ended with ${status}`);
  });
  reads('quackle', records.length, refused);
  quackle('selfplay', `--repetitions=${games}`, '--report');
  imports('quackle', cwd);
}

const gcgOf = (record: string) => join(scratch, record.replace('.jsonl', '.gcg'));

function reads(name: PeerName, count: number, refused: readonly string[]): void {
  const seen = [`${count - refused.length} of ${count}`, ...new Set(refused)].join('; ');
  compare(`${name} reads our GCG`, refused.length === 0, seen);
}

/** Files for tests of what is wrong are among them: which are refused is to be read, and is no difference. */
function imports(name: PeerName, folder: string): void {
  const files = globSync('**/*.gcg', { cwd: folder }).sort();
  const refused = files.flatMap((file) => {
    const { status, stderr } = wordhost('import', join(folder, file), '--dictionary', 'none', '--json');
    if (status !== 0 && status !== 2) differences++;
    return status === 0 ? [] : `  ${file}: ${stderr.split('\n')[0]}\n`;
  });
  process.stdout.write(
    `read      GCG of ${name}: ${files.length - refused.length} of ${files.length}\n${refused.join('')}`,
  );
}

/** How each runner of chess matches is told an argument of an engine, and what it prints at the end, the last line of each kind. */
const runners = {
  fastchess: {
    engine: (path: string, seat: string) => [`args=${path} ${seat}`],
    sprt: ['model=logistic'],
    counts: /Ptnml\(0-2\): \[(\d+), (\d+), (\d+), (\d+), (\d+)\]/g,
    given: (counts: readonly number[]) => ['--pentanomial', counts.join()],
    figures: [/^Elo: (-?[\d.]+) \+\/- ([\d.]+)/gm, /^LLR: (-?[\d.]+)/gm],
  },
  cutechess: {
    engine: (path: string, seat: string) => [`arg=${path}`, `arg=${seat}`],
    sprt: [],
    counts: /^Score of \S+ vs \S+: (\d+) - (\d+) - (\d+)/gm,
    given: ([won, lost, drawn]: readonly number[]) => ['--wdl', [won, drawn, lost].join()],
    // Its ratio is of another model.
    figures: [/^Elo difference: (-?[\d.]+) \+\/- ([\d.]+)/gm],
  },
};

/** Figures are printed with one or two places. */
const LEAST_DIFFERENCE = 0.06;

/** Two engines of chess that win, draw and lose by chance: what counts is how the runner counts it. */
function withRunner(name: keyof typeof runners, { program }: Peer, { games }: Own): void {
  const runner = runners[name];
  const engine = join(import.meta.dirname, 'chess-by-chance.mjs');
  const seats = ['A', 'B'].flatMap((seat) => [
    ...['-engine', `name=${seat}`, `cmd=${process.execPath}`, 'proto=uci'],
    ...runner.engine(engine, seat),
  ]);
  const rounds = ['-rounds', `${10 * games}`, '-games', '2', '-repeat', '-each', 'tc=60+1'];
  const sprt = ['-sprt', 'elo0=0', 'elo1=10', 'alpha=0.05', 'beta=0.05', ...runner.sprt];
  const { stdout, stderr } = run([program, ...seats, ...rounds, ...sprt]);
  const last = (pattern: RegExp) => [...stdout.matchAll(pattern)].at(-1)?.slice(1).map(Number) ?? [];
  const counts = last(runner.counts);
  if (counts.length === 0) {
    compare(name, false, `no counts of games: ${(stdout + stderr).trim().split('\n').at(-1)}`);
    return;
  }
  const own = wordhost('stats', ...runner.given(counts), '--json', '--model', 'logistic', '--elo1', '10');
  const { elo, sprt: test } = JSON.parse(own.stdout) as SeenEvent;
  const theirs = runner.figures.flatMap(last);
  const ours: number[] = [elo.value, elo.error, test.llr].slice(0, theirs.length);
  const isSame =
    theirs.length >= 2 && ours.every((value, index) => Math.abs(value - theirs[index]!) < LEAST_DIFFERENCE);
  const seen = `of ${counts.join(', ')}: ${ours.join(', ')} here, ${theirs.join(', ')} there`;
  compare(`statistics of ${name}`, isSame, seen);
}

interface Own {
  readonly games: number;
  readonly records: readonly string[];
}

const { values } = parseArgs({
  options: { games: { type: 'string', default: '4' }, help: { type: 'boolean' } },
});
const games = Number(values.games);
if (values.help) process.stdout.write(help);
else if (!Number.isSafeInteger(games) || games < 1) {
  process.stderr.write(`--games: expected a whole number from 1; got ${values.games}\n`);
  process.exitCode = 2;
} else tryAll();

function tryAll(): void {
  const names = Object.keys(programs) as PeerName[];
  const here = names.flatMap((name) => {
    const peer = findPeer(name);
    if (!peer)
      process.stdout.write(`skipped   ${name}: no ${programs[name][0]} in WORDHOST_PEERS or on the PATH\n`);
    return peer ? { name, peer } : [];
  });
  if (here.length === 0) return;
  const own = { games, records: ownGames(games) };
  for (const { name, peer } of here) {
    if (name === 'magpie') withMagpie(peer, own);
    else if (name === 'quackle') withQuackle(peer, own);
    else withRunner(name, peer, own);
  }
  if (differences > 0) process.exitCode = 1;
}
