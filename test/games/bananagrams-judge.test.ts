import { inspect, isDeepStrictEqual } from 'node:util';
import type { Arbitrary } from 'fast-check';
import t from 'tap';
import { keyOf } from '../../host/core/seed.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { explain, type Refusal } from '../../host/games/bananagrams/judge.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import { ageOf, judgePeel, numberAfter } from '../../host/games/bananagrams/rules/peel.ts';
import { lettersOf, tilesOf } from '../../host/games/bananagrams/tiles.ts';
import {
  type Dialect,
  dialects,
  type Grid,
  gridText,
  type Message,
  messageText,
  type Notice,
  noticeText,
  readGrid,
  readNotice,
  trimmed,
} from '../../host/games/bananagrams/wire/messages.ts';
import { bananagramsScanner } from '../../host/games/bananagrams/wire/scanner.ts';
import type { Scanned } from '../../host/games/game.ts';
import { filledPool, type Pool, putBack, takeFrom } from '../../host/games/kit/pool.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { judgeNaively } from '../oracle/bananagrams-judge.ts';
import fc, { runs } from '../support/laws.ts';
import { drawn, inOrder, rowsOf } from './drawings.ts';
import { gridsOf, laidInto } from './grids.ts';
import { thingsIn } from './pool.ts';
import { games, type RandomGame, RandomTable } from './random-players.ts';
import { takeAll } from './scan-all.ts';
import { dealtTable, lexiconWith } from './table.ts';

t.test('bananagrams judge', async (t) => {
  /** Few letters and many short words, so that grids are often nearly right. */
  const words = (
    'AA AE AH AN AR AS AT EA EH EN ER ES ET HA HE NA NE RE SH TA TE ARE ART ASH ATE EAR EAT ERA HAS HAT HEN HER ' +
    'NET RAN RAT SAT SEA SHE SET TAN TAR TEA TEN THE ANTE ARTS EARN EAST HATE HEAR NEAR NEST RATE REST SEAT SHEAR ' +
    'STAR TEASE THAN HEARTS EARNEST THERE ARTY'
  ).split(' ');
  const dictionary = new Set(words);
  const TILES = 144;
  const state = { ...dealtTable({ seats: 'n' }).state, lexicon: lexiconWith(words) };

  t.test('A peel is legal when its letters are the hand, all connected, and make only words', async (t) => {
    t.equal(says('HATE'), 'legal', 'a word across');
    t.equal(says('H\nA\nT\nE'), 'legal', 'a word down');
    t.equal(says('..A\nHER\nA.T\nT.Y\nE..'), 'legal', 'words that cross');
    t.equal(says('......\n....A.\n..HER.\n..A.T.\n..T.Y.\n..E...'), 'legal', 'with empty rows and columns');
    t.equal(says('H.E\nA.A\nTAR'), 'legal', 'words that are connected at their ends only');
    t.equal(says('Q'), 'legal', 'one tile alone');
    t.equal(says('...\n...\n..Q'), 'legal', 'one tile alone, far away');
  });

  t.test('A letter that is not held, or not used, is named before all else', async (t) => {
    t.equal(says('HATE', 'HATER'), 'R in the hand but not used');
    t.equal(says('HATE', 'HAT'), 'E used but not in the hand');
    t.equal(says('HATE', 'HARQ'), 'ET used but not in the hand, QR in the hand but not used');
    t.equal(says('AA', 'A'), 'A used but not in the hand', 'each tile once');
    t.equal(says('..', 'A'), 'A in the hand but not used', 'an empty grid');
    t.equal(says('Q.Q', 'QQZ'), 'Z in the hand but not used', 'whatever else is wrong');
  });

  t.test('More letters than there are tiles in the game are not the tiles of anybody', async (t) => {
    const many = 'A'.repeat(TILES + 6);
    t.equal(says(many, 'A'), `${'A'.repeat(TILES - 1)} and 6 more used but not in the hand`);
    t.equal(says(many, 'A'.repeat(TILES)), '6 more used but not in the hand');
  });

  t.test('Letters are connected edge to edge; the first that is not is named', async (t) => {
    const loner = (letter: string, column: number, row: number) =>
      `${letter} at row ${row}, column ${column} is not connected to the rest of the grid`;
    t.equal(says('AT.\n..E'), loner('E', 3, 2), 'a corner is not enough');
    t.equal(says('AT.HE'), loner('H', 4, 1), 'across a gap');
    t.equal(says('AT\n..\nHE'), loner('H', 1, 3), 'across an empty row');
    t.equal(says('..A\nT.A'), loner('T', 1, 2), 'to the left of the first tile');
    t.equal(says('..T\nH..'), loner('H', 1, 2), 'the next row does not go on where a row ends');
    t.equal(says('QQ.\n..Q'), loner('Q', 3, 2), 'said before any word');
  });

  t.test('Each run of two letters or more must be a word, across and down', async (t) => {
    t.equal(says('HTAE'), 'HTAE across, from column 1 of row 1');
    t.equal(says('.T\n.T'), 'TT down, from row 1 of column 2');
    t.equal(says('TAN\n..E\nATE'), 'NEE down, from row 1 of column 3', 'words that touch by accident');
    t.equal(says('TT.\n.A.\n.TT'), 'TT across, from column 1 of row 1', 'the first in reading order');
    t.equal(
      says('.T\nTT'),
      'TT across, from column 1 of row 2',
      'across first, though a column begins above',
    );
    t.equal(
      says('.HE\nTEN\nTA.'),
      'HEA down, from row 1 of column 2',
      'columns in reading order of their tops',
    );
  });

  const { grids, crosswords } = gridsOf(words);

  t.test('The judge says of every grid what a naive one says', async (t) => {
    const seen: Record<string, number> = {};
    const change = fc.record({ kind: fc.nat(12), letter: fc.constantFrom(...'AEHQ'), at: fc.nat(TILES) });
    const law = fc.property(grids, change, (rows, { kind, letter, at }) => {
      const own = rows.join('').replaceAll('.', '');
      const hand = own.slice(0, kind === 0 ? at : undefined) + (kind < 2 ? letter : '');
      const verdict = bothJudges(rows, hand);
      seen[verdict] = (seen[verdict] ?? 0) + 1;
    });
    fc.assert(law, runs(10_000));
    for (const verdict of ['legal', 'tiles', 'connected', 'word'])
      t.ok(seen[verdict]! > 500, `${seen[verdict]} times ${verdict}`);
  });

  t.test('… and of the largest that there may be', async (t) => {
    const corner = fc.tuple(fc.nat(990), fc.nat(990));
    const law = fc.property(crosswords, corner, (rows, [row, column]) => {
      const grid = laidInto(999, 999, rows, row, column);
      bothJudges(grid, grid.join('').replaceAll('.', ''));
    });
    t.doesNotThrow(() => fc.assert(law, runs(15)));
  });

  function says(drawing: string, hand = drawing.replace(/[^A-Z]/g, '')): string {
    const refusal = judged(rowsOf(drawing), hand);
    return refusal ? explain(refusal) : 'legal';
  }

  /** A peel as it comes from the wire, judged against a hand by the rules themselves. */
  function judged(rows: readonly string[], hand: string): Refusal | undefined {
    const player = { ...state.players[0]!, tiles: tilesOf(hand) };
    const judgement = judgePeel(state, player, peelOf(rows));
    return judgement.is === 'refused' ? judgement.refusal : undefined;
  }

  function peelOf(rows: readonly string[]): Message & { type: 'peel' } {
    const scanner = bananagramsScanner({ lenient: false, letters: TILES, message: 998_011 });
    for (const found of takeAll(scanner, Buffer.from(`np001${drawn(rows.join('\n'))}`)))
      if (found.kind === 'message') return found.message as Message & { type: 'peel' };
    throw new Error('no peel was found');
  }

  /** What they agree on; throws where they do not. */
  function bothJudges(rows: readonly string[], hand: string): string {
    const refusal = judged(rows, hand);
    const naive = judgeNaively(rows, hand, dictionary, TILES);
    if (!isDeepStrictEqual(refusal, naive))
      throw new Error(
        `${rows.join('\n')}\nrules: ${JSON.stringify(refusal)}\nnaive: ${JSON.stringify(naive)}`,
      );
    return refusal?.rule ?? 'legal';
  }
});

