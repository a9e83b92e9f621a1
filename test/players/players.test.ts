import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import type { Answer, Hand, Strategy as Strategy2 } from 'wordhost/bananagrams';
import { chanceFrom as chanceFrom2 } from 'wordhost/games';
import type { Greeting } from '../../host/api/scrabble.ts';
import type { Answer as Answer2, Hand as Hand2 } from '../../host/bots/bananagrams/play.ts';
import { Seat, Talk } from '../../host/bots/bananagrams/play.ts';
import { Solver } from '../../host/bots/bananagrams/solver.ts';
import { FollowedGame } from '../../host/bots/boggle/play.ts';
import { chanceFrom } from '../../host/bots/chance.ts';
import { Inbox, Listener, linesOfGreeting, PartReader } from '../../host/bots/inbox.ts';
import { byMover, type Due, moveOfChooser, moveWhenStuck } from '../../host/bots/scrabble/decide.ts';
import { followGame } from '../../host/bots/scrabble/game.ts';
import type { Chooser, Mover, Strategy } from '../../host/bots/scrabble/strategy.ts';
import { readMove, withLetters } from '../../host/bots/scrabble/web/bot-move.ts';
import { HeardEnding, WebPosition, webGame } from '../../host/bots/scrabble/web/web-game.ts';
import { WebMover } from '../../host/bots/scrabble/web/web-player.ts';
import { standardBunch } from '../../host/games/bananagrams/tiles.ts';
import { builtInBoard, finiteSquares } from '../../host/games/scrabble/board/built-in-boards.ts';
import { soundBoard } from '../../host/games/scrabble/board/make-board.ts';
import { judgePlay } from '../../host/games/scrabble/judge/judge-move.ts';
import { emptyPosition, type Position } from '../../host/games/scrabble/judge/position.ts';
import { type RankedPlay, RankedPlays } from '../../host/games/scrabble/moves/ranked-plays.ts';
import { type FoundPlay, searchPlays } from '../../host/games/scrabble/moves/search-plays.ts';
import { type RuleSetName, ruleSetNames, ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
import { moveText, readNotice } from '../../host/games/scrabble/wire/messages.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { BotCalls, BotConnection } from '../../host/seats/remote/bot-calls.ts';
import { answersTo, error, faults, readAnswer } from '../../host/seats/remote/json-rpc.ts';
import { skills } from '../../players/bananagrams/levels.ts';
import {
  readOptions as bananagramsOptions,
  readOptions as readOptions2,
} from '../../players/bananagrams/options.ts';
import { solvingWith } from '../../players/bananagrams/solving.ts';
import { unhurried } from '../../players/bananagrams/unhurried.ts';
import { readOptions as boggleOptions } from '../../players/boggle/options.ts';
import { engineKind } from '../../players/engine/kinds.ts';
import { readOptions as readOptions3 } from '../../players/engine/options.ts';
import { firstMoveIn, moveWritten } from '../../players/engine/read-move.ts';
import { bestPlay } from '../../players/greedy/best-play.ts';
import { readOptions } from '../../players/greedy/options.ts';
import { marksOf } from '../../players/human/bananagrams/marks.ts';
import { SIDE, TileGrid } from '../../players/human/bananagrams/tile-grid.ts';
import { nextViewport, sidesBeyond } from '../../players/human/bananagrams/viewport.ts';
import { whyNotPeel } from '../../players/human/bananagrams/why-not.ts';
import { ownScreen, plainScreen } from '../../players/human/terminal/screen.ts';
import { longestPlay } from '../../players/longest/longest-play.ts';
import { readOptions as readOptions4 } from '../../players/merknera/options.ts';
import { ownMethods } from '../../players/merknera/player.ts';
import { Served } from '../../players/merknera/served.ts';
import { type LevelName, levelNames } from '../../players/program/levels.ts';
import { anyPlay } from '../../players/random/any-play.ts';
import { withKnownWords } from '../../players/scrabble/known-words.ts';
import { readOptions as scrabbleOptions } from '../../players/scrabble/options.ts';
import { usualTerms as terms } from '../bots/usual-terms.ts';
import { run } from '../cli/wordhost.ts';
import { blocksOf, page } from '../docs/pages.ts';
import { laidScrabble } from '../games/scrabble-table.ts';
import { lexiconWith } from '../games/table.ts';
import fc, { runs } from '../support/laws.ts';
import { until } from '../support/until.ts';
import { choiceOf, greeting, terms as terms2, usualGame } from './merknera/said-game.ts';
import { type Reply, WebBot } from './merknera/web-bot.ts';
import { faultsOf, playGame } from './scrabble-games.ts';

t.test('greedy', async (t) => {
  const loaded = loadLexicon('english');
  if (!loaded.ok) throw new Error(loaded.problem);
  const { lexicon } = loaded;
  const tiles = builtInTileSet('english')!;
  const score = { player: 1, scores: [0, 0], scoreless: 0 };
  const boards = ['official', 'hole', 'infinite', 'infinite-random:7'];

  const handOf = (letters: string) => {
    const hand = new Map<number, number>();
    for (const letter of letters) {
      const id = letter === '?' ? 0 : letter.charCodeAt(0) - 64;
      hand.set(id, (hand.get(id) ?? 0) + 1);
    }
    return hand;
  };

  function chosenOf(
    choice: Parameters<ReturnType<typeof bestPlay>>[0],
    plays: readonly (readonly Placement[])[],
    top = 1,
  ) {
    let shown: readonly RankedPlay[] = [];
    const chooser = bestPlay({ shown: top, show: (best) => (shown = best) })(choice);
    for (const placements of plays)
      chooser.look({
        length: placements.length,
        points: undefined,
        placements: () => [...placements],
      } satisfies FoundPlay);
    return { chosen: chooser.chosen(), shown };
  }

  t.test('it makes the play with the most points, in whatever order plays are found', async (t) => {
    const chance = chanceFrom('1');
    for (const name of boards.slice(0, 3)) {
      const terms = { rules: ruleSets.tournament, board: builtInBoard(name)!, tiles, lexicon, handSize: 7 };
      let position: Position = emptyPosition;
      for (const letters of ['QUIZERS', 'ATONEDX', 'JEEPFUL', 'WHOMEVE', 'BCKLYAR', 'TAILED?']) {
        const held = handOf(letters);
        const plays: Placement[][] = [];
        for (const _ of searchPlays(terms, position, held, (found) => plays.push(found.placements())));
        const points = plays.map((play) => {
          const judgement = judgePlay(terms, position, held, play);
          return judgement.legal ? judgement.points : Number.NEGATIVE_INFINITY;
        });
        const choice = { terms, position, held, inBag: 86, ...score, chance };
        const { chosen, shown } = chosenOf(choice, plays, 5);
        const most = points.toSorted((one, other) => other - one);
        t.strictSame(
          shown.map((play) => play.points),
          most.slice(0, 5),
          `${name}, ${letters}: ${plays.length} plays, ${shown[0]?.words[0]?.letters} for ${most[0]}`,
        );
        t.strictSame(chosenOf(choice, plays.toReversed()).chosen, chosen, 'found the other way round');
        t.strictSame(chosen, shown[0]?.placements);
        position = position.with(shown[0]!.placements);
      }
    }
  });

  t.test('where there is no play it makes none', async (t) => {
    const terms = {
      rules: ruleSets.tournament,
      board: builtInBoard('official')!,
      tiles,
      lexicon,
      handSize: 7,
    };
    const held = handOf('VVV');
    const choice = { terms, position: emptyPosition, held, inBag: 86, ...score, chance: chanceFrom('1') };
    t.strictSame(chosenOf(choice, []), { chosen: undefined, shown: [] });
  });

  t.test('whole games: no move of its is refused, and it beats the longest word', async (t) => {
    let won = 0;
    const games = 4;
    for (let game = 0; game < games; game++) {
      const rules = ruleSetNames[game % ruleSetNames.length]!;
      const options = { rules, board: boards[game % boards.length]! };
      const seats = game % 2 === 0 ? (['greedy', 'longest'] as const) : (['longest', 'greedy'] as const);
      const played = await playGame({ seats, lexicon, options, seed: String(game) });
      t.strictSame(faultsOf(played), [], `${options.board}, ${rules}`);
      const { winner } = played.result;
      won += Number(winner !== null && seats[winner - 1] === 'greedy');
    }
    t.ok(won >= games - 1, `${won} of ${games} games won`);
  });

  t.test('whole games with what it keeps: no move of its is refused', async (t) => {
    for (const [index, board] of boards.slice(0, 3).entries()) {
      const rules = ruleSetNames[index % ruleSetNames.length]!;
      const seats = ['keeping', 'greedy'] as const;
      const played = await playGame({ seats, lexicon, options: { rules, board }, seed: `kept ${index}` });
      t.strictSame(faultsOf(played), [], `${board}, ${rules}`);
    }
  });

  t.test('its options', async (t) => {
    t.match(readOptions([], '7'), { options: { leave: false, top: 0, level: 'all', seed: '7' } });
    t.match(readOptions(['--leave', '--top', '2'], '7'), { options: { leave: true, top: 2 } });
    for (const words of [
      ['--leave', 'CSW21.klv2', '--top', '2'],
      ['--leave=CSW21.klv2', '--top=2'],
    ])
      t.match(readOptions(words, '7'), { options: { leave: 'CSW21.klv2', top: 2 } });
    t.match(readOptions(['--top', '20', '--level', 'few'], undefined), {
      options: { top: 20, level: 'few' },
    });
    const cwd = t.testdir({ 'package.json': '{}' });
    for (const [path, problem] of [
      ['none.klv2', /^wordhost player greedy: --leave none\.klv2: ENOENT/],
      ['package.json', /^wordhost player greedy: --leave package\.json: expected a KLV2 file/],
    ] as const)
      t.match(await run(['player', 'greedy', '--leave', path], { cwd }), { status: 2, stderr: problem });
    for (const value of ['-1', 'all', '1001'])
      t.match(readOptions(['--top', value], undefined), {
        problem: `--top: expected a whole number from 0 to 1000; got ${value}`,
      });
  });
});

t.test('levels', async (t) => {
  t.test(
    'Each built-in player that plays a game has the same levels, and plays its best without one',
    async (t) => {
      for (const read of [bananagramsOptions, boggleOptions, scrabbleOptions]) {
        t.match(read([], undefined), { kind: 'options', options: { level: 'all' } });
        for (const level of levelNames)
          t.match(read(['--level', level], '7'), { options: { level, seed: '7' } });
        t.match(read(['--level', 'easy'], undefined), {
          kind: 'problem',
          problem: /^--level: expected (1 to 5, )?all, half or few; got easy$/,
        });
      }
    },
  );

  const loaded = loadLexicon('english');
  if (!loaded.ok) throw new Error(loaded.problem);
  const tiles = builtInTileSet('english')!;
  const terms = {
    rules: ruleSets.tournament,
    board: builtInBoard('official')!,
    tiles,
    lexicon: loaded.lexicon,
    handSize: 7,
  };
  const held = new Map([...'AEINRST'].map((letter) => [letter.charCodeAt(0) - 64, 1]));

  /** What a strategy is shown of all first plays of a hand, and what it chooses. */
  function firstPlay(strategy: Strategy, level: LevelName, seed: string) {
    const looked: string[] = [];
    const watched: Strategy = (choice) => {
      const chooser = strategy(choice);
      const look: Chooser['look'] = (found) => {
        looked.push(
          found
            .placements()
            .map(({ letter }) => letter)
            .join(''),
        );
        chooser.look(found);
      };
      return { look, chosen: () => chooser.chosen() };
    };
    const position = emptyPosition;
    const chance = chanceFrom(seed);
    const choice = { terms, position, held, inBag: 86, player: 1, scores: [0, 0], scoreless: 0, chance };
    const chooser = withKnownWords(watched, level, seed)(choice);
    for (const _ of searchPlays(terms, emptyPosition, held, (found) => chooser.look(found)));
    const move = moveOfChooser(chooser, { terms, held, inBag: 86 });
    if (move.type !== 'play') throw new Error(`a ${move.type}, and no play`);
    return { words: new Set(looked), chosen: move.placements.map(({ letter }) => letter).join('') };
  }

  t.test('A player of a lower level knows a part of the words: for one seed always the same', async (t) => {
    for (const strategy of [longestPlay, anyPlay]) {
      const all = firstPlay(strategy, 'all', '1').words;
      for (const [level, least, most] of [
        ['half', 0.35, 0.65],
        ['few', 0.05, 0.25],
      ] as const) {
        const { words, chosen } = firstPlay(strategy, level, '1');
        t.same(
          [...words].filter((word) => !all.has(word)),
          [],
        );
        const share = words.size / all.size;
        t.ok(share > least && share < most, `${level}: ${share} of ${all.size}`);
        t.ok(words.has(chosen));
        t.same(firstPlay(strategy, level, '1'), { words, chosen }, 'the same again');
        t.notSame(firstPlay(strategy, level, '2').words, words, 'another seed, other words');
      }
    }
  });
});

t.test('screen', async (t) => {
  const shown = { lines: ['a line'], prompt: 'Your word: ', typed: '' };
  const size = { columns: 80, rows: 24, isPlain: false };

  for (const [name, screenOn] of [
    ['a screen of its own', ownScreen],
    ['a terminal that can only print', plainScreen],
  ] as const)
    t.test(`${name}: what has not changed is drawn again when it is asked for`, async (t) => {
      const file = join(t.testdir(), 'terminal');
      const descriptor = openSync(file, 'w');
      const drawn = () => readFileSync(file, 'utf8').split('Your word: ').length - 1;
      const screen = screenOn(descriptor);
      screen.enter();
      screen.draw(shown, size);
      screen.draw(shown, size);
      t.equal(drawn(), 1);
      screen.forget();
      screen.draw(shown, size);
      t.equal(drawn(), 2);
      closeSync(descriptor);
    });
});

t.test('tile grid', async (t) => {
  const lexicon = lexiconWith(['AT', 'CAT', 'CATS', 'SEA', 'TEA']);

  function gridWith(letters: string): TileGrid {
    const grid = new TileGrid();
    grid.receive(letters);
    return grid;
  }

  /** Letters are laid, ` ` turns, `<` erases, `x` takes the tile at the cursor, `w` the word, `u` what was typed; arrows are `hjkl`. */
  const actions: Readonly<Record<string, (grid: TileGrid) => unknown>> = {
    ' ': (grid) => grid.turn(),
    '<': (grid) => grid.erase(),
    x: (grid) => grid.takeHere(),
    w: (grid) => grid.takeWord(),
    u: (grid) => grid.undo(),
    h: (grid) => grid.move({ columns: -1, rows: 0 }),
    j: (grid) => grid.move({ columns: 0, rows: 1 }),
    k: (grid) => grid.move({ columns: 0, rows: -1 }),
    l: (grid) => grid.move({ columns: 1, rows: 0 }),
    o: (grid) => grid.home(),
  };

  function after(letters: string, keys: string): TileGrid {
    const grid = gridWith(letters);
    for (const key of keys)
      if (actions[key]) actions[key](grid);
      else grid.type(key);
    return grid;
  }

  const drawn = (grid: TileGrid) => grid.rows().join('/');
  const looseOf = (grid: TileGrid) =>
    [...grid.loose]
      .flatMap(([letter, count]) => new Array<string>(count).fill(letter))
      .sort()
      .join('');

  t.test('Typing lays tiles in the direction of the cursor, as far as there are any', async (t) => {
    t.equal(drawn(after('CATS', 'CAT')), 'CAT');
    t.equal(drawn(after('CATS', ' CAT')), 'C/A/T');
    t.equal(drawn(after('CAT', 'CATT')), 'CAT', 'there is one T');
    t.equal(gridWith('CAT').type('X'), false);
    t.equal(looseOf(after('CATS', 'CAT')), 'S');
  });

  t.test(
    'A word that is typed over a letter of its own passes over it, and over another replaces it',
    async (t) => {
      const crossing = after('CATSEA', 'SEAhk CAT');
      t.equal(drawn(crossing), '..C/SEA/..T');
      t.equal(looseOf(crossing), 'A');
      t.equal(drawn(after('CATS', 'CAoT')), 'TA', 'C is loose again');
    },
  );

  t.test('Erasing goes back, and takes nothing that the word only passed over', async (t) => {
    t.equal(drawn(after('CATS', 'CAT<')), 'CA');
    t.equal(drawn(after('CATSEA', 'SEAhk CAT<<<')), 'SEA', 'the A of SEA stays');
    t.equal(drawn(after('CATS', 'CAoT<')), 'CA', 'what was typed over is there again');
    t.equal(drawn(after('CATSEA', 'SEAhk CATu')), 'SEA', 'undo takes back the word');
    t.equal(drawn(after('CATS', 'CATlh<')), 'CA', 'after a move it erases the tile before the cursor');
    t.equal(after('CATS', 'CAThu').undo(), false, 'after a move there is nothing to undo');
  });

  t.test(
    'A tile at the cursor, or a whole word but for the letters that cross it, is taken back',
    async (t) => {
      t.equal(drawn(after('CATS', 'CATox')), 'AT');
      t.equal(drawn(after('CATSEA', 'SEAhk CATw')), 'SEA', 'a word down');
      t.equal(drawn(after('CATSEA', 'SEAhk CATkk w')), 'C/A/T', 'the word across');
      t.equal(drawn(after('CATS', 'CATw')), '', 'the word that ends before the cursor');
      t.equal(drawn(after('CATS', 'CATllw')), 'CAT', 'there is no word');
    },
  );

  t.test('Home is the first tile, and the edge of the field stops the cursor', async (t) => {
    const grid = after('CATS', 'CATS');
    const middle = new TileGrid().cursor;
    grid.move({ columns: 0, rows: 5 });
    grid.home();
    t.equal(grid.cursor, middle);
    grid.move({ columns: -SIDE, rows: -SIDE });
    t.equal(grid.cursor, 0);
    grid.erase();
    t.equal(grid.cursor, 0);
  });

  t.test('Tiles at both edges of the field can still be sent', async (t) => {
    const grid = gridWith('AA');
    grid.move({ columns: -SIDE, rows: 0 });
    grid.type('A');
    grid.move({ columns: SIDE, rows: 0 });
    const { cursor } = grid;
    t.ok(grid.type('A'));
    t.equal(grid.cursor, cursor, 'it cannot go on');
    t.same(
      grid.rows().map(({ length }) => length),
      [SIDE],
    );
  });

  t.test('Words that are not in the list are marked, and tiles that are not connected', async (t) => {
    const marksFor = (keys: string, letters = 'CATSEAZQT') => {
      const grid = after(letters, keys);
      const { wrong, wrongWords, apart } = marksOf(grid.laid, lexicon);
      const lettersOf = (cells: ReadonlySet<number>) =>
        [...cells].map((cell) => grid.laid.get(cell)).join('');
      return [lettersOf(wrong), wrongWords.join(), lettersOf(apart)];
    };
    t.same(marksFor('CAT'), ['', '', '']);
    t.same(marksFor('CA'), ['CA', 'CA', '']);
    t.same(marksFor('SEAhk CAT'), ['', '', '']);
    t.same(marksFor('CATlZQ'), ['ZQ', 'ZQ', 'ZQ']);
    t.same(marksFor('CATjjSEA'), ['', '', 'SEA'], 'of two groups the first is the larger');
    t.same(marksFor('AToj SE', 'ATSE'), ['ASE', 'ASE', ''], 'down');
  });

  t.test('The ends of two rows of the field are no neighbours', async (t) => {
    const laid = new Map([
      [SIDE - 1, 'A'],
      [SIDE, 'T'],
    ]);
    const { wrongWords, apart } = marksOf(laid, lexicon);
    t.same([wrongWords, [...apart]], [[], [SIDE]]);
  });

  t.test('A peel that the host would refuse has a reason', async (t) => {
    const reason = (letters: string, keys: string) => whyNotPeel(after(letters, keys), lexicon);
    t.equal(reason('CATS', 'CATS'), undefined);
    t.equal(reason('S', 'S'), undefined, 'one tile alone');
    t.equal(reason('TSCA', 'CA'), 'place all your tiles first; left: S T');
    t.equal(reason('CAST', 'CAST'), 'CAST (across) is not in the word list');
    t.equal(reason('CAST', ' CAST'), 'CAST (down) is not in the word list');
    t.match(reason('CATAT', 'CATlAT'), /^connect all tiles/);
  });

  t.test('The part of the field that is seen follows the cursor, and not more than it must', async (t) => {
    const size = { width: 20, height: 10 };
    const grid = after('CATS', 'CAT');
    const first = nextViewport(undefined, size, grid);
    t.same(nextViewport(first, size, grid), first);
    grid.move({ columns: 0, rows: 1 });
    t.same(nextViewport(first, size, grid), first, 'within it nothing moves');
    grid.move({ columns: 0, rows: 10 });
    const below = nextViewport(first, size, grid);
    t.equal(below.left, first.left);
    t.equal(below.top + size.height - 1, Math.floor(grid.cursor / SIDE) + 2, 'two rows around the cursor');
    t.same(sidesBeyond(below, grid.box), ['above']);
    t.same(sidesBeyond(first, grid.box), []);
    const larger = nextViewport(below, { width: 40, height: 30 }, grid);
    t.same(sidesBeyond(larger, grid.box), [], 'in a larger terminal all is seen again');
    const smaller = nextViewport(larger, { width: 5, height: 3 }, grid);
    t.same(sidesBeyond(smaller, grid.box), ['left', 'above'], 'in a smaller one at least the cursor');
  });

  t.test('Whatever is typed, no tile is lost or made', async (t) => {
    const keys = fc.array(fc.constantFrom(...'CATSE', ...Object.keys(actions)), { maxLength: 60 });
    fc.assert(
      fc.property(keys, (pressed) => {
        const grid = after('CATSCATSEE', pressed.join(''));
        const all = looseOf(grid) + [...grid.laid.values()].join('');
        t.equal([...all].sort().join(''), 'AACCEESSTT');
      }),
      runs(100),
    );
  });
});

t.test('unhurried', async (t) => {
  type Strategy = Strategy2;
  const chanceFrom = chanceFrom2;
  const readOptions = readOptions2;
  const table = { lexicon: lexiconWith(['AT', 'CAT', 'CATS', 'TACS']), chance: () => 0 };

  /** What is asked of the strategy beneath, with the drawn letters; it answers by `answers`, and then with a peel of all letters. */
  function slow(msPerTile: number, answers: (Answer | undefined)[] = []) {
    const asked: string[] = [];
    let now = 0;
    const quick: Strategy = () => (hand) => {
      asked.push(hand.drew);
      return answers.length > 0 ? answers.shift() : { peel: [hand.letters] };
    };
    const answerTo = unhurried(quick, msPerTile, () => now)(table);
    const handOf = (letters: string, drew = ''): Hand => ({ letters, drew, refused: 0 });
    return {
      asked,
      at(time: number, letters: string, drew?: string) {
        now = time;
        return answerTo(handOf(letters, drew));
      },
    };
  }

  t.test('It takes so long for each tile, and is asked again when the time has come', async (t) => {
    const player = slow(10);
    t.same(player.at(0, 'CAT', 'CAT'), { wait: 30 });
    t.same(player.at(20, 'CAT'), { wait: 10 });
    t.same(player.at(30, 'CAT'), { peel: ['CAT'] });
    t.same(player.asked, ['CAT']);
  });

  t.test(
    'A tile that comes meanwhile takes its time after the others, and all are laid at once',
    async (t) => {
      const player = slow(10);
      player.at(0, 'CAT', 'CAT');
      t.same(player.at(25, 'CATS', 'S'), { wait: 15 });
      t.same(player.at(40, 'CATS'), { peel: ['CATS'] });
      t.same(player.asked, ['CAT', 'S']);
      t.same(
        player.at(100, 'CATSE', 'E'),
        { wait: 10 },
        'time in which it had nothing to do is not saved up',
      );
    },
  );

  t.test('A dump that it has decided on is made, whatever comes meanwhile', async (t) => {
    const player = slow(10, [undefined, { dump: 'Q' }]);
    t.same(player.at(0, 'CQ', 'CQ'), undefined, 'it is still thinking');
    t.same(player.at(1, 'CQ'), { wait: 19 });
    t.same(player.at(5, 'CQS', 'S'), { wait: 25 });
    t.same(player.at(30, 'CQS'), { dump: 'Q' });
    t.same(player.at(31, 'CSAAA', 'AAA'), { wait: 30 });
    t.same(player.asked, ['CQ', '', 'SAAA'], 'each letter is told once');
  });

  t.test('The best level takes no time', async (t) => {
    const quick: Strategy = () => () => undefined;
    t.equal(unhurried(quick, 0), quick);
  });

  t.test('Each level takes less time for a tile than the one before, and lays longer words', async (t) => {
    const levels = (['1', '2', '3', '4', '5'] as const).map((level) => skills[level]);
    for (const [index, level] of levels.slice(1).entries()) {
      t.ok(level.msPerTile < levels[index]!.msPerTile);
      t.ok(level.longest > levels[index]!.longest);
    }
    t.same(skills[5], skills.all);
    t.match(readOptions(['--level=3'], undefined), { options: { level: '3' } });
    for (const level of ['0', '6', 'best', 'constructor'])
      t.match(readOptions(['--level', level], undefined), {
        problem: `--level: expected 1 to 5, all, half or few; got ${level}`,
      });
  });

  t.test('A player of short words lays no others', async (t) => {
    const answerOf = (longest: number) => {
      const answerTo = solvingWith(longest)({ ...table, chance: chanceFrom('1') });
      let answer = answerTo({ letters: 'ACST', drew: 'ACST', refused: 0 });
      while (!answer) answer = answerTo({ letters: 'ACST', drew: '', refused: 0 });
      return answer;
    };
    t.match(answerOf(4), { peel: Array });
    t.match(answerOf(3), { dump: /^[ACST]$/ }, 'these four need a word of four letters');
  });
});

t.test('boggle seat', async (t) => {
  t.test('A word that was guessed has no points any more, in whatever case it is written', async (t) => {
    const game = new FollowedGame(1);
    game.hear({ type: 'scored', player: 2, points: 1, word: 'CAT' });
    game.hear({ type: 'missed', player: 1, word: 'ÄRA', reason: 'notonboard' });
    for (const word of ['CAT', 'cat', 'Cat', 'ära']) t.ok(game.isSettled(word), word);
    t.notOk(game.isSettled('cats'));
  });
});

t.test('checked move', async (t) => {
  const stuck = { terms, held: new Map([[1, 1]]), inBag: 0 };
  const placed = { x: 0, y: 0, id: 1, letter: 'A', points: 1 };

  /** As from a program without types. */
  const choosing = (given: unknown) => moveOfChooser({ look() {}, chosen: () => given } as Chooser, stuck);

  async function moving(given: unknown) {
    const input = new PassThrough();
    const inbox = new Inbox(input, new PartReader('\n'), 'utf8');
    const listener = new Listener(inbox, () => {});
    const turn = { k: 1, ms: undefined, since: 0 };
    const mover = { move: async () => given } as unknown as Mover;
    return await byMover(mover)({ turn, inbox, listener, isOver: () => false } as unknown as Due);
  }

  const parts = [
    [{ type: 'change' }, 'the ids of a change: expected an array of tile numbers; got nothing'],
    [{ type: 'change', ids: ['A'] }, 'the ids of a change: expected an array of tile numbers; got ["A"]'],
    [
      { type: 'play', placements: [{ ...placed, x: undefined }] },
      'the placements of a play: expected an array of { x, y, id, letter, points }; got [{"y":0,"id":1,"letter":"A","points":1}]',
    ],
  ] as const;

  t.test('What a strategy chooses is sent if it is a move, and otherwise told in a sentence', async (t) => {
    t.same(choosing([placed]), { type: 'play', placements: [placed] });
    for (const move of [
      { type: 'play', placements: [placed] },
      { type: 'change', ids: [1] },
      { type: 'pass' },
      { type: 'forfeit' },
    ])
      t.same(choosing(move), move);
    for (const none of [undefined, null]) t.same(choosing(none), { type: 'pass' });
    const moves = 'chosen: expected placements, or a move of type play, change, pass or forfeit; got';
    for (const [given, message] of [
      ['pass', `${moves} "pass"`],
      [7, `${moves} 7`],
      [{ type: 'zz' }, `${moves} {"type":"zz"}`],
      [['A'], 'chosen: expected an array of { x, y, id, letter, points }; got ["A"]'],
      ...parts.map(([move, said]) => [move, `chosen: ${said}`] as const),
    ] as const)
      t.throws(() => choosing(given), { message });
  });

  t.test('What a mover answers is sent if it is a move, and otherwise told in a sentence', async (t) => {
    t.same(await moving({ type: 'pass' }), { type: 'pass' });
    t.equal(await moving('the engine has gone'), 'the engine has gone');
    const answers =
      'what the mover returns: expected a move of type play, change, pass or forfeit, or a string with the reason why it cannot continue; got';
    for (const [given, message] of [
      [undefined, `${answers} nothing`],
      ['', `${answers} ""`],
      [{ type: 'zz' }, `${answers} {"type":"zz"}`],
      [[placed], `${answers} [${JSON.stringify(placed)}]`],
      ...parts.map(([move, said]) => [move, `what the mover returns: ${said}`] as const),
    ] as const)
      await t.rejects(moving(given), { message });
  });
});

t.test('chosen move', async (t) => {
  const held = new Map([
    [17, 1],
    [22, 2],
  ]);

  /** What a player does that holds Q, V and V of a hand of seven, with so many in the bag. */
  function moveOf(rules: RuleSetName, inBag: number, tiles = held): string {
    const terms = {
      rules: ruleSets[rules],
      board: builtInBoard('official')!,
      tiles: builtInTileSet('english')!,
      lexicon: undefined,
      handSize: 7,
    };
    const move = moveWhenStuck({ terms, held: tiles, inBag });
    return move.type === 'change' ? `change ${move.ids.join(' ')}` : move.type;
  }

  t.test(
    'By tournament rules all tiles are changed from a bag of a hand or more, and none from a smaller one',
    async (t) => {
      t.equal(moveOf('tournament', 80), 'change 17 22 22');
      t.equal(moveOf('tournament', 7), 'change 17 22 22');
      t.equal(moveOf('tournament', 6), 'pass');
    },
  );

  t.test('By the rules of the course as many are changed as are in the bag', async (t) => {
    t.equal(moveOf('course', 80), 'change 17 22 22');
    t.equal(moveOf('course', 2), 'change 17 22');
    t.equal(moveOf('course', 0), 'pass');
  });

  t.test('By the simple rules, and without tiles, there is nothing but to pass', async (t) => {
    t.equal(moveOf('simple', 80), 'pass');
    t.equal(moveOf('tournament', 80, new Map()), 'pass');
  });
});

t.test('followed game', async (t) => {
  t.test(
    'who follows a game knows all scores, and how many turns in a row have brought nothing',
    async (t) => {
      const lines = laidScrabble({ hands: ['CAT', 'EEE'] }).greeting(1);
      const told = followGame(
        lines.map((line) => (line.startsWith('dictionary ') ? 'dictionary none' : line)),
      );
      if (typeof told === 'string') throw new Error(told);
      const { game } = told;
      for (const [line, scores, scoreless] of [
        ['start', [0, 0], 0],
        ['bag 94', [0, 0], 0],
        ['turn 1000 1', [0, 0], 0],
        ['playsuccess 10 0 0 3C3 1 0 1A1 2 0 20T1 new 5x1', [10, 0], 0],
        ['played 2 4 0 1 5E1', [10, 4], 0],
        ['played 2 0 0 2 0E0', [10, 4], 1],
        ['passed 1', [10, 4], 2],
        ['changed 2 3', [10, 4], 3],
        ['timeout 1', [10, 4], 4],
        ['playfailed 2 0 3 5E1', [10, 4], 5],
        ['error emptymove', [10, 4], 5],
        ['failed', [10, 4], 6],
        ['changesuccess 5x1', [10, 4], 7],
        ['forfeited 2', [10, 4], 7],
        ['playsuccess 2 0 4 5E1 new', [12, 4], 0],
      ] as const) {
        game.hear(readNotice(line)!);
        const choice = game.choice(() => 0);
        t.same([choice.scores, choice.scoreless, choice.player], [scores, scoreless, 1], line);
      }
    },
  );
});

t.test('lines', async (t) => {
  function inboxOn(...reads: readonly string[]): Inbox<string> {
    const input = new PassThrough();
    const inbox = new Inbox(input, new PartReader('\n'), 'utf8');
    for (const read of reads) input.write(read);
    return inbox;
  }

  t.test('What comes in the same read as the end of the set-up stays for whoever plays', async (t) => {
    for (const reads of [
      ['scrabble 1\nplayer 1\nend\nstart\nturn 5000 1\n'],
      ['scrabble 1\nplay', 'er 1\nend\nstart\nturn 5000 1\n'],
      ['scrabble 1\nplayer 1\n', 'end\r\nstart\n', 'turn 5000 1\n'],
    ]) {
      const inbox = inboxOn(...reads);
      const lines = await linesOfGreeting(inbox);
      t.same(
        lines?.map((line) => line.trim()),
        ['scrabble 1', 'player 1', 'end'],
      );
      const rest: string[] = [];
      while (rest.length < 2) {
        await inbox.news();
        rest.push(...inbox.take());
      }
      t.same(rest, ['start', 'turn 5000 1']);
    }
  });

  t.test('What is given back comes before what came later', async (t) => {
    const inbox = inboxOn('one\ntwo\n');
    await inbox.news();
    const taken = inbox.take();
    inbox.giveBack(taken.slice(1));
    t.same(inbox.take(), ['two']);
    t.ok(inbox.empty);
  });
});

t.test('race seat', async (t) => {
  type Answer = Answer2;
  type Hand = Hand2;
  /** A bot that answers in this order, until it peels. */
  function botWith(...answers: readonly Answer[]) {
    const input = new PassThrough();
    const said: string[] = [];
    const asked: Hand[] = [];
    const answerTo = (hand: Hand) => {
      asked.push(hand);
      return answers[asked.length - 1];
    };
    const inbox = new Inbox(input, new PartReader('.'), 'latin1');
    const send = (text: string) => {
      said.push(text);
      if (text.startsWith('p')) input.end();
    };
    const seat = new Seat({ inbox, send, answerTo, dialect: 'numbered', pauseMs: 0, chance: () => 0 });
    return { input, said, asked, play: () => seat.play() };
  }

  t.test('A strategy that waits is asked again after that time', async (t) => {
    const bot = botWith({ wait: 1 }, { wait: 1 }, { peel: ['AT'] });
    bot.input.write('AT.');
    await bot.play();
    t.same(bot.said, ['n', 'p001002001AT']);
    t.same(
      bot.asked.map(({ drew }) => drew),
      ['AT', '', ''],
    );
  });

  t.test('A strategy that waits is asked at once when a letter comes', async (t) => {
    const bot = botWith({ wait: 1e9 }, { peel: ['SAT'] });
    bot.input.write('AT.');
    const played = bot.play();
    setImmediate(() => bot.input.write('=001S.'));
    await played;
    t.same(bot.said, ['n', 'p002003001SAT']);
    t.same(bot.asked[1], { letters: 'ATS', drew: 'S', refused: 0 });
  });
});

t.test('talk', async (t) => {
  const readOptions = readOptions2;
  const said = (talk: Talk, text: string) =>
    new PartReader('.')
      .read(text)
      .map((message) => talk.hear(message))
      .join('');

  t.test('messages are the same wherever the reads are cut', async (t) => {
    const whole = 'EEEGG.+001R.=002S.-003.dQ.dAEZ.xWHAT?.+999.=000.Z.';
    const expected = new PartReader('.').read(whole);
    t.equal(expected.length, 10);
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length)), (cuts) => {
        const reader = new PartReader('.');
        const at = [0, ...cuts.sort((one, other) => one - other), whole.length];
        const notices = at.flatMap((cut, index) => reader.read(whole.slice(cut, at[index + 1] ?? cut)));
        t.same(notices, expected);
      }),
      runs(50),
    );
  });

  t.test('a numbered peel has the number after the last that was told of, in three digits', async (t) => {
    const talk = new Talk('numbered');
    t.equal(talk.ready, 'n');
    t.notOk(talk.mayPeel, 'nothing is dealt');
    t.equal(said(talk, 'AB.'), 'AB');
    t.ok(talk.mayPeel);
    t.equal(talk.peel(['AB']), 'p001002001AB');
    t.notOk(talk.mayPeel, 'not the same hand twice');
    t.equal(said(talk, '+001R.'), 'R');
    t.equal(said(talk, '=002S.'), 'S');
    t.equal(talk.peel(['A', 'B']), 'p003001002AB');
    t.equal(said(talk, '+003E.=998F.=999G.'), 'EFG');
    t.equal(talk.peel(['AB']), 'p000002001AB', 'after 999 comes 000');
    said(talk, '+000T.');
    t.equal(talk.peel(['AB']), 'p001002001AB');
  });

  t.test('a late peel is offered again, with what was drawn, after its answer', async (t) => {
    const talk = new Talk('numbered');
    said(talk, 'AB.');
    talk.peel(['AB']);
    t.equal(said(talk, '=001R.'), 'R');
    t.notOk(talk.mayPeel, 'the first has no answer yet');
    said(talk, '-001.');
    t.ok(talk.mayPeel);
    t.equal(talk.peel(['ARB']), 'p002003001ARB');
  });

  t.test('no peel goes out while a dump is unanswered', async (t) => {
    for (const [dialect, answer, refusal] of [
      ['numbered', 'dAEZ.', 'dQ.'],
      ['plain', 'AEZ.', 'Q.'],
    ] as const) {
      const talk = new Talk(dialect);
      said(talk, 'ABQ.');
      t.equal(talk.dump('Q'), 'dQ');
      t.notOk(talk.mayPeel);
      t.equal(said(talk, answer), 'AEZ');
      t.ok(talk.mayPeel);
      t.equal(talk.refused, 0);
      talk.dump('Q');
      t.equal(said(talk, refusal), 'Q');
      t.ok(talk.mayPeel);
      t.equal(talk.refused, 1);
      talk.dump('Q');
      said(talk, refusal);
      t.equal(talk.refused, 2);
    }
  });

  t.test(
    'no peel goes out that is no grid, and no dump that is no letter: the host would wait for the rest',
    async (t) => {
      const expected =
        'a peel: expected 1 to 999 rows of equal length, each with 1 to 999 cells, which are A to Z or .;';
      for (const [rows, got] of [
        [['AC', 'T'], '["AC","T"]'],
        [[], '[]'],
        [[''], '[""]'],
        [['cat'], '["cat"]'],
        [['A', undefined], '["A",null]'],
        [new Array(1000).fill('A'), '["A","A'],
      ] as const) {
        const talk = new Talk('numbered');
        said(talk, 'ACT.');
        t.throws(() => talk.peel(rows as readonly string[]), {
          message: new RegExp(`^${escaped(`${expected} got ${got}`)}`),
        });
        t.ok(talk.mayPeel, 'nothing was sent');
      }
      for (const letter of ['OQT', 'q', ''])
        t.throws(() => new Talk('plain').dump(letter), {
          message: `a dump: expected one letter from A to Z; got "${letter}"`,
        });
    },
  );

  const escaped = (text: string) => text.replace(/[.[\]]/g, '\\$&');

  t.test('in the plain dialect the letter of a peel is not taken for the answer to a dump', async (t) => {
    const talk = new Talk('plain');
    said(talk, 'ABQ.');
    talk.dump('Q');
    t.equal(said(talk, 'R.'), 'R');
    t.ok(talk.dumping);
    t.equal(said(talk, 'AEZ.'), 'AEZ');
    t.notOk(talk.dumping);
  });

  t.test('a plain peel carries no number, and any letter that comes ends the wait', async (t) => {
    const talk = new Talk('plain');
    t.equal(talk.ready, 'r');
    said(talk, 'AB.');
    t.equal(talk.peel(['AB']), 'p002001AB');
    t.notOk(talk.mayPeel);
    t.equal(said(talk, 'R.'), 'R');
    t.ok(talk.mayPeel);
  });

  t.test('the last peel ends the game, whoever made it', async (t) => {
    for (const last of ['+001.', '=001.']) {
      const talk = new Talk('numbered');
      said(talk, `AB.${last}`);
      t.ok(talk.over);
      t.notOk(talk.mayPeel);
    }
  });

  t.test('options: the dialect, a pause with its unit, a seed', async (t) => {
    t.same(readOptions([], undefined), {
      kind: 'options',
      options: { dialect: 'numbered', level: 'all', pauseMs: 0, seed: '1' },
    });
    t.same(readOptions([], '12345678901234567890'), {
      kind: 'options',
      options: { dialect: 'numbered', level: 'all', pauseMs: 0, seed: '12345678901234567890' },
    });
    t.same(readOptions(['--dialect', 'plain', '--pause=1.5s', '--seed', '7'], '1'), {
      kind: 'options',
      options: { dialect: 'plain', level: 'all', pauseMs: 1500, seed: '7' },
    });
    t.same(readOptions(['--pause', '0'], '1').kind, 'options');
    t.same(readOptions(['--help'], '1'), { kind: 'help' });
  });

  t.test('options that are wrong are answered with what would have been right', async (t) => {
    const problem = (...args: string[]) => {
      const reading = readOptions(args, '1');
      return reading.kind === 'problem' ? reading.problem : reading.kind;
    };
    t.match(problem('--dialect', 'pirate'), /numbered or plain; got pirate/);
    t.match(problem('--pause', '5'), /unit, such as 20ms or 1s; got 5/);
    t.match(problem('--pause'), /got nothing/);
    t.match(problem('--seed', 'x'), /whole number; got x/);
    t.match(problem('--toString', '1'), /unknown option --toString/);
    t.match(problem('fast'), /unknown option fast/);
  });
});

