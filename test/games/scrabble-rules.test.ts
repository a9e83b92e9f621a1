import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { keyOf } from '../../host/core/seed.ts';
import { seconds } from '../../host/core/units.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { readNotice as boggle2 } from '../../host/games/boggle/wire/messages.ts';
import type { AnyGame } from '../../host/games/game.ts';
import { filledPool, putBack, takeFrom } from '../../host/games/kit/pool.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { tileSetFromFile } from '../../host/games/scrabble/tiles/tile-file.ts';
import {
  builtInTileNames,
  builtInTileSet,
  namedTileSet,
  type TileKind,
  type TileSet,
  tileCount,
} from '../../host/games/scrabble/tiles/tile-set.ts';
import { readNotice as scrabble2 } from '../../host/games/scrabble/wire/messages.ts';
import { parseWordList } from '../../host/lexicon/word-list.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { judged } from './drawn-move.ts';
import { optionsOf } from './gcg-again.ts';
import { scanAll } from './scan-all.ts';
import { dealtScrabble, laidScrabble, word } from './scrabble-table.ts';

t.test('scrabble table', async (t) => {
  const two = {
    hands: ['ACT', 'DOG'],
    draws: 'EEES',
    words: ['ACT', 'CAT', 'DOG', 'CATS', 'DO', 'GO', 'TEE', 'AT'],
  };

  t.test('A player is told the whole table before it is ready', async (t) => {
    const table = laidScrabble(two);
    const lines = table.greeting(2);
    t.same(lines.slice(0, 9), [
      'scrabble 1',
      'rules tournament',
      'player 2',
      'players 2',
      'first 1',
      'name 1 p1',
      'name 2 p2',
      'handsize 3',
      'timeout 30000',
    ]);
    t.same(
      lines.filter((line) => /^(center|used|infinite|layout|hand |end|square 1)/.test(line)),
      [
        'center 0 0',
        'square 1 0 _result_ := (pointValue(_pos_) * 2) + _acc_',
        'used 0',
        'infinite 0',
        'layout -7 -7 15 15',
        'hand 4x1 7x1 15x1',
        'end',
      ],
    );
    t.equal(
      lines.find((line) => line.startsWith('row')),
      'row 400100040001004',
    );
    t.equal(
      lines.find((line) => line.startsWith('tile 4 ')),
      'tile 4 D2',
    );
    t.match(
      lines.find((line) => line.startsWith('tile 0 ')),
      /^tile 0 A0,B0,.*,Z0$/,
    );
  });

  t.test('All are ready: start, then the first turn', async (t) => {
    t.same(dealtScrabble(two).opening, ['1< start', '2< start', '1< bag 4', '1< turn 30000 1']);
    t.same(dealtScrabble({ ...two, first: 2 }).opening, [
      '1< start',
      '2< start',
      '2< bag 4',
      '2< turn 30000 1',
    ]);
  });

  t.test('Who is not ready has forfeited', async (t) => {
    const three = dealtScrabble({ hands: ['A', 'B', 'C'], others: 'DD' }, [1]);
    t.same(three.opening, [
      '1 is out',
      '2< start',
      '2< forfeited 1',
      '3< start',
      '3< forfeited 1',
      '2< bag 2',
      '2< turn 30000 1',
    ]);
  });

  t.test('A play that stands: the mover is told first, then the others, then whose turn it is', async (t) => {
    const table = dealtScrabble(two);
    t.same(table.says(1, word('CAT', 0, 0)), [
      '1< playsuccess 60 0 0 3C3 1 0 1A1 2 0 20T1 new 5x3',
      '2< played 1 60 0 0 3C3 1 0 1A1 2 0 20T1',
      '2< bag 1',
      '2< turn 30000 1',
    ]);
    t.match(table.events.at(-2), {
      type: 'play',
      seat: 1,
      points: 60,
      words: ['CAT'],
      drew: '5x3',
      rack: 'EEE',
    });
  });

  t.test(
    'A play that fails ends the turn: all errors, failed, and the others see what was tried',
    async (t) => {
      const table = dealtScrabble(two);
      t.same(table.says(1, word('TAC', 1, 0)), [
        '1< error firstwordnotovercenter 0 0',
        '1< failed',
        '2< playfailed 1 1 0 20T1 2 0 1A1 3 0 3C3',
        '2< bag 4',
        '2< turn 30000 1',
      ]);
      t.same(table.says(2, word('DX', 0, 0)), [
        '2< error playerdoesnothavepiece 2 24',
        '2< failed',
        '1< playfailed 2 0 0 4D2 1 0 24X8',
        '1< bag 4',
        '1< turn 30000 2',
      ]);
    },
  );

  t.test('A pass is told to all', async (t) => {
    t.same(dealtScrabble(two).says(1, 'pass'), ['1< passed 1', '2< passed 1', '2< bag 4', '2< turn 30000 1']);
  });

  t.test('A change draws first and puts back afterwards; the others see how many', async (t) => {
    const table = dealtScrabble(two);
    t.same(table.says(1, 'change 1 3'), [
      '1< changesuccess 5x2',
      '2< changed 1 2',
      '2< bag 4',
      '2< turn 30000 1',
    ]);
    t.same(table.says(2, 'change 26'), [
      '2< error playerdoesnothavepiece 2 26',
      '2< failed',
      '1< passed 2',
      '1< bag 4',
      '1< turn 30000 2',
    ]);
    const poor = dealtScrabble({ ...two, others: '' });
    poor.says(1, word('CAT', 0, 0));
    t.same(poor.says(2, 'change 4').slice(0, 2), ['2< error notenoughpieces 1 1', '2< failed']);
  });

  t.test('A player that says forfeit is removed, and the only one left has won', async (t) => {
    const table = dealtScrabble(two);
    t.same(table.says(1, '@1 forfeit'), [
      '1< forfeited 1',
      '2< forfeited 1',
      '1 is out',
      '2< gameover 1 0 2 0',
      '2 has won: last-player',
    ]);
    t.equal(table.outcomes(), 'forfeited, won');
  });

  t.test('With --last-player continue the game goes on alone', async (t) => {
    const table = dealtScrabble({ ...two, options: { 'last-player': 'continue' } });
    t.same(table.leaves(1), ['2< forfeited 1', '1 is out', '2< bag 4', '2< turn 30000 1']);
    t.same(table.leaves(2), ['2 is out', 'nobody has won: nobody-left']);
    t.equal(table.outcomes(), 'left exited, left exited');
  });

  t.test('Somebody leaves while another has the turn: that goes on', async (t) => {
    const table = dealtScrabble({ hands: ['A', 'B', 'C'], others: 'DD' });
    t.same(table.leaves(3, 'crashed'), ['1< forfeited 3', '2< forfeited 3', '3 is out']);
    t.same(table.says(1, 'pass'), ['1< passed 1', '2< passed 1', '2< bag 2', '2< turn 30000 1']);
    t.same(table.says(2, 'pass').at(-1), '1< turn 30000 2');
  });

  t.test('A protocol error makes an offender; the others go on', async (t) => {
    const table = dealtScrabble({ hands: ['A', 'B', 'C'], others: 'DD' });
    t.same(table.says(1, 'help'), [
      '2< forfeited 1',
      '3< forfeited 1',
      '1 is out',
      '2< bag 2',
      '2< turn 30000 1',
    ]);
    t.same(table.says(3, 'pass'), [
      '2< forfeited 3',
      '3 is out',
      '2< gameover 1 0 2 0 3 0',
      '2 has won: last-player',
    ]);
    t.equal(table.outcomes(), 'offender protocol/word, won, offender protocol/order');
  });

  t.test('A turn that runs out counts as a pass; its answer is dropped when it comes', async (t) => {
    const table = dealtScrabble({ hands: ['A', 'B'], others: 'DDDD', options: { timeout: seconds(2) } });
    t.same(table.wait(seconds(2)), [], 'the margin is allowed on top');
    t.same(table.wait(seconds(0.06)), ['1< timeout 1', '2< timeout 1', '2< bag 4', '2< turn 2000 1']);
    t.same(table.says(1, 'pass'), [], 'before its next turn');
    t.same(table.says(2, 'pass').at(-1), '1< turn 2000 2');
    t.same(table.says(1, '@1 pass'), [], 'tagged as an old one');
    t.same(table.says(1, 'pass').at(-1), '2< turn 2000 2', 'untagged it is the answer');
    t.match(
      table.events.filter(({ type }) => type === 'late'),
      [
        { seat: 1, line: 'pass' },
        { seat: 1, line: '@1 pass' },
      ],
    );
  });

  t.test('A turn that took more processor time than its limit and the margin counts as a pass', async (t) => {
    const options = { 'turn-cpu': seconds(1), margin: seconds(0.05) };
    const table = dealtScrabble({ ...two, options });
    t.same(table.spends(1, seconds(1.05)), [], 'the margin is allowed on top');
    t.same(table.spends(2, seconds(3)), [], 'not in the turn of another');
    const late = ['1< timeout 1', '2< timeout 1', '2< bag 4', '2< turn 30000 1'];
    t.same(table.spends(1, seconds(1.06), 'pass'), late, 'and what it led to is dropped');
    t.match(table.events.at(-1), { type: 'late', seat: 1, line: 'pass' });
    t.match(
      table.events.find(({ type }) => type === 'timeout'),
      { seat: 1, k: 1, of: 'turn-cpu' },
    );
    t.equal(table.says(2, 'pass').at(-1), '1< turn 30000 2');
  });

  t.test(
    'Who plays alone has its next turn after one that took too much, and may be late with the last',
    async (t) => {
      const options = { 'turn-cpu': seconds(1), 'last-player': 'continue' } as const;
      const table = dealtScrabble({ hands: ['AB'], others: 'DDDD', options });
      t.same(table.spends(1, seconds(2), 'pass', 'pass'), ['1< timeout 1', '1< bag 4', '1< turn 30000 2']);
      t.same(table.says(1, '@1 pass'), []);
      t.match(
        table.says(1, 'pass', 'pass').join(),
        /1< passed 1,1< bag 4,1< turn 30000 3,1 is out/,
        'no turn to answer',
      );
    },
  );

  t.test('Without a limit nobody runs out of time', async (t) => {
    const table = dealtScrabble({ ...two, options: { timeout: Number.POSITIVE_INFINITY } });
    t.equal(table.opening.at(-1), '1< turn none 1');
    t.ok(table.greeting(1).includes('timeout none'));
    t.same(table.wait(seconds(1e6)), []);
  });

  t.test('With --illegal forfeit an illegal move is the end: errors, failed, forfeited', async (t) => {
    const table = dealtScrabble({ ...two, options: { illegal: 'forfeit' } });
    t.same(table.says(1, word('TA', 0, 0)), [
      '1< error wordnotindictionary TA',
      '1< failed',
      '2< playfailed 1 0 0 20T1 1 0 1A1',
      '1< forfeited 1',
      '2< forfeited 1',
      '1 is out',
      '2< gameover 1 0 2 0',
      '2 has won: last-player',
    ]);
    t.equal(table.outcomes(), 'offender illegal/wordnotindictionary, won');
  });

  t.test('Bag and a hand empty: played out, and what is held changes hands', async (t) => {
    const hands = ['ACT', 'DOG'];
    const played = dealtScrabble({ hands });
    t.same(played.says(1, word('CAT', 0, 0)).slice(-3), [
      '1< gameover 1 65 2 -5',
      '2< gameover 1 65 2 -5',
      '1 has won: played-out',
    ]);
    t.equal(played.outcomes(), 'won, lost');
    const course = dealtScrabble({ hands: ['CAT', 'EEK'], options: { rules: 'course', handsize: 3 } });
    t.same(course.says(1, word('CAT', 0, 0)).slice(-3), [
      '1< gameover 1 55 2 -6',
      '2< gameover 1 55 2 -6',
      '1 has won: played-out',
    ]);
    const simple = dealtScrabble({ hands, options: { rules: 'simple' } });
    t.same(simple.says(1, word('CAT', 5, 5)).slice(-3), [
      '1< gameover 1 3 2 0',
      '2< gameover 1 3 2 0',
      '1 has won: played-out',
    ]);
  });

  t.test('Tournament: three turns of each in a row that changed no score end the game', async (t) => {
    const table = dealtScrabble({ hands: ['AB', 'CQ'], others: 'DDDD' });
    table.says(1, word('BA', 0, 0));
    for (const seat of [2, 1, 2, 1, 2]) t.notMatch(table.says(seat, 'pass').join(), /gameover/);
    t.same(table.says(1, 'change 4').slice(-4), [
      '2< changed 1 1',
      '1< gameover 1 54 2 -13',
      '2< gameover 1 54 2 -13',
      '1 has won: scoreless',
    ]);
  });

  t.test('Course: changes and failed plays count too, a play that stood does not', async (t) => {
    const table = dealtScrabble({ hands: ['AB', 'CQ'], others: 'DDDD', options: { rules: 'course' } });
    for (const seat of [1, 2, 1, 2, 1]) table.says(seat, seat === 1 ? 'change 1' : 'pass');
    t.equal(table.verdict, undefined);
    t.match(table.says(2, word('X', 0, 0)).at(-1), /: passed-out$|nobody has won/);
  });

  t.test('Simple: after a turn without points the next player has one more', async (t) => {
    const table = dealtScrabble({ hands: ['AB', 'CD'], others: 'EEEE', options: { rules: 'simple' } });
    table.says(1, word('BA', 0, 0));
    t.equal(table.says(2, 'pass').at(-1), '1< turn 30000 2');
    t.same(
      table.says(1, word('A', 5, 5)).slice(-1),
      ['1 has won: scoreless'].map((line) => line),
      'though it scored',
    );
  });

  t.test('Equal tops are a draw', async (t) => {
    const table = dealtScrabble({
      hands: ['AA', 'AA', 'EE'],
      others: 'AA',
      options: { rules: 'course', 'max-turns': undefined },
    });
    const passes = [1, 2, 3, 1, 2, 3, 1, 2, 3].map((seat) => table.says(seat, 'pass'));
    t.equal(passes.at(-1)!.at(-1), 'nobody has won: passed-out');
    t.equal(table.outcomes(), 'draw, draw, draw');
  });

  t.test('--max-turns and --game-timeout end a game without a winner', async (t) => {
    const turns = dealtScrabble({ ...two, options: { 'max-turns': 2 } });
    turns.says(1, word('CAT', 0, 0));
    t.same(turns.says(2, 'pass').slice(-3), [
      '1< gameover 1 60 2 0',
      '2< gameover 1 60 2 0',
      'nobody has won: max-turns',
    ]);
    t.match(turns.verdict, { outcome: 'timeout' });
    t.equal(turns.outcomes(), 'lost, lost');
    const time = dealtScrabble({ ...two, gameTimeout: seconds(10) });
    t.equal(time.wait(seconds(10)).at(-1), 'nobody has won: game-timeout');
    const cut = dealtScrabble(two);
    t.equal(cut.interrupt().at(-1), 'nobody has won: interrupted');
    t.equal(cut.outcomes(), 'unfinished, unfinished');
  });

  t.test("Who left keeps its points and its place, but can't win; its tiles leave the game", async (t) => {
    const table = dealtScrabble({ hands: ['AB', 'CD', 'EE'], others: '' });
    table.says(1, word('BA', 0, 0));
    t.match(table.verdict, { winner: 1 });
    const left = dealtScrabble({ hands: ['AB', 'CD', 'EE'], draws: 'AA' });
    left.says(1, word('BA', 0, 0));
    left.leaves(1, 'closed');
    for (const seat of [2, 3, 2, 3, 2]) left.says(seat, 'pass');
    t.same(left.says(3, 'pass').slice(-3), [
      '2< gameover 1 58 2 -5 3 -2',
      '3< gameover 1 58 2 -5 3 -2',
      '3 has won: scoreless',
    ]);
    t.equal(left.outcomes(), 'left closed, lost, won');
  });
});