t.test('bananagrams laws', async (t) => {
  /** How often each kind of thing happened in all games of a law: it must not hold for want of cases. */
  function census() {
    const counts: Record<string, number> = {};
    return {
      counts,
      add(random: RandomTable) {
        for (const { type, rule, reason } of [...random.table.events, ...ends(random)]) {
          const kind = String(rule ?? reason ?? type);
          counts[kind] = (counts[kind] ?? 0) + 1;
        }
      },
    };
  }

  function ends({ table }: RandomTable) {
    return table.verdict ? [{ type: 'end', rule: undefined, reason: table.verdict.reason }] : [];
  }

  function played(game: RandomGame, afterEach: (random: RandomTable) => void = () => {}): RandomTable {
    const random = new RandomTable(game);
    for (const action of game.actions) {
      random.act(action);
      afterEach(random);
    }
    random.settle();
    afterEach(random);
    return random;
  }

  t.test('No tile is lost or made: hands, the bunch and what was removed are the whole bunch', async (t) => {
    const seen = census();
    const law = fc.property(games, (game) => {
      const { A, B, C } = game.bunch;
      const whole = 'A'.repeat(A) + 'B'.repeat(B) + 'C'.repeat(C);
      const random = played(game, ({ table }) => {
        const hands = table.state.players.map(({ seat, status, tiles }) => {
          if (status.is === 'playing') return lettersOf(tiles);
          return game.tiles === 'remove' ? table.hand(seat) : '';
        });
        equal(inOrder(hands.join('') + thingsIn(table.state.bunch).join('')), whole);
      });
      seen.add(random);
    });
    t.doesNotThrow(() => fc.assert(law, runs(1000)));
    const { counts } = seen;
    for (const kind of ['peel', 'dump', 'late', 'left', 'tiles', 'connected', 'word', 'number', 'byte'])
      t.ok(counts[kind]! > 10, `${kind}: ${counts[kind]} times`);
    for (const kind of ['bunch-empty', 'last-player', 'nobody-left'])
      t.ok(counts[kind]! > 10, `${kind}: ${counts[kind]} times`);
  });

  t.test('What a player was told, without what it dumped, is what it holds', async (t) => {
    const law = fc.property(games, (game) => {
      played(game, ({ table }) => {
        for (const { seat, status, tiles } of table.state.players)
          if (status.is === 'playing') equal(table.hand(seat), lettersOf(tiles));
      });
    });
    t.doesNotThrow(() => fc.assert(law, runs(400)));
  });

  t.test('Accepted peels are numbered one after the other', async (t) => {
    const law = fc.property(games, (game) => {
      const peels = played(game).table.events.filter(({ type }) => type === 'peel');
      for (const [index, { number }] of peels.entries()) equal(number, String(index + 1).padStart(3, '0'));
    });
    t.doesNotThrow(() => fc.assert(law, runs(300)));
  });

  t.test(
    'Each numbered peel gets exactly one answer, in order, unless its player is out or the game is over',
    async (t) => {
      let answered = 0;
      const law = fc.property(games, (game) => {
        const random = played(game);
        for (const [index, { asked, told }] of random.witnesses.entries()) {
          const answers = told.filter((text) => /^[+-]/.test(text)).map((text) => text.slice(1, 4));
          const whole = !random.table.verdict && random.isPlaying(index + 1);
          equal(answers.join(), asked.slice(0, whole ? undefined : answers.length).join());
          answered += answers.length;
        }
      });
      t.doesNotThrow(() => fc.assert(law, runs(500)));
      t.ok(answered > 500, `${answered} answers`);
    },
  );

  t.test('A player has its tile before it learns that it was late', async (t) => {
    let late = 0;
    const law = fc.property(games, (game) => {
      for (const { told } of played(game).witnesses)
        for (const [index, text] of told.entries()) {
          if (text[0] !== '-') continue;
          const number = text.slice(1, 4);
          equal(
            told.slice(0, index).some((before) => /^[+=]/.test(before) && before.slice(1, 4) === number),
            true,
          );
          late++;
        }
    });
    t.doesNotThrow(() => fc.assert(law, runs(500)));
    t.ok(late > 100, `${late} late`);
  });

  t.test('There is one verdict, and nothing after it', async (t) => {
    let ended = 0;
    const law = fc.property(games, (game) => {
      const { lines, table } = played(game);
      const end = lines.findIndex((line) => / has won: /.test(line));
      equal(table.verdict !== undefined, end >= 0);
      if (end < 0) return;
      equal(end, lines.length - 1);
      equal(table.verdict!.players.length, game.seats.length);
      ended++;
    });
    t.doesNotThrow(() => fc.assert(law, runs(500)));
    t.ok(ended > 100, `${ended} games ended`);
  });

  t.test('A plain peel is judged, late or illegal just as the page counts its letters', async (t) => {
    const seen: Record<string, number> = {};
    const law = fc.property(games, (game) => {
      const random = new RandomTable({ ...game, window: 0 });
      const { table, witnesses } = random;
      for (const action of game.actions) {
        const before = witnesses.map(({ settled, dumped, sent }) => ({ settled, dumped, sent: [...sent] }));
        const hands = witnesses.map((_, index) => table.hand(index + 1));
        const count = table.events.length;
        const said = random.act(action);
        const event = table.events.slice(count).find(({ seat }) => seat === said?.seat);
        if (!said || !event) continue;
        const witness = witnesses[said.seat - 1]!;
        if (said.message[0] === 'p' && witness.dialect === 'r') {
          const letters = inOrder(said.message.slice(7).replace(/[^A-Z]/g, ''));
          const expected = plainVerdict(letters, before[said.seat - 1]!);
          const rule = event.type === 'offence' && event.rule === 'tiles' ? 'illegal' : event.type;
          equal(rule === 'late' || rule === 'illegal' ? rule : 'judged', expected);
          seen[expected] = (seen[expected] ?? 0) + 1;
        }
        if (event.type === 'dump') witness.dumped += String(event.letter);
        if (event.type !== 'peel') continue;
        witness.settled = hands[said.seat - 1]!;
        witness.dumped = '';
        witness.sent = witness.sent.slice(before[said.seat - 1]!.sent.length);
      }
    });
    t.doesNotThrow(() => fc.assert(law, runs(600)));
    for (const verdict of ['judged', 'late', 'illegal'])
      t.ok(seen[verdict]! > 10, `${verdict}: ${seen[verdict]}`);
  });

  t.test('The same key and the same moves give the same game', async (t) => {
    const law = fc.property(games, (game) => {
      const [one, other] = [played(game), played(game)];
      equal(JSON.stringify([one.lines, one.table.events]), JSON.stringify([other.lines, other.table.events]));
    });
    t.doesNotThrow(() => fc.assert(law, runs(200)));
  });

  /** B − D + M1 … Mn is judged, with fewer messages it is late, all else is illegal. */
  function plainVerdict(
    letters: string,
    { settled, dumped, sent }: { settled: string; dumped: string; sent: readonly string[] },
  ): 'judged' | 'late' | 'illegal' {
    const hands = Array.from({ length: sent.length + 1 }, (_, count) =>
      inOrder(settled + sent.slice(0, count).join('')),
    );
    const wanted = inOrder(letters + dumped);
    if (hands.at(-1) === wanted) return 'judged';
    return hands.includes(wanted) ? 'late' : 'illegal';
  }

  function equal(one: unknown, other: unknown): void {
    if (one !== other) throw new Error(`${one}\nis not\n${other}`);
  }
});