t.test('what is given', async (t) => {
  t.test('What all games share cannot be changed by one', async (t) => {
    for (const shared of [standardBunch, ruleSets, ...Object.values(ruleSets)]) t.ok(Object.isFrozen(shared));
  });

  t.test('A solver takes letters A to Z alone: others would never be laid', async (t) => {
    for (const letters of ['É', 'cat', 'A B']) {
      const solver = new Solver(lexiconWith(['CAT']), () => 0);
      t.throws(() => solver.give(letters), {
        message: `what the solver is given: expected letters A to Z; got ${JSON.stringify(letters)}`,
      });
      t.notOk(solver.complete);
    }
  });

  const emptySituation = { terms, position: emptyPosition, held: new Map() };

  t.test('Plays are ranked for one or more', async (t) => {
    for (const most of [0, -1, Number.NaN])
      t.throws(() => new RankedPlays(emptySituation, most), {
        message: `RankedPlays: expected a number of plays from 1; got ${most}`,
      });
    t.same(new RankedPlays(emptySituation, Number.POSITIVE_INFINITY).plays, []);
  });
});

t.test('moves', async (t) => {
  const readOptions = readOptions3;
  // AT across from H8.
  const position = emptyPosition.with([
    { x: 0, y: 0, id: 1, letter: 'A', points: 1 },
    { x: 1, y: 0, id: 20, letter: 'T', points: 1 },
  ]);
  const score = { player: 1, scores: [0, 0], scoreless: 0 };
  const choice = { terms, position, held: new Map([[3, 1]]), inBag: 86, ...score, chance: () => 0 };

  t.test('a move is found in what the consoles print, and read as one of the wire', async (t) => {
    const cat = 'play -1 0 3C3';
    for (const [line, wire] of [
      ['  1:  8G C..                 S         5  5.00', cat],
      ['1: 8G C(AT)  5 12.3', cat],
      ['| 8 |  .  1: 8g.CAT', cat],
      ['  1:  8G c..                 S         5  5.00', 'play -1 0 0C0'],
      ['  1: H7  C.                            4  4.00', 'play 0 -1 3C3'],
      ['  1: h6.CcAB  4', 'play 0 -2 3C3 0 -1 0C0 0 1 2B3'],
      ['  1: (Pass)                            0  0.00', 'pass'],
      ['1: pass 0', 'pass'],
      ['  1: (exch ABC?)                       0 -1.00', 'change 1 2 3 0'],
      ['1: (Exch Q)', 'change 17'],
      ['1: ex.QQ 0', 'change 17 17'],
      ['bestmove 8G.CAT', cat],
      ['bestmove ex.QQ', 'change 17 17'],
      ['bestmove pass', 'pass'],
    ] as const) {
      const move = moveWritten(firstMoveIn(line) ?? '', choice);
      t.equal(typeof move === 'string' ? move : moveText(move), wire, line);
    }
    for (const line of [
      '',
      'macondo> ',
      '  2:  8G C.. 5',
      '11: 8G CAT',
      '1: nothing',
      'info gen move 8G.CAT score 5 eq 5.00',
      'bestmove none',
      'Move  Leave  Score',
      '1:',
    ])
      t.equal(firstMoveIn(line), undefined, line);
  });

  t.test('what an engine believes to lie on the board is held against what lies there', async (t) => {
    t.match(moveWritten('8G CUT', choice), /there is already A on the square of letter 2 of CUT/);
    t.match(moveWritten('9G C..', choice), /there is no tile on the square of letter 2 of C\.\./);
    t.match(moveWritten('8G Ж..', choice), /no tile of this set can stand for Ж/);
    t.match(moveWritten('(exch é)', choice), /this set has no tile é/);
  });

  t.test('each console is asked in its own words', async (t) => {
    const cgp = { rows: ['...', '.A.'], racks: ['?C', ''], scores: [3, 9], scoreless: 2, operations: [] };
    const names = { lexicon: 'CSW', board: undefined, tiles: 'english' };
    t.same(engineKind('macondo').ask(cgp, names), [
      'load cgp 3/1A1 ?C/ 3/9 2 lex CSW; bdn CrosswordGame; ld english;',
      'gen 1',
    ]);
    t.same(engineKind('magpie').ask(cgp, names), [
      'cgp 3/1A1 ?C/ 3/9 2 -lex CSW -ld english',
      'generate -numplays 1',
    ]);
    t.match(
      engineKind('magpie').ask(cgp, { ...names, board: 'mine' })[0],
      / -lex CSW -bdn mine -ld english$/,
    );
    t.same(engineKind('siu').ask(cgp, names), [
      'siu',
      'setoption name Lexicon value CSW',
      'setoption name LetterDistribution value english',
      'isready',
      'position cgp 3/1A1 ?C/ 3/9 2',
      'go gen',
    ]);
    t.match(
      engineKind('siu')
        .ask(cgp, { ...names, board: 'mine' })
        .at(-2),
      / 2 bdn mine;$/,
    );
  });

  t.test('its options, and what is wrong with them', async (t) => {
    const read = (...args: string[]) => readOptions(args);
    t.match(read('--kind', 'magpie', './magpie -x', '--start-within=2s'), {
      options: { kind: 'magpie', command: './magpie -x', lexicon: 'CELwordhost', startWithinMs: 2000 },
    });
    for (const [args, problem] of [
      [['./magpie'], /--kind is required: magpie, macondo or siu/],
      [['--kind', 'quackle', './q'], /--kind: expected magpie, macondo or siu; got quackle/],
      [['--kind', 'magpie'], /expected the command that starts the engine/],
      [['--kind', 'magpie', './magpie', 'set'], /expected one command, in quotes.*got \.\/magpie and set/],
      [['--kind', 'magpie', './m', '--lexicon', 'a b'], /--lexicon: expected a name without spaces; got a b/],
      [['--kind', 'magpie', './m', '--start-within', '0'], /--start-within: expected a time with a unit/],
      [['--speed', '1'], /unknown option --speed/],
    ] as const)
      t.match(readOptions([...args]), { kind: 'problem', problem });
  });
});

