import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { judgesAsTheOracle } from '../games/analysis-and-oracle.ts';
import { greedyLosesNothing, keepingLosesNothing } from '../games/analysis-of-greedy.ts';
import { list } from '../players/engine/games.ts';
import { allOf } from '../support/all-of.ts';
import { jsonLines } from '../support/json-lines.ts';
import { say } from './in-process.ts';
import { run, start, succeed, until } from './wordhost.ts';

/** A challenge, a word that stood though it is none, and tiles that nobody has seen. */
const club = `#character-encoding UTF-8
#player1 Ada Ada Lovelace
#player2 Ben Ben
>Ada: AEEIRST 8D SERIATE +66 66
>Ben: ?DGLNOU E7 G.LN +5 5
>Ben: ?DGLNOU -- -5 0
>Ada: CEHT D4 TECH. +20 86
>Ben: ?DGLNOU 4A GOD.U +9 9
>Ada: -3 +0 86
`;
/** Of a page with more than a hundred steps of Boggle, or sixty of Scrabble. */
const MOST_BYTES = 57 * 1024;

const engine = join(import.meta.dirname, '..', 'players', 'engine', 'console-engine.ts');
const engineOf = (kind: string, habit = 'honest') =>
  `${process.execPath} --conditions=wordhost-source ${engine} ${kind} ${habit} 0 -s1 score`;