t.test('bananagrams wire', async (t) => {
  const LETTERS = 144;
  const LARGEST = 998_011;

  const capital = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const tiles = (minLength: number, maxLength: number) => fc.string({ unit: capital, minLength, maxLength });
  const number = fc.nat(999);

  const notices: Arbitrary<Notice> = fc.oneof(
    tiles(1, 21).map((tiles): Notice => ({ type: 'hand', tiles })),
    fc
      .tuple(number, fc.boolean(), tiles(0, 1))
      .map(([number, mine, drew]): Notice => ({ type: 'peeled', number, mine, drew })),
    number.map((number): Notice => ({ type: 'late', number })),
    fc.oneof(tiles(1, 1), tiles(3, 3)).map((tiles): Notice => ({ type: 'dumped', tiles })),
  );

  const gridsOfWire: Arbitrary<Grid> = fc
    .record({ width: fc.integer({ min: 1, max: 20 }), height: fc.integer({ min: 1, max: 20 }) })
    .chain(({ width, height }) =>
      fc.dictionary(fc.nat(width * height - 1).map(String), capital, { maxKeys: 12 }).map((cells): Grid => {
        const places = Object.keys(cells).map(Number);
        return { width, height, letters: Object.values(cells).join(''), places, beyond: 0 };
      }),
    );

  t.test('The first byte is the ready, and chooses the dialect', async (t) => {
    t.same(scan('r'), ['0-1 ready plain']);
    t.same(scan('n'), ['0-1 ready numbered']);
  });

  t.test('A capital, and the first letter of some text, are told what to do', async (t) => {
    const detail = (text: string) => {
      const fault = found([Buffer.from(text)], false).at(-1);
      return fault?.kind === 'fault' ? fault.offence.detail : undefined;
    };
    t.match(detail('R'), /^`R` at byte 0: .*\. Write it in lowercase: `r`$/);
    t.match(detail('rP002001AT'), /^`P` at byte 1: .*\. Write it in lowercase: `p`$/);
    t.match(
      detail('Loading'),
      /^`L` at byte 0: .*\. Write everything that is not for the host to standard error$/,
    );
    t.match(detail('re'), /^`e` at byte 1: .*The line `ready` is for Scrabble and Boggle/);
    t.notMatch(detail('rdQe'), /The line `ready`/, 'later it is no `ready`');
    t.equal(
      detail('rp003003ANDN..T.dQ'),
      '`d` at byte 16: a cell is a letter A to Z, or a dot for none; the grid of 3 by 3 before it has 9 cells, and 8 came',
    );
    t.match(
      detail('np001003001AT\n'),
      /^a newline at byte 13: .*; the grid of 3 by 1 before it has 3 cells, and 2 came\. Do not/,
    );
    t.equal(
      detail('rp002001ATE'),
      '`E` at byte 10: a message begins with `p` (peel) or `d` (dump); the grid of 2 by 1 before it has 2 cells, and 2 came',
    );
    t.match(detail('rp002001ATdEE'), /\(dump\)\. Write everything/, 'no grid is before it');
    t.match(detail('r('), /^`\(` at byte 1: a message begins with `p` \(peel\) or `d` \(dump\)$/);
  });

  t.test('Messages follow each other without anything between them', async (t) => {
    t.same(scan('rdQp002001ATdE'), ['0-1 ready plain', '1-3 dQ', '3-12 p002001AT', '12-14 dE']);
    t.same(scan('ndQp017002001ATdE'), ['0-1 ready numbered', '1-3 dQ', '3-15 p017002001AT', '15-17 dE']);
    t.same(
      scan('np000001001A'),
      ['0-1 ready numbered', '1-12 p000001001A'],
      '000 is a number like any other',
    );
    t.same(scan(''), []);
  });

  t.test(
    'A peel that announces more than a message may have is told by its size, before its cells',
    async (t) => {
      const after = (text: string, limit: number) => found([Buffer.from(text)], false, limit).slice(1);
      t.same(after('np001013078', 1024), [], '1024 bytes of 1024');
      t.same(after('rp009113', 1024), [], 'the same without a number');
      t.match(after('np001029035', 1024), [
        {
          kind: 'fault',
          bytes: [1, 11],
          offence: {
            kind: 'flood',
            rule: 'message',
            at: 1,
            message: 'p001029035',
            detail: /1025 .*--max-message/,
          },
        },
      ]);
      t.match(after('rp002509', 1024), [{ kind: 'fault', offence: { rule: 'message' } }]);
      t.same(after('np001999999', LARGEST), [], 'the largest that there is');
      t.match(after('np001999999', LARGEST - 1), [{ kind: 'fault', offence: { rule: 'message' } }]);
    },
  );

  t.test('An unfinished message is no message and no error', async (t) => {
    const whole = 'np001002002AT.E';
    for (let length = 1; length < whole.length; length++)
      t.same(scan(whole.slice(0, length)), ['0-1 ready numbered'], whole.slice(0, length));
    t.same(scan('rd'), ['0-1 ready plain']);
  });

  t.test('A grid may have empty rows and columns, and up to 999 of each', async (t) => {
    t.same(gridOf(drawn('A')), { width: 1, height: 1, letters: 'A', places: [0], beyond: 0 });
    t.same(gridOf(drawn('.')), { width: 1, height: 1, letters: '', places: [], beyond: 0 });
    t.same(gridOf(drawn('...\n.AT\n...')), { width: 3, height: 3, letters: 'AT', places: [4, 5], beyond: 0 });
    const far = '.'.repeat(998);
    t.same(gridOf(`999001${far}Z`), { width: 999, height: 1, letters: 'Z', places: [998], beyond: 0 });
    t.same(gridOf(`001999${far}Z`), { width: 1, height: 999, letters: 'Z', places: [998], beyond: 0 });
  });

  t.test('The largest message is taken in reads of any size', async (t) => {
    const message = `p123999999${'.'.repeat(998_000)}Q`;
    t.equal(message.length, 998_011);
    const grid = { width: 999, height: 999, letters: 'Q', places: [998_000], beyond: 0 };
    for (const size of [998_012, 65_536, 4096, 1])
      t.same(found(cut(`n${message}`, size))[1], {
        kind: 'message',
        message: { type: 'peel', number: 123, grid },
        bytes: [1, 998_012],
      });
  });

  t.test(
    'Of a grid with more letters than there are tiles, so many are kept and the others counted',
    async (t) => {
      const full = gridOf(`999999${'Z'.repeat(998_001)}`);
      t.equal(full.letters, 'Z'.repeat(LETTERS));
      t.equal(full.places.length, LETTERS);
      t.equal(full.beyond, 998_001 - LETTERS);
    },
  );

  t.test(
    'A byte that no message allows is a protocol error, with its place in all that was written',
    async (t) => {
      const places: readonly [before: string, allowed: string, says: RegExp][] = [
        ['', 'rnpd', /`r` \(plain\) or `n` \(numbered\) is the first byte/],
        ['r', 'pdrn', /begins with `p` \(peel\) or `d` \(dump\)/],
        ['ndQdA', 'pdrn', /begins with `p`/],
        ...['np', 'np0', 'np12'].map((before) => [before, '0123456789', /three digits/] as const),
        ...['rp', 'rp0', 'rp01234', 'np001', 'np00101'].map(
          (before) => [before, '0123456789', /six digits/] as const,
        ),
        ...['rp002002', 'rp002002A', 'rp002002A..', 'np001002002A'].map(
          (before) => [before, 'AZ.', /a cell is/] as const,
        ),
        [`rp999001${'.'.repeat(500)}`, 'AZ.', /a cell is/],
        ['rd', 'AZ', /followed by the letter/],
      ] as [string, string, RegExp][];
      const bytes = [
        '\n',
        '\r',
        '\t',
        ' ',
        '\0',
        '\x7f',
        '\x80',
        '\xff',
        'a',
        'r',
        '!',
        '[',
        '@',
        '/',
        ':',
        'A',
        '0',
        '.',
      ];
      const right = { saysWhatIs: true, saysWhatMayBe: true, advisesOnLineEnds: true };
      let tried = 0;
      for (const [before, allowed, says] of places)
        for (const byte of bytes.filter((byte) => !allowed.includes(byte))) {
          const { kind, rule, at, unit, detail } = faultOf(`${before}${byte}`);
          const isAdvised = /print instead of puts/.test(detail);
          const told = {
            place: `${kind} ${rule} ${unit} ${at}`,
            saysWhatIs: detail.startsWith(`${nameOf(byte)} at byte ${before.length}: `),
            saysWhatMayBe: says.test(detail),
            advisesOnLineEnds: isAdvised === '\r\n'.includes(byte),
          };
          if (!isDeepStrictEqual(told, { ...right, place: `protocol byte byte ${before.length}` }))
            t.fail(JSON.stringify([before, byte, detail, told]));
          tried++;
        }
      t.equal(tried, 284);
    },
  );

  t.test('The error for a newline says where it is, and what to do instead', async (t) => {
    t.equal(
      faultOf('r\n').detail,
      'a newline at byte 1: a message begins with `p` (peel) or `d` (dump). Do not write anything between messages, ' +
        'not even a newline (printf instead of echo, print instead of puts, end="" in Python), ' +
        'or play with --lenient',
    );
    const rows = `rp100002${'A'.repeat(100)}\n${'A'.repeat(100)}`;
    t.match(
      faultOf(rows),
      { at: 108, detail: /^a newline at byte 108: .* or play with --lenient$/ },
      'after a long row',
    );
    t.match(faultOf('r\r\n'), { at: 1, detail: /^a carriage return at byte 1: .*--lenient$/ }, 'CR LF');
    t.match(faultOf('\n'), { at: 0, detail: /--lenient$/ }, 'before anything');
  });

  t.test('A line separator in UTF-8 is three bytes, and the first is wrong', async (t) => {
    t.match(faultOf(Buffer.from('\ufeffr')), {
      at: 0,
      detail:
        /first byte that a player writes\. It may be the start of a byte order mark: write UTF-8 without/,
    });
    t.match(faultOf(Buffer.from('r\u2028p')), { at: 1, rule: 'byte', detail: /^byte 0xe2 at byte 1/ });
  });

  t.test('The message at fault is shown so that it can be read, and cut where it is long', async (t) => {
    t.equal(faultOf('ndQp001002002A\0').message, 'p001002002A\\x00');
    t.equal(faultOf('rp002002A\n').message, 'p002002A\\n');
    t.equal(faultOf('rp002\t').message, 'p002\\t');
    t.equal(faultOf('rp002\r').message, 'p002\\r');
    const long = faultOf(`rp999001${'.'.repeat(500)}\n`).message!;
    t.equal(long, `p999001${'.'.repeat(57)}`);
  });

  t.test('A width or a height of zero is a protocol error', async (t) => {
    for (const size of ['000001', '001000', '000000', '999000'])
      t.match(faultOf(`ndAp001${size}`), { kind: 'protocol', rule: 'form', at: 3, message: `p001${size}` });
    t.equal(faultOf('rp000017').detail, 'a grid of 0 by 17: it is at least one column wide and one row high');
  });

  t.test('A peel or dump before ready, and a second ready, are protocol errors', async (t) => {
    t.match(faultOf('p'), {
      kind: 'protocol',
      rule: 'order',
      at: 0,
      detail: /^`p` at byte 0, before it was ready/,
    });
    t.match(faultOf('dA'), {
      kind: 'protocol',
      rule: 'order',
      at: 0,
      detail: /^`d` at byte 0, before it was ready/,
    });
    for (const twice of ['rr', 'rn', 'nn', 'nr'])
      t.match(faultOf(twice), {
        kind: 'protocol',
        rule: 'order',
        at: 1,
        detail: /^a second ready \(`[rn]` at byte 1\)/,
      });
    t.match(faultOf('rdAr'), { rule: 'order', at: 3 });
  });

  t.test('--lenient passes over white space between messages, and never inside one', async (t) => {
    const read = ['2-3 ready numbered', '7-9 dQ', '11-22 p001001001A'];
    t.same(scan(' \nn\r\n\t dQ\n\np001001001A\r\n', true), read);
    for (const [before, after] of [
      ['nd', 'Q'],
      ['np', '001001001A'],
      ['np001', '001001A'],
      ['np001001001', 'A'],
    ])
      for (const space of ['\n', '\r', '\t', ' '])
        t.match(faultOf(`${before}${space}${after}`, true), { rule: 'byte', at: before!.length });
    for (const other of ['\0', '\v', '\f', '\x80'])
      t.match(faultOf(`n${other}`, true), { rule: 'byte', at: 1 });
  });

  t.test(
    'Decoding what was encoded gives the same messages, and each stands where its bytes are',
    async (t) => {
      const law = fc.property(
        fc.constantFrom(...dialects),
        fc.array(messages(), { maxLength: 8 }),
        (dialect, plain) => {
          const said = plain.map((message) => inDialect(message, dialect));
          const texts = said.map(messageText);
          const [ready, ...read] = found([Buffer.from((dialect === 'plain' ? 'r' : 'n') + texts.join(''))]);
          same(ready, { kind: 'ready', dialect, bytes: [0, 1] });
          let from = 1;
          const expected = said.map((message, index) => {
            const to = from + texts[index]!.length;
            const bytes = [from, to];
            from = to;
            return { kind: 'message', message, bytes };
          });
          same(read, expected);
        },
      );
      t.doesNotThrow(() => fc.assert(law, runs(2000)));
    },
  );

  t.test('However the bytes are cut into reads, the messages and the fault are the same', async (t) => {
    let faults = 0;
    const law = fc.property(
      streams(),
      fc.array(fc.nat(60), { maxLength: 12 }),
      fc.boolean(),
      (bytes, cuts, lenient) => {
        const whole = found([bytes], lenient);
        if (whole.at(-1)?.kind === 'fault') faults++;
        same(found(cut(bytes, 1), lenient), whole);
        same(found(cutAt(bytes, cuts), lenient), whole);
      },
    );
    const tried = runs(3000);
    t.doesNotThrow(() => fc.assert(law, tried));
    const share = faults / tried.numRuns;
    t.ok(share > 0.1 && share < 0.9, `${faults} of ${tried.numRuns} with a fault`);
  });

  t.test('What a player is told is in its dialect', async (t) => {
    const said = (notice: Notice) => dialects.map((dialect) => noticeText(notice, dialect));
    t.same(said({ type: 'hand', tiles: 'EEEGGKLOOPZ' }), ['EEEGGKLOOPZ.', 'EEEGGKLOOPZ.']);
    t.same(said({ type: 'peeled', number: 7, mine: true, drew: 'R' }), ['R.', '+007R.']);
    t.same(said({ type: 'peeled', number: 0, mine: false, drew: 'R' }), ['R.', '=000R.']);
    t.same(said({ type: 'late', number: 999 }), ['', '-999.']);
    t.same(said({ type: 'dumped', tiles: 'AEZ' }), ['AEZ.', 'dAEZ.']);
    t.same(said({ type: 'dumped', tiles: 'Q' }), ['Q.', 'dQ.']);
    t.same(said({ type: 'peeled', number: 12, mine: true, drew: '' }), ['', '+012.']);
    t.same(said({ type: 'peeled', number: 12, mine: false, drew: '' }), ['', '=012.']);
  });

  t.test('A numbered player reads each notice back as what it was', async (t) => {
    const law = fc.property(notices, (notice) => {
      const text = noticeText(notice, 'numbered');
      same(text.at(-1), '.');
      same(readNotice(text.slice(0, -1), 'numbered', notice.type !== 'hand'), notice);
    });
    t.doesNotThrow(() => fc.assert(law, runs(2000)));
  });

  t.test('A plain player reads every notice back as the tiles that it brings', async (t) => {
    const law = fc.property(notices, (notice) => {
      const text = noticeText(notice, 'plain');
      const tiles = notice.type === 'peeled' ? notice.drew : notice.type === 'late' ? '' : notice.tiles;
      if (tiles === '') same(text, '');
      else if (notice.type === 'hand') same(readNotice(text.slice(0, -1), 'plain', false), notice);
      else same(readNotice(text.slice(0, -1), 'plain', true), { type: 'dumped', tiles });
    });
    t.doesNotThrow(() => fc.assert(law, runs(1000)));
  });

  t.test('What is no notice, or one of a later version, is not read as another', async (t) => {
    for (const text of [
      '',
      'd',
      'dAB',
      'dABCD',
      'd1',
      '+01A',
      '+001AB',
      '=1A',
      '-001A',
      '-',
      'x',
      '?AB',
      'AB',
      'R',
      'é',
    ])
      t.equal(readNotice(text, 'numbered', true), undefined, text);
    for (const text of ['', '+001A', 'dABC', 'a', '*A'])
      t.equal(readNotice(text, 'plain', true), undefined, text);
    for (const text of ['', '+001A', 'dA', 'é'])
      t.equal(readNotice(text, 'numbered', false), undefined, text);
  });

  t.test('A grid is read back from its text', async (t) => {
    const law = fc.property(gridsOfWire, (grid) => same(readGrid(gridText(grid)), { ok: true, grid }));
    t.doesNotThrow(() => fc.assert(law, runs(1000)));
  });

  t.test('A grid that is no grid is refused with what is wrong', async (t) => {
    const problem = (text: string) => {
      const reading = readGrid(text);
      return reading.ok ? 'fine' : reading.problem;
    };
    t.equal(problem(''), 'a grid starts with six digits: three for its width and three for its height');
    t.equal(problem('12AB'), 'a grid starts with six digits: three for its width and three for its height');
    t.equal(problem('000001'), 'a grid is at least one column wide and one row high');
    t.equal(problem('001000'), 'a grid is at least one column wide and one row high');
    t.equal(problem('002001Aq'), 'a cell is a letter A to Z or a dot, not "q" (cell 2)');
    t.equal(problem('002001A'), '2 by 1 is 2 cells; got 1');
    t.equal(problem('002001ATE'), '2 by 1 is 2 cells; got 3');
  });

  t.test('Trimmed, a grid has no empty rows and columns around it', async (t) => {
    const cropped = (text: string) => gridText(trimmed(gridOf(text)));
    t.equal(cropped('006007..........A...HER...A.T...T.Y...E.........'), '003005..AHERA.TT.YE..');
    t.equal(cropped('003005..AHERA.TT.YE..'), '003005..AHERA.TT.YE..');
    t.equal(cropped(drawn('A..\n...\n..A')), drawn('A..\n...\n..A'), 'those between letters stay');
    t.equal(cropped(drawn('...\n...')), '001001.', 'an empty one is one cell');
  });

  t.test('A long message is shown by its beginning, as it was sent', async (t) => {
    const options = { ...settleOptions(bananagramsOptions, []), bunch: { A: 3 } };
    const shown = (text: string) => {
      const [, one] = takeAll(bananagrams.scanner(options), Buffer.from(text));
      return one?.kind === 'message' ? bananagrams.says(one.message) : 'no message';
    };
    t.equal(shown('ndQ'), 'dQ');
    t.equal(shown('np001003001ARE'), 'p001003001ARE');
    t.equal(shown('np001005001EARTH'), 'p001005001EARTH', 'with more letters than there are tiles');
    t.equal(shown(`rp160001${'A'.repeat(160)}`), `p160001${'A'.repeat(160)}`);
    t.equal(shown(`rp161001${'A'.repeat(161)}`), `p161001${'A'.repeat(160)}…`);
    t.equal(shown(`np123999999${'.A'.repeat(499_000)}.`), `p123999999${'.A'.repeat(80)}…`);
  });

  t.test('Peels are numbered 001 to 999, then 000, then 001 again', async (t) => {
    t.same([0, 1, 998, 999, 1000, 1001, 1999, 2000].map(numberAfter), [1, 2, 999, 0, 1, 2, 0, 1]);
  });

  t.test('Old are the up to 500 numbers before the next; all others are future', async (t) => {
    for (const peels of [0, 1, 2, 250, 498, 499, 500, 501, 502, 998, 999, 1000, 1001, 1500, 5000]) {
      const issued = Array.from({ length: peels }, (_, index) => (index + 1) % 1000);
      const old = new Set(issued.slice(-500));
      const next = (peels + 1) % 1000;
      const age = (number: number) => (number === next ? 'current' : old.has(number) ? 'old' : 'future');
      const all = Array.from({ length: 1000 }, (_, number) => number);
      t.same(
        all.map((number) => ageOf(number, peels)),
        all.map(age),
        `after ${peels} peels`,
      );
    }
  });

  /** All that is found in these reads; after a fault nothing is read. */
  function found(reads: Iterable<Uint8Array>, lenient = false, message = LARGEST): Scanned<Message>[] {
    const scanner = bananagramsScanner({ lenient, letters: LETTERS, message });
    const all: Scanned<Message>[] = [];
    for (const bytes of reads) {
      all.push(...takeAll(scanner, bytes));
      if (all.at(-1)?.kind === 'fault') break;
    }
    return all;
  }

  function scan(text: string, lenient = false): string[] {
    return found([Buffer.from(text, 'latin1')], lenient).map((one) => {
      const what =
        one.kind === 'ready'
          ? `ready ${one.dialect}`
          : one.kind === 'message'
            ? messageText(one.message)
            : 'fault';
      return `${one.bytes.join('-')} ${what}`;
    });
  }

  function faultOf(text: string | Uint8Array, lenient = false) {
    const last = found([Buffer.from(text as string, 'latin1')], lenient).at(-1);
    if (last?.kind !== 'fault') throw new Error(`no fault in ${JSON.stringify(text)}`);
    return last.offence;
  }

  function gridOf(text: string): Grid {
    const one = found([Buffer.from(`rp${text}`)])[1];
    if (one?.kind !== 'message' || one.message.type !== 'peel')
      throw new Error(`no grid in ${text.slice(0, 40)}`);
    return one.message.grid;
  }

  function* cut(text: string | Uint8Array, size: number): Generator<Uint8Array> {
    const bytes = Buffer.from(text as string, 'latin1');
    for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
  }

  function* cutAt(bytes: Uint8Array, lengths: readonly number[]): Generator<Uint8Array> {
    let from = 0;
    for (const length of lengths) yield bytes.subarray(from, (from += length));
    yield bytes.subarray(from);
  }

  function nameOf(byte: string): string {
    const named: Record<string, string> = {
      '\n': 'a newline',
      '\r': 'a carriage return',
      '\t': 'a tab',
      ' ': 'a space',
    };
    if (named[byte]) return named[byte];
    const code = byte.charCodeAt(0);
    return code > 32 && code < 127 ? `\`${byte}\`` : `byte 0x${code.toString(16).padStart(2, '0')}`;
  }

  function same(one: unknown, other: unknown): void {
    if (!isDeepStrictEqual(one, other)) throw new Error(`${inspect(one)}\nis not\n${inspect(other)}`);
  }

  function inDialect(message: Message, dialect: Dialect): Message {
    if (message.type === 'dump' || dialect === 'numbered') return message;
    return { ...message, number: undefined };
  }

  function messages(): Arbitrary<Message> {
    const dump = capital.map((letter): Message => ({ type: 'dump', letter }));
    const peel = fc
      .tuple(fc.nat(999), gridsOfWire)
      .map(([number, grid]): Message => ({ type: 'peel', number, grid }));
    return fc.oneof(dump, peel);
  }

  /** Messages that are right, and often something in them that is not. */
  function streams(): Arbitrary<Uint8Array> {
    const said = fc.tuple(
      fc.constantFrom('r', 'n', ' n', ''),
      fc.array(messages(), { maxLength: 4 }),
      fc.constantFrom('', '\n', ' '),
    );
    const harm = fc.option(fc.tuple(fc.nat(200), fc.nat(255)), { freq: 3 });
    return fc.tuple(said, harm).map(([[ready, all, between], harmed]) => {
      const dialect = ready === 'r' ? 'plain' : 'numbered';
      const texts = all.map((message) => messageText(inDialect(message, dialect)));
      const bytes = Buffer.from([ready, ...texts].join(between), 'latin1');
      if (harmed && bytes.length > 0) bytes[harmed[0] % bytes.length] = harmed[1];
      return bytes;
    });
  }
});