t.test('answers', async (t) => {
  t.test('an answer is a result, what the bot says went wrong, or nothing that can be read', async (t) => {
    t.same(readAnswer('{"jsonrpc":"2.0","result":{"type":"PASS"},"error":null,"id":1}'), {
      ok: true,
      result: { type: 'PASS' },
    });
    t.same(readAnswer('{"result":null}'), { ok: true, result: null }, 'without an error');
    const said = (text: string) => {
      const answer = readAnswer(text);
      return answer.ok ? answer : [answer.errorcode, answer.message];
    };
    t.same(said('{"error":"out of words"}'), [4, 'the bot answered with the error "out of words"']);
    t.same(said('{"error":{"code":1,"message":"broken"}}'), [4, 'the bot answered with the error "broken"']);
    t.same(said('{"error":{"why":1}}'), [4, 'the bot answered with the error {"why":1}']);
    t.same(said('<html>'), [3, 'expected JSON; got "<html>"']);
    t.same(said('[]'), [3, 'expected a response object; got []']);
    t.same(said('null'), [3, 'expected a response object; got null']);
    t.same(said('x'.repeat(500)), [3, `expected JSON; got "${'x'.repeat(40)}…"`], 'a long one is cut off');
  });

  const methods = {
    Add: (params: unknown) =>
      Array.isArray(params) ? { result: params.length } : error(-32602, 'expected an array'),
  };
  const asked = (request: unknown) => answersTo(JSON.stringify(request), methods);
  const code = (answer: unknown) => (answer as { error?: { code: number } }).error?.code;

  t.test('requests are answered by their id, alone and in batches, and notifications are not', async (t) => {
    t.same(await asked({ jsonrpc: '2.0', method: 'Add', params: [1, 2], id: 'a' }), {
      jsonrpc: '2.0',
      id: 'a',
      result: 2,
    });
    t.equal(await asked({ jsonrpc: '2.0', method: 'Add', params: [1, 2] }), undefined, 'a notification');
    t.equal(await asked([{ jsonrpc: '2.0', method: 'Add' }]), undefined, 'a batch of notifications');
    const batch = (await asked([
      { jsonrpc: '2.0', method: 'Add', params: [], id: 1 },
      { jsonrpc: '2.0', method: 'Add', params: [] },
      7,
      { jsonrpc: '2.0', method: 'Sub', id: null },
    ])) as readonly { id: unknown }[];
    t.same(
      batch.map((answer) => [answer.id, code(answer)]),
      [
        [1, undefined],
        [null, -32600],
        [null, -32601],
      ],
    );
  });

  t.test('requests that are none have the codes of the standard', async (t) => {
    t.equal(code(await answersTo('{"jsonrpc', methods)), -32700);
    t.equal(code(await answersTo('', methods)), -32700);
    t.equal(code(await asked([])), -32600);
    t.equal(code(await asked('Add')), -32600);
    t.equal(code(await asked(null)), -32600);
    t.equal(code(await asked({ method: 'Add', id: 1 })), -32600, 'without its version');
    t.equal(code(await asked({ jsonrpc: '2.0', method: 1, id: 1 })), -32600);
    t.equal(code(await asked({ jsonrpc: '2.0', method: 'Add', params: 'x', id: 1 })), -32600);
    t.equal(code(await asked({ jsonrpc: '2.0', method: 'Add', id: {} })), -32600);
    t.equal(code(await asked({ jsonrpc: '2.0', method: 'constructor', id: 1 })), -32601);
    t.equal(code(await asked({ jsonrpc: '2.0', method: 'Add', params: {}, id: 1 })), -32602);
  });
});