t.test('scrabble draws', async (t) => {
  const chance = { key: keyOf('1'), names: ['Ada', 'Ben'] };

  t.test(
    'what is wished for is taken first, whoever takes it, and what is not there is passed over',
    async (t) => {
      for (const mirrored of [false, true]) {
        const pool = filledPool([...'ABCDEF'], { ...chance, mirrored }, [...'FAXAB']);
        const [first, rest] = takeFrom(pool, 1, 2);
        t.same(first, ['F', 'A']);
        const [second, others] = takeFrom(putBack(rest, ['A']), 2, 2);
        t.same(second, ['A', 'B'], 'A is there again');
        const [last, none] = takeFrom(others, 1, 9);
        t.same([...last].sort(), ['C', 'D', 'E']);
        t.equal(none.left, 0);
      }
    },
  );

  const options = { lexicon: undefined, options: { handsize: 3, draws: 'CAT?OGSE' } };

  t.test('tiles are drawn hand by hand as --draws has them', async (t) => {
    const setup = { ...chance, options: optionsOf(options), lexicon: undefined, keyOf };
    const { hands } = scrabble.prepare(setup);
    t.same(
      hands.map((hand) => [...hand.keys()].sort((one, other) => one - other)),
      [
        [1, 3, 20],
        [0, 7, 15],
      ],
    );
  });

  t.test('--draws of what no tile is cannot be played', async (t) => {
    const wrong = { ...options, options: { draws: 'CAT7' } };
    t.match(scrabble.unplayable(optionsOf(wrong), 2), /^--draws: expected tiles as letters, .* got "7"/);
    t.equal(scrabble.unplayable(optionsOf(options), 2), undefined);
  });

  t.test(
    'with --leftover twice who goes out gains the double of what the others hold, and they lose nothing',
    async (t) => {
      const play = (leftover: 'rules' | 'twice') => {
        const table = laidScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'], options: { leftover } });
        for (const seat of [1, 2]) table.says(seat, 'ready');
        table.says(1, word('CAT', 0, 0));
        return table.events.find((event) => (event as { type: string }).type === 'scores');
      };
      t.match(play('rules'), { scores: [65, -5] });
      t.match(play('twice'), { scores: [70, 0] });
    },
  );
});

