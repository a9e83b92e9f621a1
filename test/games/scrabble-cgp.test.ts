import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import {
  type Cgp,
  cgpOf,
  cgpText,
  positionOfCgp,
  readCgp,
  setUpCgp,
} from '../../host/games/scrabble/formats/cgp.ts';
import { readWrittenMove, writtenPlay } from '../../host/games/scrabble/formats/move-notation.ts';
import { judgePlay } from '../../host/games/scrabble/judge/judge-move.ts';
import { emptyPosition } from '../../host/games/scrabble/judge/position.ts';
import { BestPlays } from '../../host/games/scrabble/moves/best-plays.ts';
import { RankedPlays } from '../../host/games/scrabble/moves/ranked-plays.ts';
import { searchPlays } from '../../host/games/scrabble/moves/search-plays.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { expectOk } from '../support/expect-ok.ts';
import fc, { runs } from '../support/laws.ts';
import { bestOf, selfPlay } from './self-play.ts';

const { lexicon } = expectOk(loadLexicon('english'));
const tiles = builtInTileSet('english')!;
const terms = { rules: ruleSets.tournament, board: builtInBoard('official')!, tiles, lexicon, handSize: 7 };
const asked = { board: false, tiles: false };

const sign = fc.oneof({ weight: 3, arbitrary: fc.constant('.') }, fc.constantFrom(...'ABCXYZabcÄä'));
const positions: fc.Arbitrary<Cgp> = fc
  .record({
    rows: fc.array(fc.array(sign, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 20 }),
    players: fc.array(
      fc.tuple(
        fc.string({ unit: fc.constantFrom(...'AEIQÜ?'), maxLength: 9 }),
        fc.integer({ min: -999, max: 999 }),
      ),
      { minLength: 2, maxLength: 5 },
    ),
    scoreless: fc.nat(9),
    operations: fc.array(
      fc.record({
        name: fc.constantFrom('lex', 'ld', 'bdn', 'lm', 'bb'),
        value: fc
          .array(fc.stringMatching(/^[A-Za-z0-9.+]{1,9}$/), { maxLength: 3 })
          .map((words) => words.join(' ')),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ rows, players, ...rest }) => ({
    ...rest,
    rows: rows.map((row) => row.join('')),
    racks: players.map(([rack]) => rack),
    scores: players.map(([, score]) => score),
  }));

t.test('a position that is written is read as it was, whatever is in it', async (t) => {
  fc.assert(
    fc.property(positions, (cgp) => {
      const text = cgpText(cgp);
      const read = readCgp(text);
      t.same(read, { ok: true, cgp });
      if (read.ok) t.equal(cgpText(read.cgp), text);
    }),
    runs(150),
  );
});

const endgame =
  '5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7 IKLMTZ/AEINRU? 0/0 0 lex OSPD1;';

t.test('positions as macondo, MAGPIE and wolges write them', async (t) => {
  const read = readCgp(endgame);
  t.equal(read.ok && cgpText(read.cgp), endgame);
  t.match(read, { cgp: { racks: ['IKLMTZ', 'AEINRU?'], operations: [{ name: 'lex', value: 'OSPD1' }] } });
  const placed = setUpCgp(endgame, terms, asked);
  t.ok(placed.ok && placed.inBag === 0 && placed.held.size === 6);
  const empty = Array(15).fill('15').join('/');
  const spread = readCgp(`  ${empty}   AELNOQT/\t0/0  0   lex NWL18;   lm exchange 2;`);
  t.equal(spread.ok && cgpText(spread.cgp), `${empty} AELNOQT/ 0/0 0 lex NWL18; lm exchange 2;`);
  const asOptions = readCgp(`${empty} A/ 0/0 0 -lex NWL20 -ld english`);
  t.equal(asOptions.ok && cgpText(asOptions.cgp), `${empty} A/ 0/0 0 lex NWL20; ld english;`);
  const three = readCgp(`${empty} AB/C/ 10/-2/0 4`);
  t.match(three, { ok: true, cgp: { racks: ['AB', 'C', ''], scores: [10, -2, 0], scoreless: 4 } });
});

t.test('a text that is no position: what was expected, what came, at which character', async (t) => {
  const wrong: readonly (readonly [text: string, problem: string | RegExp])[] = [
    ['', /^character 1: expected four parts .*got 0$/],
    ['3/3 A/ 0/0', /^character 11: expected four parts .*got 3$/],
    ['3/1$1 A/ 0/0 0', /^character 4: expected a letter, .*got "\$"$/],
    ['3//3 A/ 0/0 0', /^character 3: expected a letter, .*got nothing$/],
    ['3/0A A/ 0/0 0', /^character 3: expected a letter, .*got "0"$/],
    ['999A999 A/ 0/0 0', 'character 5: expected at most 1000 squares in a row; got more'],
    ['99999999 A/ 0/0 0', /^character 1: expected a letter, .*got "99999999"$/],
    [`${'1/'.repeat(1000)}1 A/ 0/0 0`, 'character 2001: expected at most 1000 between slashes; got more'],
    ['[CH]2 A/ 0/0 0', 'character 1: expected tiles of one letter; got "[CH]2"'],
    ['1ß A/ 0/0 0', /^character 2: expected a letter, .*got "ß"$/],
    ['3 Ab/ 0/0 0', 'character 4: expected capital letters, and ? for a blank; got "b"'],
    ['3 A 0/0 0', 'character 5: expected one score, as there is one rack; got 2'],
    ['3 A/ 0 0', 'character 6: expected a score for each of 2 racks; got 1'],
    ['3 A/ 0/1.5 0', 'character 8: expected a score, such as 357; got "1.5"'],
    ['3 A/ 0/ 0', 'character 8: expected a score, such as 357; got nothing'],
    ['3 A/ 0/0 -1', /^character 10: .*turns.*without.*, .*got "-1"$/],
    ['3 A/ 0/0 0 lex X; +a 1;', 'character 19: expected the name of an operation, such as lex; got "+a"'],
  ];
  for (const [text, problem] of wrong) t.match(readCgp(text), { ok: false, problem }, text.slice(0, 30));
});

const rows = (...some: string[]) => [...some, ...Array(15 - some.length).fill('15')].join('/');

t.test('a position that does not fit the board, its tiles or what is known here', async (t) => {
  const hole = { ...terms, board: builtInBoard('hole')! };
  const holeAt = hole.board.layout!.ids.indexOf(-1);
  const { width, height } = hole.board.layout!;
  const inHole = Array.from({ length: width * height }, (_, place) => (place === holeAt ? 'A' : '.')).join(
    '',
  );
  const holeRows = Array.from({ length: height }, (_, row) => inHole.slice(row * width, (row + 1) * width));
  const onHole = cgpText({
    rows: holeRows,
    racks: ['', ''],
    scores: [0, 0],
    scoreless: 0,
    operations: [],
  });
  const problems: readonly (readonly [text: string, problem: RegExp, on?: typeof terms])[] = [
    ['15/15 A/ 0/0 0', /^invalid position: expected 15 rows for the board official; got 2$/],
    [`${rows('15', '14')} A/ 0/0 0`, /row 2: expected 15 squares; got 14$/],
    [`${rows('15', '3Ä11')} A/ 0/0 0`, /row 2, column 4: expected.*english; got Ä$/],
    [`${rows()} QQ/ 0/0 0`, /board and racks: expected at most 1 of the tile Q; got 2$/],
    [`${rows('abc12')} A/ 0/0 0`, /expected at most 2 of the tile blank; got 3$/],
    [`${rows()} A/EEEEEEEE 0/0 0`, /rack 2: expected at most 7 tiles; got 8$/],
    [`${rows()} Ü/ 0/0 0`, /rack 1: this set has no tile Ü$/],
    [
      `${rows()} A/ 0/0 0 bdn Hexagon;`,
      /bdn: .*\(CrosswordGame, standard, official.*--board FILE; got "Hexagon"$/,
    ],
    [`${rows()} A/ 0/0 0 ld french;`, /ld: .*\(english.*--tiles FILE; got "french"$/],
    [`${rows()} A/ 0/0 0 var wordsmog;`, /var: expected classic, .*got "wordsmog"$/],
    [`${rows()} A/ 0/0 0 bb many;`, /bb: expected a bonus from 0 to 10000; got "many"$/],
    [`${rows()} A/ 0/0 0 bb 10001;`, /bb: expected a bonus from 0 to 10000; got "10001"$/],
    [`${rows()} A/ 0/0 0 etl 1;`, /etl: expected 7, .*tiles.*hand, .*; got "1"$/],
    ['3 A/ 0/0', /^invalid position: character 9: expected four parts/],
    [onHole, /no tile.*hole.*no square.*; got A$/, hole],
    [
      `${rows()} A/ 0/0 0`,
      /needs a finite board; the board infinite has no edges/,
      { ...terms, board: builtInBoard('infinite')! },
    ],
  ];
  for (const [text, problem, on = terms] of problems)
    t.match(setUpCgp(text, on, asked), { ok: false, problem }, text.slice(0, 60));
  const most = { ok: true, terms: { rules: { bonus: 10_000 } } };
  t.match(setUpCgp(`${rows()} A/EEEEEEE 0/0 0 bb 10000;`, terms, asked), most);
});

t.test('what a position names is played with, unless it was asked for otherwise', async (t) => {
  const named = `${rows()} QI/ 0/0 0 bb 35; bdn CrosswordGame; ld course; lex NWL18;`;
  t.match(setUpCgp(named, { ...terms, board: builtInBoard('standard')! }, asked), {
    ok: true,
    inBag: 104 - 14,
    terms: { board: { name: 'official' }, tiles: { name: 'course' }, rules: { bonus: 35 } },
  });
  t.match(setUpCgp(named, { ...terms, board: builtInBoard('standard')! }, { board: true, tiles: true }), {
    terms: { board: { name: 'standard' }, tiles: { name: 'english' } },
  });
});

t.test('along whole games: positions as text and back, and each play as text and back', async (t) => {
  for (const name of ['official', 'hole', 'plain']) {
    const on = { ...terms, board: builtInBoard(name)! };
    const plays = new BestPlays(on, undefined);
    let tried = 0;
    selfPlay(on, `cgp ${name}`, (position, held) => {
      const cgp = cgpOf(position, on, [{ held, score: 12 }], { scoreless: 1 })!;
      const read = readCgp(cgpText(cgp));
      t.strictSame(read, { ok: true, cgp });
      const back = expectOk(positionOfCgp(cgp, on));
      t.strictSame(new Map([...back.held].sort()), new Map([...held].sort()));
      const inPlace = (one: typeof position) =>
        one
          .tiles()
          .map((tile) => JSON.stringify(tile))
          .sort();
      t.strictSame(inPlace(back.position), inPlace(position));
      const best = new RankedPlays({ terms: on, position: back.position, held: back.held }, 5);
      for (const _ of searchPlays(on, back.position, back.held, (found) => best.look(found)));
      for (const { placements, words, points } of best.plays) {
        const written = readWrittenMove(writtenPlay(position, placements, words[0]!.letters, on), on);
        const move = written.ok ? written.move : undefined;
        const sorted = (some: typeof placements) => some.map((one) => JSON.stringify(one)).sort();
        const judgement = judgePlay(on, position, held, placements);
        const isSame =
          move?.type === 'play' && isDeepStrictEqual(sorted(move.placements), sorted(placements));
        if (!isSame || !judgement.legal || judgement.points !== points)
          t.fail(JSON.stringify({ placements, written, judgement, points }));
        tried++;
      }
      const chosen = bestOf(plays, position, held);
      if (chosen.play) t.equal(best.plays[0]?.points, chosen.points);
      return chosen.play;
    });
    t.ok(tried > 50, `${name}: ${tried} plays`);
  }
});

t.test('on a board without edges there is no such position, and plays have coordinates', async (t) => {
  const on = { ...terms, board: builtInBoard('infinite')! };
  t.equal(cgpOf(emptyPosition, on, []), undefined);
  const placements = [{ x: -1, y: 0, id: 0, letter: 'A', points: 0 }];
  const beside = emptyPosition.with([{ x: 0, y: 0, id: 20, letter: 'T', points: 1 }]);
  t.equal(writtenPlay(beside, placements, 'AT', on), '-1,0 across a.');
});