t.test('analyze', async (t) => {
  const cwd = t.testdir({
    ...list,
    'club.gcg': club,
    'wrong.gcg': `${club}>Ben: nothing\n`,
    'no.jsonl': '{}\n',
    empty: {},
  });
  const play = async (folder: string, ...words: readonly string[]) =>
    await run([...words, '--record', folder, '--name', 'Ada', '--name', 'Ben'], { cwd });
  const [longest, greedy] = ['wordhost player longest', 'wordhost player greedy'];
  await play('games', 'scrabble', '--seed', '7', '--games', '2', longest, greedy);
  await play(
    'few',
    'scrabble',
    '--seed',
    '5',
    '--dictionary',
    'words.txt',
    '--max-turns',
    '8',
    longest,
    greedy,
  );
  await play(
    'infinite',
    'scrabble',
    '--seed',
    '5',
    '--board',
    'infinite',
    '--max-turns',
    '12',
    longest,
    greedy,
  );
  await play('three', 'scrabble', '--seed', '5', '--max-turns', '6', '--name', 'Cy', longest, greedy, greedy);
  await play('none', 'scrabble', '--seed', '5', '--dictionary', 'none', '--max-turns', '4', longest, longest);
  await play(
    'boggle',
    'boggle',
    '--seed',
    '3',
    'wordhost player boggle',
    'wordhost player boggle --level few',
  );
  await play(
    'turns',
    'boggle',
    '--seed',
    '3',
    '--rules',
    'turns',
    'wordhost player boggle',
    'wordhost player boggle',
  );
  await play(
    'peels',
    'bananagrams',
    '--seed',
    '3',
    'wordhost player bananagrams',
    'wordhost player bananagrams',
  );
  const recordIn = (folder: string) => `${folder}/${readdirSync(join(cwd, folder)).sort()[0]}`;
  const reports = (stdout: string) => jsonLines(stdout);
  const json = async (...words: readonly string[]) => {
    const said = await say(['analyze', ...words, '--as', 'json'], { cwd });
    return { ...said, reports: reports(said.stdout) };
  };

  t.test('a game of Scrabble: each move beside the best, and the figures of its players', async (t) => {
    const said = await say(['analyze', recordIn('games')], { cwd });
    t.match(said, { status: 0, stderr: '' });
    t.match(said.stdout, /step {2}player {2}turn {2}hand +move +points {2}best +points {2}lost/);
    t.match(said.stdout, /points lost per move +(?:[\d.]+ +0|0 +[\d.]+)\n/, 'Ben is greedy');
  });

  t.test('two runs print the same', async (t) => {
    const twice = await Promise.all([1, 2].map(() => run(['analyze', 'games', '--by', 'equity'], { cwd })));
    t.equal(twice[0]!.stdout, twice[1]!.stdout);
    t.match(twice[0]!.stdout, /worse exchanges/);
  });

  t.test('a game of another program: a challenge, a phony that stood, bingos missed', async (t) => {
    const { status, stderr, reports } = await json('club.gcg');
    t.equal(status, 0, stderr);
    const moves = reports[0].moves.map(({ cells }: { cells: object }) => cells);
    t.match(moves, [
      { kind: 'play', move: '8D SERIATE', points: 66, loss: 0, bingo: 'found' },
      { kind: 'refused', move: 'E7 G.LN', points: 0, phony: 'GELN', bingo: 'missed' },
      { kind: 'play', move: 'D4 TECH.', points: 20 },
      { kind: 'play', move: '4A GOD.U', points: 9, phony: 'GODTU', bingo: 'missed' },
      { kind: 'change', points: 0 },
    ]);
    t.match(reports[0].players[1].figures, { phonies: 2, phoniesStood: 1, bingosMissed: 2, bingoShare: 0 });
    t.match(stderr, /the file stops after line 9/);
  });

  t.test('a note in GCG says what was better, and import reads it', async (t) => {
    const { stdout } = await say(['analyze', recordIn('games'), '--as', 'gcg', '--output', 'noted.gcg'], {
      cwd,
    });
    t.equal(stdout, '');
    const noted = readFileSync(join(cwd, 'noted.gcg'), 'utf8');
    t.match(noted, /\n#note best: \S+ \S+ \d+, \S+ \S+ \d+, \S+ \S+ \d+; lost \d+\n/);
    t.match(await say(['import', 'noted.gcg', '--json'], { cwd }), { status: 0 });
  });

  t.test('boards without edges are judged, too', async (t) => {
    const { reports } = await json(recordIn('infinite'));
    const own = (seat: number) => reports[0].moves.filter((move: { seat: number }) => move.seat === seat);
    t.ok(own(1).length > 2);
    t.ok(
      allOf(own(2), ({ measure }: { measure: number }) => measure === 0),
      'greedy loses nothing',
    );
  });

  t.test('a row a move, a row a game; two processes write what one writes', async (t) => {
    const csv = async (jobs: string) => {
      const words = [...'analyze games --as csv --output m.csv --per-game g.csv --jobs'.split(' '), jobs];
      t.match(await run(words, { cwd }), { status: 0, stdout: '' });
      return [readFileSync(join(cwd, 'm.csv'), 'utf8'), readFileSync(join(cwd, 'g.csv'), 'utf8')];
    };
    const [moves = '', games = ''] = await csv('1');
    t.same(await csv('2'), [moves, games]);
    t.match(moves, /^file,game,id,n,step,seat,player,turn,rack,kind,move,points,bestMove,bestPoints,loss,/);
    t.equal(games.split('\r\n').length, 1 + 2 + 1);
    t.match(games, /^game,file,id,seed,player_1,moves_1,.*,player_2,moves_2/);
  });

  t.test('the worst moves, each with a command that shows it', async (t) => {
    const { stdout } = await say(['analyze', 'games', '--worst', '3', '--player', 'Ada'], { cwd });
    t.notMatch(stdout, /Ben/);
    const commands = stdout.split('\n').filter((line) => line.startsWith('  wordhost analyze '));
    t.equal(commands.length, 3);
    t.match(await say(commands[0]!.trim().split(' ').slice(1), { cwd }), { status: 0, stderr: '' });
    const page = readFileSync(join(cwd, 'move.html'), 'utf8');
    t.match(page, /<h2>Analysis<\/h2>/);
    t.match(page, /Best moves<\/p><ol class="best"><li><button/);
    t.match(page, /<p class="summary">gave away [\d.]+ points per move/);
    t.match(page, /points given away, in all: [^"]+ [\d.]+ after \d+ moves, /);
  });

  t.test('the page of a game begins at its worst move, or at --step', async (t) => {
    const { reports } = await json(recordIn('games'));
    const moves = reports[0].moves as readonly { readonly step: number; readonly measure: number }[];
    const [worst] = moves.toSorted((one, other) => other.measure - one.measure);
    const said = async (...words: readonly string[]) => {
      const { stdout } = await say(['analyze', recordIn('games'), '--as', 'html', ...words], { cwd });
      return /<output class="said"[^>]*>step (\d+) of/.exec(stdout)?.[1];
    };
    t.equal(await said(), String(worst!.step));
    t.equal(await said('--step', '7'), '7');
  });

  t.test('the page of a long game has few bytes, with all steps, best moves and the script', async (t) => {
    const random = ['scrabble', 'wordhost player random', 'wordhost player random'];
    const boggle = ['boggle', 'wordhost player boggle', 'wordhost player boggle'];
    const seeds = { 'long-scrabble': [random, '1'], 'long-boggle': [boggle, '3'] } as const;
    for (const [folder, [words, seed]] of Object.entries(seeds)) {
      await play(folder, ...words, '--seed', seed, '--player-seed', '1');
      for (const form of [['analyze', '--as', 'html'], ['export']]) {
        const { stdout } = await say([...form, recordIn(folder)], { cwd });
        const page = Buffer.byteLength(stdout);
        t.ok(page > 40_000 && page <= MOST_BYTES, `${folder}, ${form[0]}: ${page} bytes`);
      }
    }
  });

  t.test('several games as a page', async (t) => {
    t.match(await say(['analyze', 'games', '--as', 'html', '--output', 'all.html'], { cwd }), { status: 0 });
    const page = readFileSync(join(cwd, 'all.html'), 'utf8');
    t.match(page, /<title>Analysis: 2 games of scrabble<\/title>/);
    t.match(page, /The worst moves/);
    t.match(await say(['analyze', 'games', '--as', 'html', '--output', 'words.txt'], { cwd }), { status: 2 });
  });

  t.test('Boggle: what was found, by whom, and what was missed', async (t) => {
    const { reports } = await json(recordIn('boggle'));
    const [all, some] = reports[0].players;
    t.match(all.figures, { missedPoints: 0, nobody: 0, notindictionary: 0 });
    t.ok(some.figures.missedPoints > 0);
    t.match(some.notes, [/^missed [A-Z]+ \(\d+\), /]);
    const shared = reports[0].moves.filter(({ cells }: { cells: { others: number } }) => cells.others === 1);
    t.ok(allOf(shared, ({ cells }: { cells: { points: number } }) => cells.points === 0));
    const inTurns = await json(recordIn('turns'));
    const [one, other] = inTurns.reports[0].players;
    t.equal(
      one.figures.missedPoints,
      other.figures.missedPoints,
      'in turns what nobody found is missed by both',
    );
    const { missed } = inTurns.reports[0];
    t.ok(missed.length > 0 && missed.length <= 8, `${missed.length} of the words that nobody found`);
    t.ok(allOf(missed, (each: string) => /^[A-Z]+ \d+$/.test(each)));
  });

  t.test('Bananagrams: each peel with its time, and what it moved', async (t) => {
    const { reports } = await json(recordIn('peels'));
    const { moves, players } = reports[0];
    t.match(moves[0].cells, { move: '001', tiles: 21, loose: 21, dumps: 0 });
    t.match(moves.at(-1).cells, { loose: Number, moved: Number, longest: String });
    t.ok(allOf(moves, ({ measure }: { measure: number }) => measure >= 0));
    t.ok(
      players.some(({ figures }: { figures: { peels: number; seconds90: number } }) => figures.seconds90 > 0),
    );
  });

  for (const kind of ['macondo', 'magpie'])
    t.test(`the engine ${kind} says the best moves`, async (t) => {
      const asked = ['--engine', engineOf(kind), '--kind', kind, '--dictionary', 'words.txt'];
      const said = await succeed(t, ['analyze', recordIn('few'), '--as', 'json', ...asked], { cwd });
      const { reports: own } = await json(recordIn('few'), '--top', '1');
      const points = (report: { moves: readonly { cells: { bestPoints: number } }[] }) =>
        report.moves.map(({ cells }) => cells.bestPoints);
      t.same(points(reports(said.stdout)[0]), points(own[0]), 'it has the plays with the most points, too');
    });

  const refused: readonly (readonly [what: string, words: readonly string[], says: RegExp])[] = [
    ['no such file', ['nothing.jsonl'], /nothing\.jsonl: no such file/],
    ['no record', ['no.jsonl'], /no\.jsonl: expected a record of wordhost/],
    ['an empty folder', ['empty'], /empty: expected records/],
    ['a file in GCG that is wrong', ['wrong.gcg'], /wrong\.gcg: line 10/],
    ['GCG of two games', ['games', '--as', 'gcg'], /--as gcg writes one game; got 2/],
    ['GCG of a game of three', ['three', '--as', 'gcg'], /--as gcg: GCG supports games of two players/],
    ['GCG of Boggle', ['boggle', '--as', 'gcg'], /--as gcg: boggle.*cannot.* GCG/],
    [
      'a step that is not there',
      ['club.gcg', '--as', 'html', '--step', '99'],
      /--step: expected a step from 1 to \d+; got 99/,
    ],
    ['a step without a page', ['club.gcg', '--step', '2'], /--step requires --as html and a single game/],
    ['a file for a terminal', ['club.gcg', '--output', 'x'], /--output requires --as json, csv, html or gcg/],
    ['a game without a word list', ['none'], /without a word list: choose.*analysis.* --dictionary/],
    ['a player who is not there', ['club.gcg', '--player', 'Cy'], /--player Cy: .*Ada Lovelace, Ben/],
    ['a kind without an engine', ['club.gcg', '--kind', 'macondo'], /--kind requires --engine COMMAND/],
    ['an engine without a kind', ['club.gcg', '--engine', 'x'], /--engine requires --kind/],
    [
      'a kind that is none',
      ['club.gcg', '--engine', 'x', '--kind', 'foo'],
      /--kind: expected magpie.* or .*; got foo/,
    ],
    [
      'an engine that ends',
      ['club.gcg', '--engine', 'exit 3', '--kind', 'macondo'],
      /the engine exited with status 3/,
    ],
    [
      'an engine whose move is off the board',
      ['few', '--engine', engineOf('magpie', 'off'), '--kind', 'magpie'],
      /--engine: /,
    ],
    [
      'leave values that are not there',
      ['few', '--leave', 'none.klv2'],
      /--leave none\.klv2: expected a KLV2 file/,
    ],
    [
      'an engine and three players',
      ['three', '--engine', 'cat', '--kind', 'macondo'],
      /--engine: expected games of two players/,
    ],
    [
      'an engine and a board without edges',
      ['infinite', '--engine', 'cat', '--kind', 'macondo'],
      /on boards with edges/,
    ],
    ['standard output twice', ['games', '--as', 'csv', '--per-game', '-'], /both write to standard output/],
    ['names and more', ['-', 'games'], /expected - alone/],
  ];
  for (const [what, words, says] of refused)
    t.test(`refused: ${what}`, async (t) => {
      const call = words.includes('--engine') || words.includes('-') ? run : say;
      const { status, stderr, stdout } = await call(['analyze', ...words], { cwd });
      t.equal(status, 2, stdout);
      t.match(stderr, says);
    });

  const changes: readonly (readonly [what: string, from: RegExp, to: string])[] = [
    ['no tiles', /"move":"[^"]*","points"/, '"move":"zzz","points"'],
    ['tiles beyond the board', /"move":"[^"]*","points"/, '"move":"999999999 0 5E1","points"'],
    ['no places', /"move":"[^"]*","points"/, '"move":"x y z","points"'],
    ['a hand of very many tiles', /"drew":"[^"]*"/, '"drew":"5x999999999"'],
    ['tiles that there are not', /"drew":"[^"]*"/, '"drew":"99x1"'],
  ];
  for (const [what, from, to] of changes)
    t.test(`a record that is not right is refused: ${what}`, async (t) => {
      const record = readFileSync(join(cwd, recordIn('games')), 'utf8');
      writeFileSync(join(cwd, 'changed.jsonl'), record.replace(from, to));
      const { status, stderr } = await say(['analyze', 'changed.jsonl'], { cwd });
      t.match(
        stderr,
        /changed\.jsonl: (event \d+: expected .*wordhost replay --verify|line \d+: play\.move: expected placements)/,
      );
      t.equal(status, 2);
    });

  t.test('a refused play without tiles is a move like others', async (t) => {
    const silly = `printf 'ready\\n'; while read -r line; do case $line in turn*) echo play;; esac; done`;
    await play('silly', 'scrabble', '--seed', '5', '--max-turns', '6', silly, longest);
    const { status, reports } = await json(recordIn('silly'));
    t.equal(status, 0);
    t.match(reports[0].moves[0].cells, { kind: 'refused', points: 0 });
  });

  t.test('a store, and a game of it', async (t) => {
    await run(['compare', 'scrabble', '--games', '2', '--seed', '3', '--store', 'c.db', longest, greedy], {
      cwd,
    });
    const { reports } = await json('c.db', '--worst', '0');
    t.same(
      reports.map(({ file }: { file: string }) => file),
      ['c.db#1', 'c.db#2'],
    );
    t.same((await json('c.db#2')).reports, [reports[1]]);
    t.match(await say(['analyze', 'c.db#9'], { cwd }), { status: 2, stderr: /it has no game 9/ });
  });

  t.test('Ctrl-C finishes the games that are analyzed, and what was written stays', async (t) => {
    const names = Array.from({ length: 2000 }, () => recordIn('games'));
    const words = ['analyze', ...names, ...'--as csv --output part.csv --per-game part-games.csv'.split(' ')];
    const running = start([...words, '--jobs', '2'], { cwd });
    const rows = (file: string) =>
      existsSync(join(cwd, file)) ? readFileSync(join(cwd, file), 'utf8').split('\r\n') : [];
    await until(() => rows('part-games.csv').length > 3, running);
    running.child.kill('SIGINT');
    const { status, stderr } = await running.ended;
    t.equal(status, 130);
    const [, games = ''] = /interrupted: (\d+) games of 2000 analyzed/.exec(stderr) ?? [];
    t.equal(
      rows('part-games.csv').length,
      Number(games) + 2,
      'a line of headings, and the end of the last row',
    );
    t.equal(rows('part.csv').at(-1), '', 'the last row is whole');
  });

  t.test('a game that cannot be read does not end the others', async (t) => {
    for (const jobs of ['1', '2']) {
      const said = await run(['analyze', 'no.jsonl', 'games', '--jobs', jobs], { cwd });
      t.match(said, { status: 2, stderr: /no\.jsonl: expected a record/, stdout: /games +2 +2\n/ });
    }
    const mixed = await run(['analyze', 'games', 'boggle', '--as', 'csv'], { cwd });
    const refusal = /expected.*scrabble, like.*; got a game of boggle/;
    t.match(mixed, { status: 2, stderr: refusal });
  });

  t.test('names of games come on standard input, and each is answered with a line', async (t) => {
    const said = await run(['analyze', '-'], {
      cwd,
      input: `club.gcg\nnothing.jsonl\n${recordIn('games')}\n`,
    });
    t.equal(said.status, 2);
    t.match(reports(said.stdout), [
      { file: 'club.gcg', game: 'scrabble' },
      { file: 'nothing.jsonl', problem: 'nothing.jsonl: no such file' },
      { game: 'scrabble', moves: Array },
    ]);
  });
});

t.test('the best plays and what is lost are those of brute force', async (t) => {
  await judgesAsTheOracle(t, 'official', 12);
});

t.test('greedy gives nothing away by points', async (t) => {
  await greedyLosesNothing(t, 4);
});

t.test('greedy --leave gives nothing away by points and leave, as long as the bag has tiles', async (t) => {
  await keepingLosesNothing(t, 3);
});
