import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { GameRecord } from '../../host/events/read-record.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { cgpOf, cgpText } from '../../host/games/scrabble/formats/cgp.ts';
import { readHand } from '../../host/games/scrabble/formats/move-notation.ts';
import type { HeldTiles } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition } from '../../host/games/scrabble/judge/position.ts';
import type { Options } from '../../host/games/scrabble/options.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { placementsOf } from '../../host/games/scrabble/wire/messages.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { planFromRecord } from '../../host/match/plan.ts';
import { say } from '../cli/in-process.ts';
import { run } from '../cli/wordhost.ts';
import { blocksOf, page, root } from '../docs/pages.ts';
import { crafted, flipped } from '../events/crafted/mutants.ts';
import { playSources, sourceFiles } from '../events/crafted/sources.ts';
import { tryCrafted } from '../events/crafted/try-crafted.ts';
import { tryPage } from '../events/crafted/try-page.ts';
import { tryRecord } from '../events/crafted/try-record.ts';
import { tryWires } from '../fuzz/try-wires.ts';
import { judgesAsTheOracle } from '../games/analysis-and-oracle.ts';
import { greedyLosesNothing, keepingLosesNothing } from '../games/analysis-of-greedy.ts';
import { tryBruteForce } from '../games/brute-force.ts';
import { recordedFromGcg, withoutRemarks, writtenGcg } from '../games/gcg-again.ts';
import {
  boundedBoards,
  english,
  infiniteBoards,
  several,
  tryBoards,
  tryLargeList,
} from '../games/scrabble-brute-force.ts';
import { klvOf, valueByChance } from '../leaves/klv-of.ts';
import { lists } from '../old-records/old-records.ts';
import { playGame, type StrategyName } from '../players/scrabble-games.ts';
import { readBack } from '../read-back.ts';
import type { SeenEvent } from '../seen-event.ts';
import { expectOk } from '../support/expect-ok.ts';
import { without } from '../support/without.ts';
import { writeChanceRecords, writeLimitedRecords, writeScrabbleRecord } from './chance-records.ts';
import { changedRecords } from './changed-records.ts';
import { judgeRecords, python, pythonOn } from './python.ts';

const beside = (path: string) => join(import.meta.dirname, path);