t.test('pool', async (t) => {
  const letters = [...'AAABBCDEEEEFGHIJ'];
  const names = ['Ada', 'Ben', 'Cyd'];
  const filled = (seed: string, mirrored: boolean) =>
    filledPool(letters, { key: keyOf(seed), names, mirrored });
  const sorted = (things: readonly string[]) => [...things].sort().join('');
  const inOrders = ({ left, orders }: Pool<string>) =>
    orders.map(({ places }) => places.slice(0, left).map(({ thing }) => thing));

  const steps = fc.array(
    fc.record({ seat: fc.integer({ min: 1, max: 3 }), take: fc.nat(4), back: fc.nat(3) }),
    { maxLength: 20 },
  );

  t.test('nothing is lost or made, and every order has the same things', async (t) => {
    const law = fc.property(fc.boolean(), fc.nat(), steps, (mirrored, seed, played) => {
      let pool = filled(`${seed}`, mirrored);
      let held: string[] = [];
      for (const { seat, take, back } of played) {
        const [taken, rest] = takeFrom(pool, seat, take);
        held.push(...taken);
        pool = putBack(rest, held.slice(0, back));
        held = held.slice(back);
        for (const order of inOrders(pool)) {
          if (order.length !== pool.left) throw new Error(`${order.length} places, ${pool.left} left`);
          if (sorted([...order, ...held]) !== sorted(letters)) throw new Error('lost or made');
        }
      }
    });
    t.doesNotThrow(() => fc.assert(law, runs(300)));
  });

  t.test('a pool gives what there is, and no more', async (t) => {
    for (const mirrored of [false, true]) {
      const [most, rest] = takeFrom(filled('1', mirrored), 2, 15);
      t.equal(most.length, 15);
      const [last, none] = takeFrom(rest, 1, 7);
      t.equal(last.length, 1);
      t.equal(none.left, 0);
      t.same(takeFrom(none, 3, 1)[0], []);
      t.equal(putBack(none, ['Q']).left, 1);
    }
  });

  t.test('without mirrors all seats take from one order', async (t) => {
    const pool = filled('1', false);
    const [first, rest] = takeFrom(pool, 1, 3);
    const [second] = takeFrom(rest, 2, 3);
    t.same([...second, ...first], thingsIn(pool).slice(-6));
  });

  t.test(
    'to take from a large pool copies nothing of what is left, and the pool before it is as it was',
    async (t) => {
      const pool = filled('1', false);
      const all = thingsIn(pool);
      const [taken, rest] = takeFrom(pool, 1, 3);
      t.equal(rest.orders[0]!.places, pool.orders[0]!.places);
      t.same(thingsIn(rest), all.slice(0, -3));
      t.same(
        thingsIn(putBack(rest, ['Q'])).filter((letter) => letter !== 'Q'),
        all.slice(0, -3),
      );
      t.same([takeFrom(pool, 2, 3)[0], thingsIn(pool)], [taken, all]);
    },
  );

  t.test(
    'mirrored, a seat gets what it would have got, except for what others have taken from before it',
    async (t) => {
      let same = 0;
      for (let seed = 0; seed < 100; seed++) {
        const pool = filled(`${seed}`, true);
        const [alone] = takeFrom(pool, 2, 3);
        const [taken, rest] = takeFrom(pool, 1, 3);
        const [after] = takeFrom(rest, 2, 3);
        const places = (seat: number) => pool.orders[seat - 1]!.places;
        const wanted = places(2).filter((place) => !places(1).slice(-3).includes(place));
        t.same(
          after,
          wanted.slice(-3).map(({ thing }) => thing),
        );
        t.equal(taken.length, 3);
        if (sorted(after) === sorted(alone)) same++;
      }
      t.ok(same > 40, `the same in ${same} of 100`);
    },
  );

  t.test('what is put back may come at any place of every order', async (t) => {
    const places = [new Set<number>(), new Set<number>()];
    for (let seed = 0; seed < 400; seed++) {
      const small = filledPool([...'AAAA'], { key: keyOf(`${seed}`), names: ['Ada', 'Ben'], mirrored: true });
      const orders = inOrders(putBack(small, ['Z']));
      for (const [index, order] of orders.entries()) places[index]!.add(order.indexOf('Z'));
    }
    for (const each of places) t.same([...each].sort(), [0, 1, 2, 3, 4]);
  });
});