t.test('scrabble tiles', async (t) => {
  const beside = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
  const isTiles = new Ajv2020({ strict: true }).compile(
    JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/reference/tiles.schema.json'), 'utf8')),
  );

  /** `A1x9` for a tile, `0:` and its id before it where it stands for several. */
  function shown({ tiles }: TileSet): string {
    return tiles.map((kind) => `${facesOf(kind)}x${kind.count}`).join(' ');
  }

  function facesOf({ faces }: TileKind): string {
    return faces.map(({ letter, points }) => letter + points).join('|');
  }

  function read(text: string): string {
    const reading = tileSetFromFile('mine', text);
    if (reading.ok) return shown(reading.value);
    return reading.line === undefined ? reading.problem : `line ${reading.line}: ${reading.problem}`;
  }

  const json = (...tiles: readonly unknown[]) => read(JSON.stringify({ tiles }));
  const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

  t.test('The built-in sets are those of the rules', async (t) => {
    const counts = 'A9 B2 C2 D4 E12 F2 G3 H2 I9 J1 K1 L4 M2 N6 O8 P2 Q1 R6 S4 T6 U4 V2 W2 X1 Y2 Z1'.split(
      ' ',
    );
    const values = 'A1 B3 C3 D2 E1 F4 G2 H4 I1 J8 K5 L1 M3 N1 O1 P3 Q10 R1 S1 T1 U1 V4 W4 X8 Y4 Z10'.split(
      ' ',
    );
    const all = (points: (index: number) => string, more: Readonly<Record<string, number>> = {}) =>
      counts.map((each, index) => `${each[0]}${points(index)}x${more[each[0]!] ?? each.slice(1)}`).join(' ');
    const blank = `${alphabet.map((letter) => `${letter}0`).join('|')}x2`;
    const values1 = (index: number) => values[index]!.slice(1);
    t.equal(shown(builtInTileSet('english')!), `${blank} ${all(values1)}`);
    t.equal(shown(builtInTileSet('course')!), `${blank} ${all(values1, { D: 8 })}`);
    t.equal(
      shown(builtInTileSet('simple')!),
      all(() => '0', { A: 10, O: 9 }),
    );
    t.same(
      builtInTileNames.map((name) => tileCount(builtInTileSet(name)!)),
      [100, 104, 100],
    );
    t.equal(builtInTileSet('toString'), undefined);
  });

  t.test('Blanks are tile 0, A is 1 and Z is 26, in the simple set as well', async (t) => {
    for (const name of builtInTileNames) {
      const { tiles } = builtInTileSet(name)!;
      const first = name === 'simple' ? 1 : 0;
      t.same(
        tiles.map(({ id }) => id),
        Array.from({ length: 27 - first }, (_, index) => index + first),
      );
      t.equal(tiles.find(({ id }) => id === 26)!.faces[0]!.letter, 'Z');
    }
  });

  t.test('NAME:K has each count K times', async (t) => {
    const triple = namedTileSet('english:3');
    t.ok(triple?.ok && tileCount(triple.value) === 300 && triple.value.name === 'english:3');
    t.match(namedTileSet('english'), { ok: true, value: { name: 'english' } });
    t.equal(namedTileSet('klingon'), undefined);
    t.equal(namedTileSet('english:'), undefined);
    t.equal(namedTileSet('english:x'), undefined);
    const refused = { ok: false, problem: 'english:0: expected from 1 to 1000 times its 100 tiles; got 0' };
    t.same(namedTileSet('english:0'), refused);
    t.match(namedTileSet('english:1001'), { ok: false, problem: /from 1 to 1000 times/ });
    for (const most of ['english:1', 'english:1000']) t.ok(namedTileSet(most)?.ok, most);
  });

  t.test('A file in JSON lists kinds of tiles: how many, and all that each can stand for', async (t) => {
    t.equal(json({ count: 2, letters: { A: 0, B: 0 } }, { count: 9, letters: { A: 1 } }), 'A0|B0x2 A1x9');
    t.equal(
      json({ count: 1, letters: { A: [0, 2], E: -3 } }),
      'A0|A2|E-3x1',
      'several values, and less than nothing',
    );
    t.equal(
      json({ count: 0, letters: { A: 1 } }, { count: 1, letters: { A: 1 } }),
      'A1x0 A1x1',
      'none of a kind keeps its id',
    );
    t.equal(
      read('\uFEFF \n{"$schema": "tiles.schema.json", "tiles": [{"count": 1, "letters": {"Q": 10}}]}'),
      'Q10x1',
    );
  });

  t.test('A letter is kept as word lists keep it: upper case, composed, one code point', async (t) => {
    t.equal(
      json({ count: 1, letters: { a: 1, ä: 2, 'O\u0308': 3, ж: 4, ñ: 5, '\u{10428}': 6 } }),
      'A1|Ä2|Ö3|Ж4|Ñ5|\u{10400}6x1',
    );
    for (const none of ['', 'CH', 'ß', '1', ' ', '?', '\u0308', 'Q\u0308', '-', 'L·L', '__proto__', '\ud800'])
      t.match(
        json({ count: 1, letters: JSON.parse(`{${JSON.stringify(none)}: 1}`) }),
        `tiles[0].letters: expected one letter, which is a single code point in uppercase`,
        JSON.stringify(none),
      );
  });

  t.test(
    'What is wrong in a JSON file is named by its key, with what was expected and what came',
    async (t) => {
      const first = { count: 1, letters: { A: 1 } };
      t.match(read('{"tiles":\n [1 2]}'), /^expected JSON: .*line 2 column 5/);
      t.match(read('{"tiles": [}'), /^expected JSON: .*"\{"tiles": \[\}"/);
      t.equal(read('{}'), 'tiles: expected a list of kinds of tiles; got nothing');
      t.equal(read('{"tiles": {"0": 1}}'), 'tiles: expected a list of kinds of tiles; got {"0":1}');
      t.equal(read('{"tiles": [], "name": 1}'), 'unknown key "name"; the only key is tiles');
      t.equal(json(first, 5), 'tiles[1]: expected an object with count and letters; got 5');
      t.equal(
        json(first, { ...first, points: 1 }),
        'tiles[1]: unknown key "points"; the keys are count and letters',
      );
      t.equal(
        json({ letters: { A: 1 } }),
        'tiles[0].count: expected a whole number from 0 to 100000; got nothing',
      );
      for (const count of [-1, 1.5, '2', 100_001, null])
        t.equal(
          json({ ...first, count }),
          `tiles[0].count: expected a whole number from 0 to 100000; got ${JSON.stringify(count)}`,
        );
      t.equal(
        json({ count: 1, letters: {} }),
        'tiles[0].letters: expected an object of letters and their points; got {}',
      );
      t.equal(
        json({ count: 1, letters: ['A'] }),
        'tiles[0].letters: expected an object of letters and their points; got ["A"]',
      );
      for (const points of [1.5, '1', 2 ** 31, null, {}])
        t.equal(
          json({ count: 1, letters: { A: points } }),
          `tiles[0].letters.A: expected a 32-bit whole number, or a list of them; got ${JSON.stringify(points)}`,
        );
      t.match(
        json({ count: 1, letters: { A: [] } }),
        'tiles[0].letters.A: expected a 32-bit whole number, or a list of them; got []',
      );
      t.match(json({ count: 1, letters: { A: [1, 'x'] } }), 'or a list of them; got "x"');
      t.match(
        json({ count: 1, letters: { A: 1, a: 1 } }),
        'tiles[0].letters.A: expected each letter with its points once; got A with 1 twice',
      );
    },
  );

  t.test('A file has tiles, and not too many', async (t) => {
    t.equal(read('{"tiles": []}'), 'expected from 1 to 100000 tiles; got 0');
    t.equal(read(''), 'expected from 1 to 100000 tiles; got 0');
    t.equal(json({ count: 0, letters: { A: 1 } }), 'expected from 1 to 100000 tiles; got 0');
    const most = { count: 100_000, letters: { A: 1 } };
    t.equal(json(most), 'A1x100000');
    t.equal(json(most, most), 'expected from 1 to 100000 tiles; got 200000');
    const one = { count: 1, letters: { A: 1 } };
    t.equal(json(...new Array(1001).fill(one)), 'expected up to 1000 kinds of tiles; got 1001');
    const values = Array.from({ length: 1001 }, (_, index) => index);
    t.equal(
      json({ count: 1, letters: { A: values } }),
      'tiles[0].letters: expected up to 1000 letters and points; it has more',
    );
    t.equal(read(' '.repeat(2 ** 20 + 1)), 'expected a tile set of up to 1048576 characters; got 1048577');
  });

  t.test(
    'A file in CSV has a line a kind, and ? is a blank that can be every letter of the set',
    async (t) => {
      t.equal(read('A,a,9,1,1\nB,b,2,3,0\n?,?,2,0,0\n'), 'A1x9 B3x2 A0|B0x2');
      t.equal(read('# a comment\r\n\r\n ä , ä , 1 , -6 , 1 \r\n'), 'Ä-6x1');
      t.equal(read('?,?,2,0,0\nA,a,1,1,1'), 'A0x2 A1x1', 'ids are in the order of the lines');
    },
  );

  t.test(
    'What is wrong in a CSV file is named by its line, with what was expected and what came',
    async (t) => {
      const columns = 'expected LETTER,lowercase,COUNT,POINTS,vowel, such as A,a,9,1,1';
      t.equal(read('A,a,9,1,1\nB;b;2;3;0'), `line 2: ${columns}; got "B;b;2;3;0"`);
      t.equal(read('[1]'), `line 1: ${columns}; got "[1]"`);
      t.match(
        read('A,a,9,1,1\n\n[CH],[ch],1,5,0'),
        /^line 3: expected one letter, .*, or \? for a blank; got "\[CH\]"$/,
      );
      t.equal(read('A,a,x,1,1'), 'line 1: expected a count from 0 to 100000 in column 3; got "x"');
      t.equal(read('A,a,100001,1,1'), 'line 1: expected a count from 0 to 100000 in column 3; got "100001"');
      t.equal(read('A,a,1,1.5,1'), 'line 1: expected points in column 4, a 32-bit whole number; got "1.5"');
      t.equal(
        read('A,a,1,2147483648,1'),
        'line 1: expected points in column 4, a 32-bit whole number; got "2147483648"',
      );
      t.equal(read('A,a,1,1,1\na,a,1,1,1'), 'line 2: expected each letter once; got A again');
      t.equal(read('?,?,1,0,0\n?,?,1,0,0'), 'line 2: expected each letter once; got ? again');
      t.equal(read('?,?,2,1,0\nA,a,1,1,1'), 'line 1: expected 0 points for a blank in column 4; got "1"');
      t.equal(read('?,?,2,0,0'), 'line 1: expected from 1 to 1000 letters that a blank can be; got 0');
      const many = Array.from(
        { length: 1001 },
        (_, index) => `${String.fromCodePoint(0x4e00 + index)},x,1,1,0`,
      ).join('\n');
      t.equal(read(many), 'line 1001: expected up to 1000 kinds of tiles; got more');
    },
  );

  t.test('The schema takes what the reader takes', async (t) => {
    const cases: readonly unknown[] = [
      { tiles: [{ count: 2, letters: { A: 0, B: [0, -2] } }] },
      { tiles: [{ count: 1, letters: { 'O\u0308': 3, ä: 1 } }], $schema: 'x' },
      { tiles: [] },
      { tiles: [{ count: 1 }] },
      { tiles: [{ count: -1, letters: { A: 1 } }] },
      { tiles: [{ count: 1, letters: {} }] },
      { tiles: [{ count: 1, letters: { CH: 1 } }] },
      { tiles: [{ count: 1, letters: { A: [] } }] },
      { tiles: [{ count: 1, letters: { A: [1, 1] } }] },
      { tiles: [{ count: 1, letters: { A: 2 ** 31 } }] },
      { tiles: [{ count: 1, letters: { A: 1 } }], more: 1 },
    ];
    for (const each of cases) {
      const text = JSON.stringify(each);
      t.equal(isTiles(each), tileSetFromFile('mine', text).ok, text);
    }
    const files = builtInTileNames.map((name) => ({
      tiles: builtInTileSet(name)!.tiles.map(({ count, faces }) => ({
        count,
        letters: Object.fromEntries(faces.map(({ letter, points }) => [letter, points])),
      })),
    }));
    for (const file of files) t.ok(isTiles(file) && tileSetFromFile('mine', JSON.stringify(file)).ok);
  });

  t.test('Another alphabet is played like any other: German, with Ä, Ö and Ü', async (t) => {
    const reading = tileSetFromFile('german', beside('german-tiles.csv'));
    const list = parseWordList(beside('german-words.txt'));
    if (!reading.ok || !list.ok) throw new Error('the German files cannot be read');
    const german = reading.value;
    t.equal(tileCount(german), 102);
    t.ok(list.words.length > 300);
    const words = list.words.join(' ');
    const says = (drawing: string) => judged({ drawing, tiles: german, words });
    t.equal(says('+..... | ÄPFEL.'), 'legal 17: ÄPFEL 17');
    t.equal(says('+..... | öL.'), 'legal 2: ÖL 2', 'a blank can be an Ö');
    t.equal(says('T... | ....\n.... | Ö...\n.... | N...\n.... | E...'), 'legal 11: TÖNE 11');
    t.equal(says('BÄR... | ...EN.'), 'legal 12: BÄREN 12');
    t.equal(says('BÄR | ...\n... | .ÖL'), 'wordnotindictionary ÄÖ, wordnotindictionary RL');
    t.equal(says('+..... | APFEL'), 'legal 12: APFEL 12');
    t.equal(says('+..... | ÄPFEN'), 'wordnotindictionary ÄPFEN');
  });
});