t.test('second judge', async (t) => {
  const skip = without('python3');
  const { lexicon } = expectOk(loadLexicon('english', [{ path: t.testdir(), exposed: false }]));

  t.test('a second judge, made from the docs alone, finds every decision right', { skip }, async (t) => {
    const { lists, records } = await writeChanceRecords(t.testdir(), 14);
    const seats = ['longest', 'random'] as const;
    const whole = join(t.testdirName, 'whole.jsonl');
    const all = [...records, await writeScrabbleRecord(whole, { seats, lexicon, seed: 'judge' })];
    const out = records.filter((file) => readFileSync(file, 'utf8').includes('"rule":"timeouts"'));
    t.ok(out.length > 1, `in ${out.length} records a player is out for its timeouts`);
    const { status, lines } = judgeRecords([...lists, lexicon.path], all);
    t.match(lines, [/^43 records, \d{3,} decisions: all right$/]);
    t.equal(status, 0);
  });

  t.test('each turn by the limit that its player has of its own', { skip }, async (t) => {
    const { lists } = await writeChanceRecords(t.testdir(), 1);
    const records = await writeLimitedRecords(t.testdirName);
    for (const file of records) {
      const timeouts = readFileSync(file, 'utf8').match(/"type":"timeout","seat":\d/g) ?? [];
      t.ok(timeouts.length >= 3, `${timeouts.length} timeouts`);
      t.strictSame([...new Set(timeouts)], ['"type":"timeout","seat":1'], 'the shorter one runs out');
    }
    t.match(judgeRecords(lists, records).lines, [/^3 records, \d{2,} decisions: all right$/]);
    const others = records.map((file, index) => {
      const path = join(t.testdirName, `other-${index}.jsonl`);
      writeFileSync(path, readFileSync(file, 'utf8').replace('"timeout":"300ms"', '"timeout":"301ms"'));
      return path;
    });
    t.equal(judgeRecords(lists, others).lines.length, 4, 'nobody was told of other limits');
  });

  t.test('and in the records of earlier versions', { skip }, async (t) => {
    const old = globSync('test/old-records/*/*.jsonl{,.gz}', { cwd: root }).map((file) => join(root, file));
    const { lines } = judgeRecords([...lists, lexicon.path], old);
    t.match(lines, [new RegExp(`^${old.length} records, \\d{4,} decisions: all right$`)]);
  });

  t.test('it finds whatever was changed in a decision', { skip }, async (t) => {
    const { lists, records } = await writeChanceRecords(t.testdir(), 4);
    mkdirSync(join(t.testdirName, 'changed'));
    const texts = records.map((file) => readFileSync(file, 'utf8'));
    const changed = changedRecords(texts).map(({ what, text }, index) => {
      const file = join(t.testdirName, 'changed', `${index}-${what}.jsonl`);
      writeFileSync(file, text);
      return file;
    });
    t.ok(changed.length > 100, `${changed.length} changes`);
    const { status, lines } = judgeRecords(lists, changed);
    t.equal(status, 1);
    const found = new Set(lines.map((line) => line.slice(0, line.indexOf(': '))));
    t.same(
      changed.filter((file) => !found.has(file)),
      [],
      'records in which nothing was found',
    );
  });

  t.test('it runs the programs of the test vectors to the same results', { skip }, async (t) => {
    const { lines } = python('vectors.py', join(root, 'docs', 'vectors', 'board-programs.json'));
    t.match(lines, [/^\d\d+ programs: all right$/]);
  });

  t.test('the program of the page of vectors finds the words of the boards', { skip }, async (t) => {
    const { text } = blocksOf(page('docs/vectors/README.md')).find(({ language }) => language === 'python')!;
    const vectors = join(root, 'docs', 'vectors', 'boggle-boards.json');
    const { stdout } = spawnSync('python3', ['-c', text, vectors], { encoding: 'utf8' });
    const lines = stdout.trimEnd().split('\n');
    t.ok(lines.length > 10);
    for (const line of lines) t.match(line, / words all right$/);
  });
});

t.test('second judge', async (t) => {
  const skip = without('python3');

  t.test('a second judge finds every decision right in two hundred games of chance', { skip }, async (t) => {
    const { lists, records } = await writeChanceRecords(t.testdir(), 70, 12_345);
    t.match(judgeRecords(lists, records).lines, [/^210 records, \d{4,} decisions: all right$/]);
  });

  t.test('and in whole games of the built-in players on all boards', { skip }, async (t) => {
    const { lexicon } = expectOk(
      loadLexicon('english', [{ path: join(t.testdir(), 'cache'), exposed: false }]),
    );
    const records: string[] = [];
    for (const rules of ['tournament', 'course', 'simple'])
      for (const board of ['official', 'hole', 'infinite', 'infinite-hole', 'random:1', 'plain']) {
        const path = join(t.testdirName, `${rules}-${records.length}.jsonl`);
        const seats = ['longest', 'random', 'longest'] as const;
        records.push(
          await writeScrabbleRecord(path, {
            seats,
            lexicon,
            options: { rules, board },
            seed: path.slice(-20),
          }),
        );
      }
    t.match(judgeRecords([lexicon.path], records).lines, [/^18 records, \d{3,} decisions: all right$/]);
  });
});