t.test('calls', async (t) => {
  const LONG_MS = 30_000;

  function calling(url: URL) {
    const connection = new BotConnection(url);
    return Object.assign(new BotCalls(connection), {
      ping: (withinMs: number) => connection.ping(withinMs),
      [Symbol.dispose]: () => connection[Symbol.dispose](),
    });
  }

  t.test('calls have ids that go up, on one connection, and say what came', async (t) => {
    const replies: Reply[] = [
      { result: 1 },
      { body: '{"result":2}' },
      { body: 'nothing', status: 200 },
      { body: '{"result":3}', status: 500 },
      { body: '{"error":"ill"}' },
      { body: `"${'x'.repeat(1024 * 1024)}"` },
      { result: 4 },
    ];
    using bot = await WebBot.start(() => replies.shift());
    using calls = calling(new URL(bot.url));
    const call = async () => {
      const answer = await calls.call('Scrabble.NextMove', { gameid: 1 }, LONG_MS);
      return answer.ok ? answer.result : [answer.errorcode, answer.message];
    };
    t.equal(await call(), 1);
    t.equal(await call(), 2);
    t.same(await call(), [3, 'expected JSON; got "nothing"']);
    t.same(await call(), [2, 'expected HTTP status 200; got 500']);
    t.same(await call(), [4, 'the bot answered with the error "ill"']);
    t.same(await call(), [3, 'the response has more than 1048576 bytes']);
    t.equal(await call(), 4, 'and it goes on');
    t.same(
      bot.asked.map(({ id }) => id),
      [1, 2, 3, 4, 5, 6, 7],
    );
  });

  t.test('a bot that does not answer in time, or hangs in its answer, is given up', async (t) => {
    using bot = await WebBot.start(({ id }) => (id === 1 ? 'nothing' : undefined));
    using calls = calling(new URL(bot.url));
    t.match(await calls.call('Scrabble.NextMove', {}, 100), {
      ok: false,
      errorcode: 1,
      message: 'no answer within 0.1 s',
    });
    t.match(
      await calls.call('Scrabble.NextMove', {}, LONG_MS),
      { ok: true },
      'the next is on a connection of its own',
    );

    const endless = createServer(
      (socket) => void socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
    );
    endless.listen(0, '127.0.0.1');
    await once(endless, 'listening');
    t.teardown(() => endless.close());
    using half = calling(new URL(`http://127.0.0.1:${(endless.address() as AddressInfo).port}`));
    t.match(await half.call('Scrabble.NextMove', {}, 100), { ok: false, errorcode: 1 });
  });

  t.test('where nobody listens, or what listens is no web server, it is said', async (t) => {
    const dead = await WebBot.start();
    const { url } = dead;
    dead[Symbol.dispose]();
    using nobody = calling(new URL(url));
    t.match(await nobody.ping(LONG_MS), { errorcode: 2, message: /ECONNREFUSED/ });

    const other = createServer((socket) => void socket.on('error', () => {}).end('SSH-2.0\r\n'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    t.teardown(() => other.close());
    using strange = calling(new URL(`http://127.0.0.1:${(other.address() as AddressInfo).port}`));
    t.match(await strange.ping(LONG_MS), { errorcode: 2 });
  });

  t.test('a connection that the bot has closed since the last call is made again', async (t) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.on('error', () => {});
      // It answers, and hangs up when the next request comes.
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 12\r\n\r\n{"result":1}');
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.teardown(() => server.close());
    using calls = calling(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    for (const _ of [1, 2, 3])
      t.match(await calls.call('Scrabble.NextMove', {}, LONG_MS), { ok: true, result: 1 });
    t.equal(connections, 3);
  });

  t.test('what is told does not hold up the next call', async (t) => {
    using bot = await WebBot.start(({ method }) => (method === 'Scrabble.Error' ? 'nothing' : undefined));
    using calls = calling(new URL(bot.url));
    const told = calls.tell('Scrabble.Error', { message: 'wrong' }, LONG_MS);
    while (bot.of('Scrabble.Error').length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    t.match(await calls.call('Scrabble.NextMove', {}, LONG_MS), { ok: true });
    await told;
  });
});

t.test('moves', async (t) => {
  const readOptions = readOptions4;
  // AT across from the centre.
  const lying: readonly Placement[] = [
    { x: 0, y: 0, id: 1, letter: 'A', points: 1 },
    { x: 1, y: 0, id: 20, letter: 'T', points: 1 },
  ];
  const never = Number.POSITIVE_INFINITY;

  t.test('a result is a move of the wire', async (t) => {
    const said = usualGame(t);
    const moved = async (result: unknown) => {
      const read = readMove(result, said);
      if (!read.ok) return read.message;
      if ('move' in read) return moveText(read.move);
      return moveText({
        type: 'play',
        placements: await withLetters(read.laid, choiceOf(lying, new Map([[3, 1]])), never),
      });
    };
    t.equal(await moved({ type: 'PASS' }), 'pass');
    t.equal(await moved({ type: 'PASS', playtiles: [] }), 'pass', 'tiles of a pass are ignored');
    const asWritten = {
      exchangetiles: ['I', 'O', 'G'],
      playtiles: [
        { row: 4, col: 4, tile: 'H' },
        { row: 5, col: 4, tile: 'A' },
        { row: 7, col: 4, tile: 'P' },
        { row: 8, col: 4, tile: 'Y' },
      ],
    };
    t.equal(
      await moved({ type: 'PLAY', ...asWritten }),
      'play -3 -3 8H4 -3 -2 1A1 -3 0 16P3 -3 1 25Y4',
      'by its type alone',
    );
    t.equal(await moved({ type: 'EXCHANGE', ...asWritten }), 'change 9 15 7');
    t.equal(await moved({ type: 'PASS', ...asWritten }), 'pass');
    t.equal(await moved({ type: 'EXCHANGE', exchangetiles: ['Q', '*', 'a'] }), 'change 17 0 1');
    t.equal(await moved({ type: 'EXCHANGE', exchangeTiles: ['I'] }), 'change 9', 'the other spelling');
    t.equal(await moved({ type: 'PLAY', playtiles: [{ row: 7, col: 6, tile: 'C' }] }), 'play -1 0 3C3');
    t.equal(await moved({ type: 'PLAY', playTiles: [{ row: 0, col: 14, tile: 'e' }] }), 'play 7 -7 5E1');
    t.equal(
      await moved({ type: 'PLAY', playtiles: [{ row: 7, col: 6, tile: '*', letter: 'c' }] }),
      'play -1 0 0C0',
    );
    for (const [result, message] of [
      [undefined, 'result: expected an object; got nothing'],
      [null, 'result: expected an object; got null'],
      [[], 'result: expected an object; got []'],
      ['PASS', 'result: expected an object; got "PASS"'],
      [{}, 'type: expected "PLAY", "PASS" or "EXCHANGE"; got nothing'],
      [{ type: 'SWAP' }, 'type: expected "PLAY", "PASS" or "EXCHANGE"; got "SWAP"'],
      [{ type: 'EXCHANGE' }, 'exchangetiles: expected an array of one or more letters; got nothing'],
      [
        { type: 'EXCHANGE', exchangetiles: [] },
        'exchangetiles: expected an array of one or more letters; got []',
      ],
      [
        { type: 'EXCHANGE', exchangetiles: [1] },
        /^exchangetiles: expected a letter of the game, or "\*".*; got 1$/,
      ],
      [{ type: 'PLAY' }, /^playtiles: expected an array of one or more tiles .*; got nothing$/],
      [{ type: 'PLAY', playtiles: [] }, /^playtiles: .*; got \[\]$/],
      [{ type: 'PLAY', playtiles: [7] }, /^playtiles: expected tiles such as .*; got 7$/],
      [
        { type: 'PLAY', playtiles: [{ row: 15, col: 0, tile: 'A' }] },
        'row: expected a whole number from 0 to 14; got 15',
      ],
      [{ type: 'PLAY', playtiles: [{ row: '7', col: 0, tile: 'A' }] }, /^row: .*; got "7"$/],
      [{ type: 'PLAY', playtiles: [{ row: 0, col: -1, tile: 'A' }] }, /^col: .*; got -1$/],
      [
        { type: 'PLAY', playtiles: [{ row: 0, col: 0, tile: '?' }] },
        /^tile: expected a letter .*; got "\?"$/,
      ],
      [{ type: 'PLAY', playtiles: [{ row: 0, col: 0, tile: '*', letter: '*' }] }, /^letter: .*; got "\*"$/],
      [{ type: 'PLAY', playtiles: [{ row: 0, col: 0, tile: '*', letter: 5 }] }, /^letter: .*; got 5$/],
    ] as const)
      t.match(await moved(result), message, JSON.stringify(result));
  });

  t.test(
    'a blank without a letter stands for what is legal and brings most, of these the first',
    async (t) => {
      const blank = (x: number, y: number) => ({ x, y, id: 0, letter: undefined, points: 0 });
      const held = new Map([
        [0, 2],
        [17, 1],
      ]);
      const letters = async (...laid: Parameters<typeof withLetters>[0]) =>
        (await withLetters(laid, choiceOf(lying, held), never)).map(({ letter }) => letter);
      t.same(
        await letters(blank(-1, 0)),
        ['B'],
        'the first before AT: a blank is worth the same whatever it is',
      );
      t.same(await letters(blank(2, 0)), ['E'], 'ATE');
      const q = { x: 3, y: 1, id: 17, letter: 'Q', points: 10 };
      t.same(
        await letters(q, blank(5, 1), blank(4, 1)),
        ['Q', 'A', 'A'],
        'no letters do: the host says what is wrong',
      );
      t.same(await letters({ ...blank(-1, 0), letter: 'Z' }), ['Z'], 'one that has its letter keeps it');
      t.same(await letters(blank(0, -1), blank(0, 1)), ['B', 'D'], 'two of them, around the A: BAD');
      let looks = 0;
      const { lexicon } = terms2;
      const counting = {
        ...lexicon,
        get edges() {
          looks++;
          return lexicon.edges;
        },
      };
      const choice = { ...choiceOf(lying, held), terms: { ...terms2, lexicon: counting } };
      const everywhere = Array.from({ length: 225 }, (_, at) =>
        blank((at % 15) - 7, Math.floor(at / 15) - 7),
      );
      const many = await withLetters(everywhere, choice, never);
      t.same(new Set(many.map(({ letter }) => letter)), new Set(['A']));
      t.equal(looks, 0, 'nothing is searched for blanks that it does not have');
      await withLetters([blank(-1, 0)], choice, never);
      t.ok(looks > 0);
    },
  );

  t.test('of an exchange from an empty bag the bot is told, and the host judges it', async (t) => {
    using bot = await WebBot.start(({ method }) =>
      method === 'Scrabble.NextMove' ? { result: { type: 'EXCHANGE', exchangetiles: ['A'] } } : undefined,
    );
    using connection = new BotConnection(new URL(bot.url));
    const reports: string[] = [];
    using mover = new WebMover({
      ...{ gameid: 7, calls: new BotCalls(connection), game: usualGame(t), player: 1 },
      report: (sentence) => void reports.push(sentence),
    });
    const choice = { ...choiceOf(lying, new Map([[1, 1]])), inBag: 0 };
    t.same(await mover.move(choice, never), { type: 'change', ids: [1] });
    t.equal(mover.failures, 0, 'it is a move');
    await until(
      () => bot.of('Scrabble.Error').length === 1,
      () => 'what is wrong',
    );
    t.match(bot.of('Scrabble.Error')[0]!.params, { gameid: 7, errorcode: 6, message: /bag/ });
    t.match(reports, [/not legal: .*bag/]);
  });

  t.test('of a game that is over the bot is told who won', async (t) => {
    const ending = (player: number, ...notices: Parameters<HeardEnding['hear']>[0][]) => {
      const heard = new HeardEnding(player);
      for (const notice of notices) heard.hear(notice);
      return heard.ending([5, 6, 7]);
    };
    const over = (...points: number[]) =>
      ({
        type: 'gameover',
        scores: points.map((own, index) => ({ player: index + 1, points: own })),
      }) as const;
    const left = (player: number) => ({ type: 'forfeited', player }) as const;
    t.same(ending(1, over(9, 8, 7)), { winner: true, draw: false, scores: [9, 8, 7] });
    t.same(ending(2, over(9, 8, 7)), { winner: false, draw: false, scores: [9, 8, 7] });
    t.same(ending(1, over(9, 9, 7)), { winner: false, draw: true, scores: [9, 9, 7] });
    t.same(ending(3, over(9, 9, 7)), { winner: false, draw: false, scores: [9, 9, 7] });
    t.same(ending(2, left(1), over(9, 8, 7)), { winner: true, draw: false, scores: [9, 8, 7] });
    t.same(ending(2, left(2), left(1), left(3), over(1, 2, 3)), {
      winner: false,
      draw: false,
      scores: [1, 2, 3],
    });
    t.same(ending(2, left(2)), { winner: false, draw: false, scores: [5, 6, 7] }, 'it has left');
  });

  t.test('the options', async (t) => {
    const url = 'http://127.0.0.1:9000/rpc';
    t.match(readOptions([url]), {
      kind: 'options',
      options: { url: new URL(url), port: 0, prepareWithinMs: 120_000 },
    });
    t.match(readOptions(['--listen=9100', '--prepare-within', '5m', 'https://example.org']), {
      options: { port: 9100, prepareWithinMs: 300_000 },
    });
    t.match(readOptions(['--help']), { kind: 'help' });
    for (const [args, problem] of [
      [[], /^expected the URL of the bot, such as http:/],
      [[url, url], /^expected one URL; got http/],
      [['ftp://example.org'], /^expected an http or https URL, .*; got ftp:/],
      [['bot'], /^expected an http or https URL, .*; got bot$/],
      [['http://%ff@127.0.0.1:9/'], /^expected a user and a password in UTF-8; write % as %25, .*; got http/],
      [['--listen', '65536', url], /^--listen: expected a port from 0 to 65535; got 65536$/],
      [['--listen', 'x', url], /^--listen: .*; got x$/],
      [['--prepare-within', '0', url], /^--prepare-within: expected a time with a unit/],
      [['--prepare-within', '999h', url], /^--prepare-within: /],
      [['--port', '1'], /^unknown option --port/],
    ] as const)
      t.match(readOptions(args), { kind: 'problem', problem }, args.join(' '));
  });
});

t.test('page', async (t) => {
  const wire = page('docs/reference/web-bots.md');
  const said = blocksOf(wire)
    .filter(({ language }) => language === 'json')
    .map(({ text }) => JSON.parse(text));

  t.test('the messages of the page are those that are spoken', async (t) => {
    const requests = said.filter(({ method }) => method !== undefined);
    t.same(
      requests.map(({ method }) => method),
      [
        ...['Scrabble.NewGame', 'Scrabble.Error', 'Scrabble.Complete'],
        ...['RegistrationService.Register', 'Scrabble.Ready'],
      ],
    );
    const answers = said.filter(({ result }) => result !== undefined);
    t.same(
      answers.map((answer) => readAnswer(JSON.stringify(answer))),
      [{ ok: true, result: { status: 'PREPARING' } }],
    );
    const moves = said.filter(({ type }) => type !== undefined);
    t.equal(moves.length, 3);
    for (const move of moves) t.ok(readMove(move, usualGame(t)).ok, JSON.stringify(move));
  });

  t.test('the hashes of the page are those that Ready of the page says', async (t) => {
    const { params: about } = said.find(({ method }) => method === 'Scrabble.NewGame');
    const ready = said.find(({ method }) => method === 'Scrabble.Ready');
    const { files } = usualGame(t);
    const shown = Object.fromEntries(
      Object.entries(files).map(([kind, file]) => [kind, { ...file, sha1: about[kind].sha1 }]),
    ) as typeof files;
    let readied = 0;
    const methods = ownMethods(about.gameid, shown, () => readied++);
    t.match(await answersTo(JSON.stringify(ready), methods), { id: 1, result: { status: 'OK' } });
    t.equal(readied, 1);
  });

  t.test('the page has the number of each fault', async (t) => {
    for (const code of Object.values(faults)) t.match(wire.text, new RegExp(`^\\| ${code} \\| `, 'm'));
    const told = said.find(({ method }) => method === 'Scrabble.Error');
    const read = readMove({ type: 'JUMP' }, usualGame(t));
    t.match(told.params, read.ok ? {} : { message: read.message, errorcode: read.errorcode });
  });
});

t.test('served', async (t) => {
  async function served(t: Test) {
    const { files } = usualGame(t);
    let readied = 0;
    const on = await Served.on(
      0,
      Object.values(files),
      ownMethods(78, files, () => readied++),
    );
    t.teardown(() => on[Symbol.dispose]());
    return { on, files, readied: () => readied };
  }

  t.test('files are served by their hash, whole, in part, compressed, and once', async (t) => {
    const { on, files } = await served(t);
    const { dictionary, gameboard } = files;
    const url = on.urlOf(dictionary);
    t.match(url, new RegExp(`^http://127\\.0\\.0\\.1:\\d+/scrabble/${dictionary.sha1}/dictionary\\.txt$`));
    const whole = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    t.equal(whole.status, 200);
    t.match(Object.fromEntries(whole.headers), {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '7',
      etag: `"${dictionary.sha1}"`,
      'cache-control': /immutable/,
      'accept-ranges': 'bytes',
    });
    t.equal(await whole.text(), 'AT\nCAT\n');
    const board = await fetch(on.urlOf(gameboard));
    t.equal(board.headers.get('content-type'), 'application/json');
    t.equal(((await board.json()) as unknown[]).length, 15);

    const ask = async (headers: Record<string, string>, method = 'GET') =>
      await fetch(url, { method, headers: { 'accept-encoding': 'identity', ...headers } });
    const zipped = await ask({ 'accept-encoding': 'br, gzip' });
    t.equal(zipped.headers.get('content-encoding'), 'gzip');
    t.equal(await zipped.text(), 'AT\nCAT\n');
    t.equal((await ask({ 'accept-encoding': 'gzip;q=0' })).headers.get('content-encoding'), null);
    t.equal((await ask({ 'if-none-match': `"other", W/"${dictionary.sha1}"` })).status, 304);
    t.equal((await ask({ 'if-none-match': '"other"' })).status, 200);
    for (const [range, status, text, from] of [
      ['bytes=3-5', 206, 'CAT', 'bytes 3-5/7'],
      ['bytes=3-', 206, 'CAT\n', 'bytes 3-6/7'],
      ['bytes=-2', 206, 'T\n', 'bytes 5-6/7'],
      ['bytes=-99', 206, 'AT\nCAT\n', 'bytes 0-6/7'],
      ['bytes=5-99', 206, 'T\n', 'bytes 5-6/7'],
      ['bytes=7-', 416, 'expected a range within 7 bytes\n', 'bytes */7'],
      ['bytes=-0', 416, 'expected a range within 7 bytes\n', 'bytes */7'],
      ['bytes=5-3', 200, 'AT\nCAT\n', null],
      ['bytes=0-1,3-4', 200, 'AT\nCAT\n', null],
      ['lines=1-2', 200, 'AT\nCAT\n', null],
    ] as const) {
      const part = await ask({ range });
      t.same(
        [part.status, await part.text(), part.headers.get('content-range')],
        [status, text, from],
        range,
      );
    }
    const sha1 = `"${dictionary.sha1}"`;
    t.equal((await ask({ range: 'bytes=0-1', 'if-range': sha1 })).status, 206);
    t.equal((await ask({ range: 'bytes=0-1', 'if-range': '"other"' })).status, 200);
    const head = await ask({}, 'HEAD');
    t.same([head.status, head.headers.get('content-length'), await head.text()], [200, '7', '']);
    t.same(
      [(await ask({}, 'POST')).status, (await ask({}, 'POST')).headers.get('allow')],
      [405, 'GET, HEAD'],
    );
    t.equal((await fetch(`${on.address}/scrabble/0/dictionary.txt`)).status, 404);
    t.equal(String(gunzipSync(await gzipped(url))), 'AT\nCAT\n', 'as gzip, byte for byte');
  });

  /** What `fetch` would unpack. */
  async function gzipped(url: string): Promise<Buffer> {
    const { request } = await import('node:http');
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    request(url, { headers: { 'accept-encoding': 'gzip' } }, async (answer) =>
      resolve(Buffer.concat(await answer.toArray())),
    )
      .on('error', reject)
      .end();
    return await promise;
  }

  t.test('a bot says that it has the files, by their hashes', async (t) => {
    const { on, files, readied } = await served(t);
    const rpc = async (body: string, method = 'POST') => await fetch(`${on.address}/rpc`, { method, body });
    const ready = async (params: unknown) => {
      const answer = await rpc(JSON.stringify({ jsonrpc: '2.0', method: 'Scrabble.Ready', params, id: 1 }));
      const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } };
      return error?.message ?? result;
    };
    const { gameboard, dictionary, letters } = files;
    const right = {
      gameid: 78,
      gameboard: gameboard.sha1,
      dictionary: dictionary.sha1,
      letters: letters.sha1,
    };
    t.equal(await ready({ ...right, letters: 'x' }), `letters: expected ${letters.sha1}; got "x"`);
    t.equal(
      await ready({ ...right, dictionary: undefined }),
      `dictionary: expected ${dictionary.sha1}; got nothing`,
    );
    const gameid = 'gameid: expected a whole number from 1 to 2^53 - 1';
    const deep = JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`);
    for (const [params, problem] of [
      [{ ...right, gameid: 7, letters: 'x' }, 'gameid: expected the number that Scrabble.NewGame told'],
      [{ ...right, gameid: '78\n' }, `${gameid}; got "78\\n"`],
      [undefined, `${gameid}; got nothing`],
      [{ ...right, gameid: { toString: 1 } }, `${gameid}; got an object`],
      [{ ...right, letters: deep }, 'letters: expected a string; got a list of 1'],
      [[78], 'params: expected an object; got a list of 1'],
    ] as const)
      t.equal(await ready(params), problem, 'nothing that only the bot knows is told');
    t.equal(readied(), 0);
    t.same(await ready(right), { status: 'OK' });
    t.same(await ready({ ...right, gameid: '78', letters: letters.sha1.toUpperCase() }), { status: 'OK' });
    t.equal(readied(), 2);
    t.same(await (await rpc('{"jsonrpc":"2.0","method":"Status.Ping","params":null,"id":9}')).json(), {
      jsonrpc: '2.0',
      id: 9,
      result: { ping: 'OK' },
    });
    t.equal((await rpc('{"jsonrpc":"2.0","method":"Status.Ping"}')).status, 204, 'a notification');
    t.match(await (await rpc('{')).json(), { error: { code: -32700 } });
    t.match(await (await rpc('{"jsonrpc":"2.0","method":"RegistrationService.Register","id":1}')).json(), {
      error: { code: -32601, message: /The methods are: Status\.Ping, Scrabble\.Ready$/ },
    });
    t.equal((await rpc('x'.repeat(70_000))).status, 413);
    const got = await fetch(`${on.address}/rpc`);
    t.same([got.status, got.headers.get('allow')], [405, 'POST']);
  });
});

t.test('told', async (t) => {
  const terms = terms2;
  t.test('the board, the word list and the letters are files, named by their hashes', async (t) => {
    const { files } = usualGame(t);
    for (const { bytes, sha1 } of Object.values(files))
      t.equal(sha1, createHash('sha1').update(bytes).digest('hex'));
    t.equal(String(files.dictionary.bytes), 'AT\nCAT\n');
    const board = JSON.parse(String(files.gameboard.bytes));
    t.equal(board.length, 15);
    t.same(
      board.map((row: unknown[]) => row.length),
      Array(15).fill(15),
    );
    t.same(board[0][0], { LS: 1, WS: 3, start: false });
    t.same(board[0][3], { LS: 2, WS: 1, start: false });
    t.same(board[1][5], { LS: 3, WS: 1, start: false });
    t.same(board[7][7], { LS: 1, WS: 2, start: true }, 'the centre of the board official doubles the word');
    const letters = JSON.parse(String(files.letters.bytes));
    t.equal(letters.points.Q, 10);
    t.equal(Object.keys(letters.points).length, 26);
    t.equal(letters.distribution.A, 9);
    t.equal(letters.distribution['*'], 2);
  });

  t.test('under simple rules the first word lies anywhere, and no square is the start', async (t) => {
    const simple = { board: builtInBoard('plain')!, tiles: builtInTileSet('simple')! };
    const said = webGame(greeting(t, simple), { ...terms, ...simple, rules: ruleSets.simple });
    if (typeof said === 'string') throw new Error(said);
    t.notMatch(String(said.files.gameboard.bytes), /true/);
    t.notOk(Object.hasOwn(JSON.parse(String(said.files.letters.bytes)).distribution, '*'), 'no blanks');
  });

  t.test('what cannot be said in this form is refused, and why', async (t) => {
    const refused = (other: Partial<Greeting>) => webGame(greeting(t, other), terms);
    t.match(refused({ board: builtInBoard('infinite')! }), /15 by 15; the board infinite has no edges/);
    t.match(
      refused({ board: builtInBoard('hole')! }),
      /^web bots support boards (without holes|of 15 by 15)/,
    );
    const small = soundBoard('own.board', {
      ...finiteSquares,
      prog: '_result_ := 0',
      bounds: [-3, -3, 7, 7],
    });
    t.match(refused({ board: small }), /15 by 15; this board is 7 by 7/);
    const odd = soundBoard('own.board', {
      ...finiteSquares,
      prog: '_result_ := 0',
      squares: { 0: { 0: '_result_ := pointValue(_pos_) + 1' } },
    });
    t.match(refused({ board: odd }), /letter and word multipliers; this board has other squares/);
    t.match(refused({ dictionary: undefined }), /needs a word list; in this game all words are valid/);
    const face = (letter: string, points: number) => ({ letter, points });
    for (const faces of [
      [[face('A', 1), face('B', 1)]],
      [[face('A', 1)], [face('A', 1)]],
      [[face('A', 1)], [face('B', 0), face('C', 0)]],
      [
        [face('A', 0), face('B', 0)],
        [face('A', 0), face('B', 0)],
      ],
    ])
      t.match(
        refused({ tiles: { name: 'own', tiles: faces.map((own, id) => ({ id, count: 9, faces: own })) } }),
        /only tiles of one letter/,
        JSON.stringify(faces),
      );
  });

  t.test('a position is rows of letters, blanks apart, and the hand', async (t) => {
    const choice = choiceOf(
      [
        { x: 0, y: 0, id: 3, letter: 'C', points: 3 },
        { x: 0, y: 1, id: 0, letter: 'A', points: 0 },
        { x: -7, y: 7, id: 20, letter: 'T', points: 1 },
      ],
      new Map([
        [0, 1],
        [1, 2],
      ]),
    );
    const said = new WebPosition(usualGame(t));
    const { tiles, gamestate, gameletters } = JSON.parse(`{${said.hand(choice)},${said.board(choice)}}`);
    t.same(tiles, ['*', 'A', 'A']);
    t.equal(gamestate.length, 15);
    t.equal(gamestate[7]![7], 'C');
    t.equal(gamestate[8]![7], '*');
    t.equal(gameletters[8]![7], 'A');
    t.equal(gamestate[14]![0], 'T');
    t.equal(gamestate.flat().filter((letter: string) => letter === '').length, 222);
    const later = { position: choice.position.with([{ x: 1, y: 0, id: 0, letter: 'A', points: 0 }]) };
    const written = said.board(later);
    t.equal(written, new WebPosition(usualGame(t)).board(later), 'what is laid later is written, too');
    t.match(JSON.parse(`{${written}}`).gamestate[7], ['', '', '', '', '', '', '', 'C', '*', '']);
  });
});