t.test('unfinished', async (t) => {
  /** What has come of a message that is not whole, once this was written. */
  function unfinished(game: AnyGame, ...written: readonly string[]): string | undefined {
    const scanner = game.scanner(settleOptions(game.options, []) as never);
    scanAll(scanner, written);
    return scanner.unfinished();
  }

  t.test('Bananagrams says what is missing of a message, wherever it is cut', async (t) => {
    for (const [written, what] of [
      ['', undefined],
      ['n', undefined],
      ['ndE', undefined],
      ['np001001001A', undefined],
      ['nd', 'wrote `d` without the letter that it gives back'],
      ['np', 'began a peel, and 0 of the 3 digits of its number came'],
      ['np01', 'began a peel, and 2 of the 3 digits of its number came'],
      ['np001', 'began a peel, and 0 of the 6 digits of its size came'],
      ['rp0040', 'began a peel, and 4 of the 6 digits of its size came'],
      ['rp004001', 'announced a grid of 4 by 1, and 0 of its 4 cells came'],
      ['rp004001ABC', 'announced a grid of 4 by 1, and 3 of its 4 cells came'],
      ['rp004x', undefined],
    ] as const)
      t.equal(unfinished(bananagrams, written), what, written);
    t.equal(unfinished(bananagrams, 'rp0', '04', '001A', 'BCD'), undefined, 'in pieces');
  });

  t.test('Games in lines show a line without its end, cut where it is long', async (t) => {
    const end = 'without a line end: each message ends with a newline';
    for (const game of [scrabble, boggle]) {
      t.equal(unfinished(game, ''), undefined);
      t.equal(unfinished(game, 'ready\n'), undefined);
      t.equal(unfinished(game, 'ready'), `wrote \`ready\` ${end}`);
      t.equal(unfinished(game, 'ready\npa', 'ss'), `wrote \`pass\` ${end}`);
      t.equal(unfinished(game, 'ready\npass\r'), `wrote \`pass\\r\` ${end}`);
      t.equal(unfinished(game, `ready\n${'x'.repeat(64)}`), `wrote \`${'x'.repeat(64)}\` ${end}`);
      t.equal(unfinished(game, `ready\n${'x'.repeat(100)}`), `wrote \`${'x'.repeat(64)}…\` ${end}`);
      t.equal(unfinished(game, 'rubbish\nready'), undefined, 'nothing is read after a fault');
    }
    t.equal(unfinished(boggle, 'ready\ndone\nmore'), undefined, 'what comes after done is not read');
  });

  t.test('What has not been taken yet is not unfinished, however much came in one read', async (t) => {
    for (const [game, first, last] of [
      [scrabble, 'ready\n', 'pa'],
      [boggle, 'ready\n', 'pa'],
      [bananagrams, 'n', 'p01'],
    ] as const) {
      const scanner = game.scanner(settleOptions(game.options, []) as never);
      scanner.feed(Buffer.from(first + last));
      t.match(scanner.take(), { kind: 'ready' });
      t.equal(scanner.unfinished(), undefined, 'as if only the first message had come');
      t.equal(scanner.take(), undefined);
      t.equal(scanner.unfinished(), unfinished(game, first, last));
      t.ok(scanner.unfinished());
    }
  });

  t.test(
    'The first byte of Bananagrams is known in games in lines, with its newline or without',
    async (t) => {
      t.match(
        unfinished(scrabble, 'n'),
        /^wrote `n` without a line end: that is Bananagrams; this is Scrabble/,
      );
      t.match(unfinished(boggle, 'r'), /^wrote `r` without a line end: that is Bananagrams; this is Boggle/);
      t.notMatch(unfinished(boggle, 'ready\nn'), /Bananagrams/, 'it was ready');
      const [fault] = scanAll(scrabble.scanner(settleOptions(scrabble.options, []) as never), ['n\n']);
      t.match(fault, {
        offence: { detail: /that is Bananagrams; this is Scrabble, whose first answer is the line `ready`$/ },
      });
    },
  );
});