t.test('crafted', async (t) => {
  const cwd = t.testdir(sourceFiles);
  const sources = await playSources(cwd);

  t.test('The records that all this begins with are right', async (t) => {
    for (const source of sources)
      t.match(
        tryRecord({ what: '', source, bytes: Buffer.from(source.text) }),
        { refused: undefined, right: true },
        source.name,
      );
  });

  /** Each way in which the command line reads a record. */
  const ways = [
    ['replay'],
    ['replay', '--grids'],
    ['replay', '--verify'],
    ['replay', '--verify', '--json'],
    ['race', '--from'],
  ];

  /** Would wait for a host, where the record is right. */
  const playback = ['player', 'playback', '--seat', '1'];

  t.test('On the command line what is wrong with a record is a sentence and exit status 2', async (t) => {
    const all = [...crafted(sources)];
    const some = Array.from({ length: 2 }, (_, index) => all[Math.floor(((index + 0.5) * all.length) / 2)]!);
    for (const mutant of [...some, flipped(sources, 1)]) {
      writeFileSync(join(cwd, 'crafted'), mutant.bytes);
      const { refused } = tryRecord(mutant);
      for (const way of refused === undefined ? ways : [...ways, playback]) {
        const { status, stdout, stderr } = await say([...way, 'crafted'], { cwd });
        const said = `${mutant.what}: ${way.join(' ')}: ${status}: ${stderr}`;
        t.notMatch(stdout + stderr, /^ {4}at /m, said);
        if (refused === undefined) t.ok([0, 1, 2].includes(status!), said);
        else t.match({ status, stderr }, { status: 2, stderr: /^wordhost.*: crafted: .+\n$/ }, said);
      }
    }
  });

  t.test('A path that a record names is never opened: not even a pipe that nobody writes to', async (t) => {
    const [{ text }] = sources as readonly [(typeof sources)[number]];
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    const named = text.replace('"name":"english","sha256":"', '"name":"pipe","sha256":"');
    writeFileSync(join(cwd, 'named'), named);
    t.match(
      await say(['replay', '--verify', 'named'], { cwd }),
      { status: 0, stdout: /verified/ },
      'it is known by its hash',
    );
    writeFileSync(join(cwd, 'unknown'), named.replace(/"sha256":"[0-9a-f]{4}/, '"sha256":"0000'));
    const { status, stderr } = await say(['replay', '--verify', 'unknown'], { cwd });
    t.equal(status, 2);
    t.match(stderr, /played with the word list pipe \(SHA-256 0000.*Use --dictionary FILE/);
    for (const option of ['board', 'tiles', 'bunch'])
      for (const { text: other } of sources) {
        const pattern = new RegExp(`"${option}":(?:null|"(?:[^"\\\\]|\\\\.)*")`);
        const [opening = ''] = other.split('\n');
        if (!pattern.test(opening)) continue;
        writeFileSync(
          join(cwd, 'option'),
          other.replace(pattern, () => `"${option}":"pipe"`),
        );
        const outcome = await say(['replay', '--verify', 'option'], { cwd });
        t.match(
          outcome,
          { status: 1, stdout: new RegExp(`its option ${option}: `) },
          `${option}: ${outcome.stdout}`,
        );
      }
  });

  t.test('Of a folder only files are read: a pipe in it is left alone', async (t) => {
    mkdirSync(join(cwd, 'folder'));
    execFileSync('mkfifo', [join(cwd, 'folder', 'pipe.jsonl')]);
    t.match(await say(['race', '--from', 'folder'], { cwd }), { status: 2, stderr: /found none/ });
  });
});

t.test('crafted', async (t) => {
  const sources = await playSources(t.testdir(sourceFiles));
  tryCrafted(sources, { oneIn: 1, flips: 5_000 });

  t.test('Whatever a field of a record contains, its page and its drawing are whole', async (t) => {
    const some = [...crafted(sources)].filter((_, index) => index % 10 === 0);
    for (const mutant of some) t.doesNotThrow(() => tryPage(mutant), mutant.what);
    t.ok(some.length > 1000);
  });
});

t.test('boggle words', async (t) => {
  tryBruteForce(t, 1000);
});

t.test('gcg of games', async (t) => {
  const english = expectOk(loadLexicon('english'));
  const { lexicon } = english;

  const games: readonly (readonly [
    seats: readonly StrategyName[],
    options: Readonly<Record<string, string>>,
  ])[] = [
    [['random', 'greedy'], {}],
    [['random', 'random'], { rules: 'course' }],
    [['longest', 'random'], { rules: 'simple' }],
    [['greedy', 'longest'], { handsize: '5', tiles: 'english:2', leftover: 'twice' }],
    [['random', 'longest'], { board: 'hole', tiles: 'course', draws: 'QZ?XJ' }],
  ];

  /** Player 1 begins; and the totals differ by what the record says, in whatever way what is held was counted. */
  function checkPlayers(t: Test, gcg: string, record: GameRecord): void {
    const events = record.events as readonly SeenEvent[];
    const begins = events.find(({ type }) => ['play', 'change', 'pass'].includes(type))!.seat!;
    const { scores, seats } = events.find(({ type }) => type === 'scores') as SeenEvent & Scores;
    const [first, second] = [begins, 3 - begins].map((seat) => scores[seats.indexOf(seat)]!);
    const moves = Array.from(gcg.matchAll(/^>(\S+): .* (-?\d+)$/gm), ([, nick, total]) => ({ nick, total }));
    const totals = Array.from(gcg.matchAll(/^#player[12] (\S+)/gm), ([, player]) =>
      Number(moves.findLast(({ nick }) => nick === player)?.total),
    );
    t.ok(gcg.includes(`#player1 ${moves[0]?.nick} `));
    t.equal(totals[0]! - totals[1]!, first! - second!);
  }

  interface Scores {
    readonly scores: readonly number[];
    readonly seats: readonly number[];
  }

  /** As many more as are asked for: GCG_SEEDS=30. */
  const seeds = Array.from({ length: Number(process.env.GCG_SEEDS ?? 3) }, (_, index) => `${index + 1}`);

  for (const [seats, options] of games)
    t.test(`Games of ${seats.join(' and ')} are read back equal: ${JSON.stringify(options)}`, async (t) => {
      for (const list of [lexicon, undefined])
        for (const seed of seeds) {
          const { events } = await playGame({ seats, lexicon: list, options, seed });
          const record = readBack(events);
          const plan = expectOk(planFromRecord(record, list));
          const { rules, board, tiles, handsize } = plan.plan.setup.options as Options;
          for (const exact of [false, true]) {
            const gcg = writtenGcg(record, exact)!;
            const again = await recordedFromGcg(gcg, {
              options: { rules, board, tiles, handsize },
              lexicon: list,
            });
            t.match(again.verification, { ok: true, complete: true });
            t.equal(withoutRemarks(writtenGcg(again.record, exact)!), withoutRemarks(gcg));
            checkPlayers(t, gcg, record);
          }
        }
    });
});

t.test('the analysis of games against brute force', async (t) => {
  await judgesAsTheOracle(t, 'official', 140);
  await judgesAsTheOracle(t, 'hole', 30);
  await judgesAsTheOracle(t, 'random:7', 30);
});

t.test('300 games of greedy give nothing away by points', async (t) => {
  await greedyLosesNothing(t, 300);
});

t.test('40 games of greedy --leave by points and leave', async (t) => {
  await keepingLosesNothing(t, 40);
});

t.test('scrabble brute force bounded', async (t) => {
  tryBoards(t, boundedBoards, several);
});

t.test('scrabble brute force english', async (t) => {
  tryBoards(t, [...boundedBoards, ...infiniteBoards], english);
  tryLargeList(t);
});

t.test('scrabble brute force infinite', async (t) => {
  tryBoards(t, infiniteBoards, several);
});

t.test('fuzz', async (t) => {
  tryWires(t, { cases: 300, warming: 200, messages: 20_000 });
});

t.test('laws', async (t) => {
  const fuzz = (...words: readonly string[]) =>
    spawnSync(process.execPath, [join(beside('../fuzz'), 'laws.ts'), ...words], { encoding: 'utf8' });

  t.test('the laws of the games hold for more and other cases than in npm test', async (t) => {
    const { status, stdout } = fuzz('--seed', '2', '--times', '1', 'test/games');
    t.equal(status, 0, stdout);
    t.match(stdout, /^laws of \d+ files, seed 2, 1 times as many cases\n/);
  });

  t.test('seeds and counts that are none are refused', async (t) => {
    for (const words of [['--times', '0'], ['--times', 'x'], ['--seed=-1']])
      t.match(fuzz(...words), { status: 2, stdout: '', stderr: /expected whole numbers/ }, words.join(' '));
  });
});

t.test('equity by the leave values of a file', { skip: without('python3') }, async (t) => {
  const GAMES = 14;
  const MOVES = '1000';
  const klv = klvOf(
    builtInTileSet('english')!.tiles.map(({ count }) => count),
    6,
    valueByChance,
  );
  const cwd = t.testdir({ 'chance.klv2': klv });
  const greedy = 'wordhost player greedy --leave chance.klv2';
  const series = ['--games', `${GAMES}`, '--seed', 'equity', '--record', 'games', '--quiet'];
  const played = await run(['scrabble', ...series, '--cwd', cwd, greedy, greedy], { cwd });
  t.equal(played.status, 0, played.stderr);

  t.test('300 positions: each move and the best change are worth what a second program counts', async (t) => {
    const positions = globSync('games/*.jsonl', { cwd }).flatMap((record) => [
      ...bothRacks(join(cwd, record)),
    ]);
    t.ok(positions.length >= 300, `${positions.length} positions`);
    const moves = ['moves', '--leave', 'chance.klv2', '--top', MOVES, '-'];
    const { stdout, status } = await run(moves, { cwd, input: positions.join('\n') });
    t.equal(status, 0);
    const lines = stdout.trimEnd().split('\n');
    t.equal(lines.length, positions.length);
    const given = lines.map((line, index) => JSON.stringify({ cgp: positions[index], ...JSON.parse(line) }));
    const countedAgain = (some: readonly string[]) =>
      pythonOn(some.join('\n'), 'equity.py', join(cwd, 'chance.klv2')).lines.at(-1);
    t.match(countedAgain(given), /^\d{3} positions, \d{5,} moves, \d{3} changes: none differs$/);
    const changed = given[200]!.replace(
      /"equity":(-?)(\d+)/,
      (_, sign, whole) => `"equity":${sign}${Number(whole) + 1}`,
    );
    t.match(countedAgain([changed]), /^1 positions, .*: [12] differs$/, 'a point more is found');
  });

  t.test('greedy gives nothing away, and the engine has the same best move', async (t) => {
    const words = ['analyze', 'games', '--leave', 'chance.klv2', '--as', 'json', '--worst', '0'];
    const { status, stdout, stderr } = await run(words, { cwd });
    t.equal(status, 0, stderr);
    const reports = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const losses = reports.flatMap(({ moves }) => moves.map(({ measure }: { measure: number }) => measure));
    t.ok(losses.length >= 300);
    t.strictSame(
      losses.filter((loss) => loss !== 0),
      [],
    );
  });
});

/** The position before each turn of a recorded game, with both racks. */
function* bothRacks(path: string): Iterable<string> {
  const racks = ['', ''];
  const scores = [0, 0];
  const tiles = builtInTileSet('english')!;
  const board = builtInBoard('official')!;
  const terms = { rules: ruleSets.tournament, board, tiles, lexicon: undefined, handSize: 7 };
  let position = emptyPosition;
  for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
    const { type, seat, rack, score, move, errors } = JSON.parse(line) as SeenEvent;
    if (type === 'turn') {
      const seats = [seat, 3 - seat].map((each) => ({
        held: readHand(racks[each - 1]!, tiles) as HeldTiles,
        score: scores[each - 1]!,
      }));
      yield cgpText(cgpOf(position, terms, seats)!);
    }
    if (type === 'play' && errors === undefined) {
      position = position.with(placementsOf(move.split(' ')));
      scores[seat - 1] = score;
    }
    if (rack !== undefined) racks[seat - 1] = rack;
  }
}
