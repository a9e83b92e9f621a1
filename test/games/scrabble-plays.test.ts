import t from 'tap';
import { draw, openStream } from '../../host/core/chance.ts';
import {
  builtInBoard,
  finiteSquares,
  infiniteSquares,
} from '../../host/games/scrabble/board/built-in-boards.ts';
import { boardFromFile, soundBoard } from '../../host/games/scrabble/board/make-board.ts';
import { judgePlay } from '../../host/games/scrabble/judge/judge-move.ts';
import type { HeldTiles, JudgingTerms } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition, type Position } from '../../host/games/scrabble/judge/position.ts';
import { SumTable } from '../../host/games/scrabble/lanes/layable.ts';
import { letterSum } from '../../host/games/scrabble/lanes/letter-sets.ts';
import { HighestFirst } from '../../host/games/scrabble/lanes/spans.ts';
import { NONE, WordMap } from '../../host/games/scrabble/lanes/word-map.ts';
import { BestPlays, searchedWords } from '../../host/games/scrabble/moves/best-plays.ts';
import { Endgame, otherRack } from '../../host/games/scrabble/moves/endgame.ts';
import { RankedPlays } from '../../host/games/scrabble/moves/ranked-plays.ts';
import { type FoundPlay, searchPlays } from '../../host/games/scrabble/moves/search-plays.ts';
import { type RuleSetName, ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import type { Face, TileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
import { placementText } from '../../host/games/scrabble/wire/messages.ts';
import { letterNumbers, wordsOf } from '../../host/lexicon/automaton.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { bestPlay } from '../../players/greedy/best-play.ts';
import { english, idOf, placed } from './scrabble-table.ts';
import { bestOf, selfPlay } from './self-play.ts';
import { keyNumber, lexiconWith } from './table.ts';

t.test('scrabble plays', async (t) => {
  const words = ['A', 'AB', 'ABA', 'BA', 'CAB', 'CABS', 'SAB', 'AS', 'BAA', 'BAAS', 'ABAS', 'ABACAS'];
  const lexicon = lexiconWith(words);

  function termsWith(board: string, rules: RuleSetName): JudgingTerms {
    return { rules: ruleSets[rules], board: builtInBoard(board)!, tiles: english, lexicon, handSize: 7 };
  }

  function plays(terms: JudgingTerms, position: Position, hand: HeldTiles): Placement[][] {
    const found: Placement[][] = [];
    for (const _ of searchPlays(terms, position, hand, (play) => found.push(play.placements())));
    return found;
  }

  const handOf = (letters: string) => {
    const hand = new Map<number, number>();
    for (const letter of letters) hand.set(idOf(letter), (hand.get(idOf(letter)) ?? 0) + 1);
    return hand;
  };

  const named = (play: readonly Placement[]) =>
    placementText([...play].sort((one, other) => one.x - other.x || one.y - other.y));

  /** All ways to lay up to three tiles near what lies: the judge says which are plays. */
  function* tried(position: Position, hand: ReadonlyMap<number, number>): Generator<Placement[]> {
    const faces = [...hand].flatMap(([id, count]) =>
      english.tiles[id]!.faces.filter(({ letter }) => 'ABCS'.includes(letter)).map((face) => ({
        ...face,
        id,
        count,
      })),
    );
    for (let y = -4; y <= 4; y++)
      for (let x = -4; x <= 4; x++)
        for (const [right, down] of [
          [1, 0],
          [0, 1],
        ] as const)
          yield* from(x, y, right, down, []);

    function* from(
      x: number,
      y: number,
      right: number,
      down: number,
      laid: Placement[],
    ): Generator<Placement[]> {
      if (laid.length > 0) yield laid;
      if (laid.length === 3 || Math.abs(x) > 5 || Math.abs(y) > 5) return;
      if (position.indexAt(x, y) >= 0) {
        yield* from(x + right, y + down, right, down, laid);
        return;
      }
      for (const { id, letter, points, count } of faces) {
        if (laid.filter((tile) => tile.id === id).length >= count) continue;
        yield* from(x + right, y + down, right, down, [...laid, { x, y, id, letter, points }]);
      }
    }
  }

  const besides = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const;

  const positions: Readonly<Record<string, Position>> = {
    'an empty board': emptyPosition,
    'a word': emptyPosition.with(placed('CAB', 0, 0, 'across')),
    'two that cross': emptyPosition.with(placed('CAB', 0, 0, 'across')).with(placed('.BA', 1, 0, 'down')),
  };

  for (const [name, position] of Object.entries(positions))
    for (const board of ['official', 'infinite', 'hole', 'infinite-hole'])
      for (const rules of ['tournament', 'simple'] as const)
        t.test(`All plays of up to three tiles, and none else: ${name}, ${board}, ${rules}`, async (t) => {
          const terms = termsWith(board, rules);
          const hand = handOf(name === 'an empty board' ? 'ABS' : 'A?S');
          const isNear = (play: readonly Placement[]) =>
            play.length <= 3 && play.every(({ x, y }) => Math.abs(x) <= 4 && Math.abs(y) <= 4);
          // Without edges and where words may lie anywhere, those that touch what lies are enough.
          const isSought = (play: readonly Placement[]) =>
            terms.board.layout !== undefined ||
            position.count === 0 ||
            play.some(({ x, y }) => besides.some(([right, down]) => position.tileAt(x + right, y + down)));
          const found = plays(terms, position, hand).filter(isNear).map(named);
          t.equal(new Set(found).size, found.length, 'none twice');
          const legal = [...tried(position, hand)].filter(
            (play) => isNear(play) && isSought(play) && judgePlay(terms, position, hand, play).legal,
          );
          t.same([...new Set(found)].sort(), [...new Set(legal.map(named))].sort());
          t.comment(`${found.length} plays`);
        });

  t.test('Every play is legal, over games of them, on every kind of board', async (t) => {
    for (const board of ['official', 'infinite', 'infinite-hole', 'plain']) {
      const terms = termsWith(board, 'tournament');
      let position = emptyPosition;
      let stream = openStream(keyNumber(7), 'player');
      let count = 0;
      for (let turn = 0; turn < 12; turn++) {
        const all = plays(terms, position, handOf('AABC?SA'));
        count += all.length;
        if (all.length === 0) break;
        for (const play of all) {
          const judgement = judgePlay(terms, position, handOf('AABC?SA'), play);
          if (!judgement.legal) t.match(judgement, { legal: true }, named(play));
        }
        let pick: number;
        [pick, stream] = draw(stream, all.length);
        position = position.with(all[pick]!);
      }
      t.ok(count > 20, `${board}: ${count} plays, ${position.count} tiles laid`);
    }
  });

  /** Covered squares multiply too, and some squares count nothing, or below nothing. */
  const multiplying = {
    prog: 'if ((_x_ % 3) = 0) then { _result_ := 1 } else { if ((_y_ % 2) = 0) then { _result_ := 2 } else { _result_ := 3 } }',
    squares: {
      0: { 0: '_result_ := _acc_ + (pointValue(_pos_) * 3)', 4: '_result_ := _acc_ * 2' },
      1: { 0: '_result_ := pointValue(_pos_) + _acc_', 2: '_result_ := _acc_ * 3' },
      2: { 1: '_result_ := _acc_ - pointValue(_pos_)' },
      3: {},
    },
    usedSquare: 0,
    center: [0, 0],
    isInfinite: true,
  };

  /** The letters of later squares count after this one has multiplied those of the earlier ones. */
  const inTurns = {
    ...multiplying,
    squares: {
      ...multiplying.squares,
      1: { 0: '_result_ := (_acc_ + pointValue(_pos_)) * 2' },
      2: { 0: '_result_ := _acc_ * 2' },
    },
  };

  function boardOf(file: object) {
    const made = boardFromFile('board', JSON.stringify(file));
    if (!made.ok) throw new Error(made.problem);
    return made.board;
  }

  t.test('Points that are told with a play are those of the judge', async (t) => {
    const cases = [
      ...['official', 'standard', 'hole', 'infinite'].map(
        (name) => [name, builtInBoard(name)!, true] as const,
      ),
      ['covered squares multiply', boardOf(multiplying), true],
      ['the order of squares counts', boardOf(inTurns), false],
    ] as const;
    for (const [name, board, isTold] of cases) {
      const terms = { ...termsWith('official', 'tournament'), board, handSize: 3 };
      let position = emptyPosition;
      let stream = openStream(keyNumber(3), 'player');
      const wrong: string[] = [];
      let count = 0;
      for (let turn = 0; turn < 10; turn++) {
        const hand = handOf('AABC?SA');
        const all: Placement[][] = [];
        for (const _ of searchPlays(terms, position, hand, (play) => {
          const placements = play.placements();
          const judgement = judgePlay(terms, position, hand, placements);
          const points = judgement.legal ? judgement.points : 'none';
          if (play.points !== (isTold ? points : undefined))
            wrong.push(`${named(placements)}: ${play.points}, ${points}`);
          all.push(placements);
        }));
        count += all.length;
        if (all.length === 0) break;
        let pick: number;
        [pick, stream] = draw(stream, all.length);
        position = position.with(all[pick]!);
      }
      t.strictSame(wrong, [], `${name}: ${count} plays`);
      t.ok(count > 20);
    }
    const along = termsWith('official', 'simple');
    const told = new Set<unknown>();
    for (const _ of searchPlays(along, emptyPosition, handOf('AB'), ({ points }) => told.add(points)));
    t.strictSame([...told], [undefined]);
  });

  t.test('Where all words are valid, one play for each row of places', async (t) => {
    const terms = { ...termsWith('official', 'tournament'), lexicon: undefined };
    const all = plays(terms, emptyPosition, handOf('AB'));
    t.same(all.map(named).sort(), [
      '-1 0 1A1 0 0 2B3',
      '0 -1 1A1 0 0 2B3',
      '0 0 1A1 0 1 2B3',
      '0 0 1A1 1 0 2B3',
    ]);
    const position = emptyPosition.with(placed('XQ', 0, 0, 'across'));
    const later = plays(terms, position, handOf('AB'));
    t.equal(new Set(later.map(named)).size, later.length, 'none twice');
    t.same(
      later
        .map(named)
        .filter((name) => name.split(' ').length === 3)
        .sort(),
      ['-1 0 1A1', '0 -1 1A1', '0 1 1A1', '1 -1 1A1', '1 1 1A1', '2 0 1A1'],
    );
    for (const [lying, found] of [
      [emptyPosition, all],
      [position, later],
    ] as const)
      for (const play of found) if (!judgePlay(terms, lying, handOf('AB'), play).legal) t.fail(named(play));
  });

  t.test('A single tile is found with the longer of its two words', async (t) => {
    const position = emptyPosition
      .with(placed('BA', 0, 0, 'across'))
      .with(placed('AB', 2, -2, 'down'))
      .with(placed('S', 2, 1, 'down'));
    const lengths = new Map<string, number>();
    const words = ['BAA', 'ABAS'];
    const terms = { ...termsWith('official', 'tournament'), lexicon: lexiconWith(words) };
    for (const _ of searchPlays(terms, position, handOf('A'), (play) =>
      lengths.set(named(play.placements()), play.length),
    ));
    t.same([...lengths], [['2 0 1A1', 4]]);
  });

  t.test('A search can be left between two places where words begin', async (t) => {
    let found = 0;
    for (const steps of searchPlays(
      termsWith('plain', 'simple'),
      emptyPosition,
      handOf('ABS'),
      () => found++,
    ))
      if (steps > 100) break;
    t.ok(found > 0 && found < 200, `${found} plays`);
  });
});

t.test('scrabble best plays', async (t) => {
  const loaded = loadLexicon('english');
  if (!loaded.ok) throw new Error(loaded.problem);
  /** Every twentieth word, short ones all. */
  const lexicon = lexiconWith(
    [...wordsOf(loaded.lexicon)].filter((word, index) => word.length < 4 || index % 20 === 0),
  );
  const words = searchedWords(lexicon);
  const english = builtInTileSet('english')!;
  /** Of each kind so many, with an added face where `other` gives one. */
  const changed = (
    count: (id: number) => number,
    other: (id: number) => readonly Face[] = () => [],
  ): TileSet => ({
    name: 'changed',
    tiles: english.tiles.map(({ id, faces }) => ({ id, count: count(id), faces: [...faces, ...other(id)] })),
  });
  const tileSets = {
    english,
    'with many blanks': changed((id) => (id === 0 ? 30 : 2)),
    'of several letters': changed(
      (id) => (id === 0 ? 1 : 3),
      (id) => (id % 3 === 1 ? [{ letter: 'AEIOU'[id % 5]!, points: id % 7 }] : []),
    ),
  };

  const termsOn = (board: string, tiles = english): JudgingTerms => ({
    rules: ruleSets.tournament,
    board: builtInBoard(board)!,
    tiles,
    lexicon,
    handSize: 7,
  });

  const nameOf = (found: FoundPlay) => {
    const places = found.placements().map(({ x, y, id, letter }) => `${x},${y},${id},${letter}`);
    return `${found.length} ${found.points} ${places.sort().join(' ')}`;
  };

  function all(terms: JudgingTerms, position: Position, held: HeldTiles): string[] {
    const names: string[] = [];
    for (const _ of searchPlays(terms, position, held, (found) => names.push(nameOf(found))));
    return names.sort();
  }

  const pointsOf = (name: string) => Number(name.split(' ')[1]);

  for (const [board, tiles, games] of [
    ['official', 'english', 1],
    ['hole', 'english', 1],
    ['infinite-hole', 'english', 1],
    ['infinite-hole', 'with many blanks', 1],
    ['official', 'of several letters', 1],
    ['infinite', 'of several letters', 1],
  ] as const)
    t.test(`the best play is the best of all, and none is left out: ${board}, ${tiles}`, async (t) => {
      const terms = termsOn(board, tileSets[tiles]);
      let positions = 0;
      let blanks = 0;
      let mostBlanks = 0;
      for (let game = 0; game < games; game++) {
        const plays = new BestPlays(terms, words);
        selfPlay(terms, `${board} ${game}`, (position, held) => {
          const names = all(terms, position, held);
          const shown: string[] = [];
          const keep = (found: FoundPlay) => {
            shown.push(nameOf(found));
            return Number.NEGATIVE_INFINITY;
          };
          for (const show of ['search', 'all'] as const) {
            shown.length = 0;
            for (const _ of plays[show](position, held, keep));
            if (shown.sort().join('\n') !== names.join('\n')) t.same(shown, names, `game ${game}, ${show}`);
          }
          const { points, play } = bestOf(plays, position, held);
          const most = Math.max(...names.map(pointsOf));
          if (points !== most) t.equal(points, most, `game ${game}, ${[...held].join(' ')}`);
          positions++;
          blanks += held.get(0) ?? 0;
          mostBlanks = Math.max(mostBlanks, held.get(0) ?? 0);
          return play;
        });
        const opened = plays.opened;
        t.ok(opened && opened.opened < opened.spans, 'some spans need not be opened');
      }
      t.ok(positions >= 10 * games, `${positions} positions`);
      t.ok(blanks > 0, `${blanks} of them with a blank`);
      if (tiles === 'with many blanks') t.ok(mostBlanks > 3, 'such hands are searched word by word');
    });

  /** Squares of kind 1 do more than multiply. */
  const prog = 'if ((_x_ * _y_) = 4) then { _result_ := 1 } else { _result_ := 0 }';
  const squares = { ...finiteSquares.squares, 1: { 0: '_result_ := (_acc_ * _acc_) - pointValue(_pos_)' } };

  for (const file of [finiteSquares, infiniteSquares])
    t.test(
      `where only a judge can tell the points, all plays are shown: a board ${file.isInfinite ? 'without' : 'with'} edges`,
      async (t) => {
        const terms = {
          ...termsOn('official'),
          board: soundBoard('of programs', { ...file, prog, squares }),
        };
        const plays = new BestPlays(terms, words);
        let positions = 0;
        selfPlay(terms, 'programs', (position, held) => {
          const shown: string[] = [];
          let longest: readonly Placement[] = [];
          for (const _ of plays.search(position, held, (found) => {
            if (found.points !== undefined) t.fail('it cannot know the points');
            shown.push(nameOf(found));
            const placements = found.placements();
            if (placements.length > longest.length) longest = placements;
            return 1000;
          }));
          const names = all(terms, position, held);
          if (shown.sort().join('\n') !== names.join('\n')) t.same(shown, names);
          positions++;
          return longest.length > 0 ? longest : undefined;
        });
        t.ok(positions >= 10 && plays.opened, `${positions} positions`);
      },
    );

  t.test('no play is left out where different letters have the same sum: AEFOZ and GJQSW', async (t) => {
    const sums = ['AEFOZ', 'GJQSW'].map((letters) =>
      [...letters].reduce((sum, letter) => (sum + letterSum(letter.charCodeAt(0) - 64)) | 0, 0),
    );
    t.equal(sums[0], sums[1]);
    for (const list of [['AEFOZ'], ['GJQSW'], ['AEFOZ', 'GJQSW']]) {
      const terms = { ...termsOn('official'), lexicon: lexiconWith(list) };
      const held = new Map([...'AEGJ'].map((letter) => [letter.charCodeAt(0) - 64, 1]));
      const plays = new BestPlays(terms, searchedWords(terms.lexicon));
      const shown: string[] = [];
      const show = (found: FoundPlay) => shown.push(nameOf(found)) - Number.POSITIVE_INFINITY;
      for (const _ of plays.search(emptyPosition, held.set(0, 3), show));
      t.same(shown.sort(), all(terms, emptyPosition, held));
      t.equal(shown.length, 10 * list.length);
    }
  });

  t.test('it follows a game, and begins again where another is shown', async (t) => {
    const terms = termsOn('official');
    const plays = new BestPlays(terms, words);
    const held = new Map([
      [3, 1],
      [1, 1],
      [20, 1],
      [19, 1],
    ]);
    const first = bestOf(plays, emptyPosition, held);
    const there = emptyPosition.with(first.play!);
    const second = bestOf(plays, there, held);
    t.same(bestOf(plays, emptyPosition, held), first);
    t.same(bestOf(plays, there, held), second);
    t.same(bestOf(new BestPlays(terms, words), there, held), second);
  });

  t.test('where points are no sum with bounds, or there is no word map, all plays are shown', async (t) => {
    const held = new Map([
      [3, 1],
      [1, 1],
      [20, 1],
    ]);
    for (const [terms, searched] of [
      [termsOn('official'), undefined],
      [{ ...termsOn('official'), rules: ruleSets.simple }, words],
      [{ ...termsOn('official'), handSize: 9 }, words],
    ] as const) {
      const plays = new BestPlays(terms, searched);
      const shown: string[] = [];
      for (const _ of plays.search(emptyPosition, held, (found) => shown.push(nameOf(found))));
      t.same(shown.sort(), all(terms, emptyPosition, held));
      t.ok(shown.length > 0);
      t.equal(plays.opened, undefined);
    }
  });
});

t.test('scrabble endgame', async (t) => {
  const rackOf = (letters: string) => new Map([...letters].map((letter) => [idOf(letter), 1]));
  const tiles: TileSet = {
    name: 'small',
    tiles: english.tiles.map((tile) => ({ ...tile, count: rackOf('CATZES').get(tile.id) ?? 0 })),
  };
  const terms: JudgingTerms = {
    rules: ruleSets.tournament,
    board: builtInBoard('official')!,
    tiles,
    lexicon: lexiconWith(['CAT', 'CATE', 'CATS', 'ZA']),
    handSize: 7,
  };
  const position = emptyPosition.with(placed('CAT', 0, 0, 'across'));
  const atTable = { terms, position, held: rackOf('EZ'), inBag: 0, scores: [0, 0] };
  const chance = () => 0;
  const chosenBy = (leave: boolean, own = terms) => {
    const chooser = bestPlay({ leave })({ ...atTable, terms: own, player: 1, scoreless: 0, chance });
    for (const _ of searchPlays(own, position, atTable.held, (found) => chooser.look(found)));
    return named(chooser.chosen() as readonly Placement[]);
  };
  const named = (play: readonly Placement[]) => play.map(({ letter, x, y }) => `${letter} ${x} ${y}`).join();

  t.test(
    'With an empty bag the other of two players holds all that lies nowhere and is not ours',
    async (t) => {
      t.same(otherRack(atTable), rackOf('S'));
      t.equal(otherRack({ ...atTable, inBag: 1 }), undefined, 'or it is in the bag');
      t.equal(otherRack({ ...atTable, scores: [0, 0, 0] }), undefined, 'or another holds it');
      const whole = { ...terms, tiles: english };
      t.equal(otherRack({ ...atTable, terms: whole }), undefined, 'nobody has told how full the bag is');
    },
  );

  t.test('A play that takes the place of the other is better than one with more points', async (t) => {
    t.equal(chosenBy(false), 'Z 1 -1', 'then the other goes out with CATS');
    t.equal(chosenBy(true), 'E 3 0', 'then the other has no play, and ZA goes out');
  });

  t.test('Where squares do more than multiply, the play with the most points is made at once', async (t) => {
    const squares = terms.board.squares.map((kind) => ({
      ...kind,
      functions: kind.functions.map((own) => ({ ...own, premium: undefined })),
    }));
    t.equal(chosenBy(true, { ...terms, board: { ...terms.board, squares } }), 'Z 1 -1');
  });

  t.test('Where nothing is gained by going out, what plays bring is counted alone', async (t) => {
    const held = rackOf('E');
    const [play] = [...rankedFor({ ...terms, rules: ruleSets.course }, held)];
    t.equal(play!.points, 6);
    t.equal(play!.leave, 0);
    t.equal([...rankedFor(terms, held)][0]!.leave, 2 * 1000 * 11, 'Z and S are gained and lost');
  });

  function rankedFor(own: JudgingTerms, held: HeldTiles) {
    const situation = { terms: own, position, held };
    const ranked = new RankedPlays(situation, 3, new Endgame(situation, rackOf('ZS')).kept);
    for (const _ of searchPlays(own, position, held, (found) => ranked.look(found)));
    return ranked.plays;
  }
});

t.test('scrabble word map', async (t) => {
  const words = [
    'DEFACINGLY',
    'ALERTING',
    'ALTERING',
    'INTEGRAL',
    'UNCHARACTERISTICALLY',
    'INCOMPREHENSIBLE',
  ].sort();
  const lexicon = lexiconWith(words);
  const map = new WordMap(lexicon);
  const numbers = letterNumbers(lexicon.alphabet);

  const sumOf = (letters: string) =>
    [...letters].reduce((sum, letter) => (sum + letterSum(numbers.get(letter)!)) | 0, 0);

  function wordsOf(letters: string): string[] {
    const found: string[] = [];
    const { groups } = map;
    const at = map.find(sumOf(letters));
    for (let word = at; word !== NONE && groups[word] !== 0; word += groups[word]! + 1)
      found.push(
        Array.from(
          groups.subarray(word + 1, word + 1 + groups[word]!),
          (number) => lexicon.alphabet[number - 1],
        ).join(''),
      );
    return found.sort();
  }

  t.test('words are found by their letters in any order', async (t) => {
    for (const word of words) {
      const letters = [...word].sort().join('');
      t.same(
        wordsOf(letters),
        words.filter((other) => [...other].sort().join('') === letters),
      );
      t.ok(map.mayBeWithOneMore(sumOf(word.slice(1))));
    }
    t.same(wordsOf('GNITRELAS'), []);
    t.same(wordsOf(''), []);
    t.equal(map.ofLength(8).length, 3 * 8);
    t.same([...map.ofLength(9)], []);
    t.same([...map.ofLength(99)], []);
  });

  t.test('the groups of many sets of letters are those of each', async (t) => {
    const lying = sumOf('G');
    const letters = [...words.map((word) => word.replace('G', '')), 'ALERTIN', 'NITRELA', 'XYZ', ''];
    const sums = Int32Array.from(letters, (each) => sumOf(each));
    const each = Array.from(sums, (sum) => map.find((sum + lying) | 0));
    const noted = new Int32Array(sums.length);
    const sets = { sums, alike: new Int32Array(sums.length), common: new Int32Array(sums.length) };
    sets.alike[0] = -sums.length;
    const count = map.likely(sets, 0, sums.length, lying, noted);
    const found = new Int32Array(2 * count);
    map.findAll(sums, noted, count, lying, found);
    const byEach = Array.from(sums, (_, set) => {
      const index = noted.subarray(0, count).indexOf(set);
      return index < 0 ? NONE : found[index];
    });
    t.same(byEach, each);
    t.ok(each.filter((group) => group !== NONE).length >= 6);
  });

  t.test('a list without words has none', async (t) => {
    const none = new WordMap(lexiconWith([]));
    t.equal(none.find(0), NONE);
    t.equal(none.find(sumOf('A')), NONE);
  });

  t.test('a table of sums grows, and is empty after it was cleared', async (t) => {
    const table = new SumTable();
    const sums = Array.from({ length: 2000 }, (_, index) => Math.imul(index, 0x1000_0001));
    for (const [index, sum] of sums.entries()) {
      if (table.get(sum) !== -1) t.fail('it already exists');
      table.add(sum, index);
    }
    t.same(
      sums.map((sum) => table.get(sum)),
      sums.map((_, index) => index),
    );
    t.equal(table.count, 2000);
    table.clear();
    t.equal(table.get(sums[7]!), -1);
    t.equal(table.count, 0);
  });

  t.test('the highest bound comes first, also after one was lowered', async (t) => {
    const order = new HighestFirst();
    const bounds = Int32Array.from([3, 9, 4, 9, 1, 7]);
    order.take(bounds, bounds.length);
    bounds[order.first] = 2;
    order.moveFirst();
    const taken: number[] = [];
    for (; order.first >= 0; order.dropFirst()) taken.push(bounds[order.first]!);
    t.same(taken, [9, 7, 4, 3, 2, 1]);
    order.take(bounds, 0);
    t.equal(order.first, -1);
  });
});