t.test('line notices', async (t) => {
  const boggle = boggle2;
  const scrabble = scrabble2;
  const shared = [
    'turn',
    'turn soon',
    'turn 5000',
    'turn 5000 soon',
    'turn 5e3 1',
    'passed',
    'passed me',
    'timeout x',
    'forfeited 1.5',
    'bank 1',
    'bank 1 5000 2',
    'gameover 1 many',
  ];

  const malformed = {
    boggle: [
      ...shared,
      'turn 5000 1',
      'turn none 1 x',
      'scored 1 CAT',
      'scored 1 CAT x',
      'found x CAT 1',
      'missed 1 CAT',
    ],
    scrabble: [
      ...shared,
      'bag',
      'bag few',
      'changed 2',
      'changesuccess 5',
      'played 2',
      'played 2 4 0 1',
      'played 2 4 0 1 E1',
      'played 2 4 0 x 5E1',
      'playfailed 2 5E1',
      'playsuccess 4 0 1 5E1',
      'playsuccess x 0 1 5E1 new',
      'playsuccess 4 0 1 5E1 new 5',
    ],
  };

  t.test(
    'A line of the host that is not whole means nothing, as one with an unknown first word',
    async (t) => {
      for (const line of malformed.boggle) t.equal(boggle(line), undefined, line);
      for (const line of malformed.scrabble) t.equal(scrabble(line), undefined, line);
    },
  );

  t.test('Turns without end, reasons of later hosts and words that are left over are read', async (t) => {
    t.same(boggle('turn none 1 4'), { type: 'turn', ms: undefined, k: 1, left: 4 });
    t.same(scrabble('turn 5000 1 more'), { type: 'turn', ms: 5000, k: 1 });
    t.same(boggle('missed 1 CAT moonisfull'), {
      type: 'missed',
      player: 1,
      word: 'CAT',
      reason: 'moonisfull',
    });
    t.same(scrabble('playsuccess -4 new'), { type: 'playsuccess', points: -4, placements: [], drawn: [] });
  });
});
