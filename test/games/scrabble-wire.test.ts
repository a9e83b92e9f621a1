import t from 'tap';
import { keyOf } from '../../host/core/seed.ts';
import type { Scanned } from '../../host/games/game.ts';
import type { Board } from '../../host/games/scrabble/board/board.ts';
import { namedBoard } from '../../host/games/scrabble/board/board-choice.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { boardFromFile } from '../../host/games/scrabble/board/make-board.ts';
import { readTiles, tileSetFromFile } from '../../host/games/scrabble/tiles/tile-file.ts';
import type { TileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { builtInTileSet, namedTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { greetingText, type Introduction, readGreeting } from '../../host/games/scrabble/wire/greeting.ts';
import type { Message } from '../../host/games/scrabble/wire/messages.ts';
import { moveText } from '../../host/games/scrabble/wire/messages.ts';
import { scrabbleScanner } from '../../host/games/scrabble/wire/scanner.ts';
import { expectOk } from '../support/expect-ok.ts';
import { scanAll, scannedInShort, takeAll } from './scan-all.ts';

t.test('scrabble wire', async (t) => {
  const ascii = { longest: 65_536, beyondAscii: false };
  const english = new Set('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const german = new Set([...english, 'Ä', 'Ö', 'Ü']);

  const scan = (text: string) => scanAll(scrabbleScanner(ascii, english), [text]);
  const told = (found: readonly Scanned<Message>[]) =>
    scannedInShort(found, (message) => moveText(message, message.tag));

  t.test('Spaces do not matter, a carriage return before the end neither', async (t) => {
    t.same(told(scan('  ready \r\n   @3    play   0 -1   4D2  \n\n')), [
      'ready',
      '@3 play 0 -1 4D2',
      'protocol/empty at line 3',
    ]);
  });

  t.test('What the wire does not allow is a protocol error with what was expected', async (t) => {
    const faults: readonly (readonly [string, string, RegExp])[] = [
      ['', 'empty', /ready, play, pass/],
      ['   ', 'empty', /empty/],
      ['hello', 'word', /"hello" is not a valid message: .*to standard error$/],
      ['READY', 'word', /"READY" is not a valid message: .*: write ready in lowercase$/],
      ['@1 Pass', 'word', /"Pass" is not a valid message: .*: write pass in lowercase$/],
      ['chnage', 'word', /"chnage" is not a valid message: .*: did you mean change\?$/],
      ['Pass', 'word', /is not a valid message/],
      ['{"move": "pass"}', 'word', /"\{\\"move\\":" is not .*: write pass.*not.* JSON$/],
      ['[1, 2]', 'word', /: write.*not JSON$/],
      ['ready now', 'form', /takes no arguments/],
      ['ready', 'order', /second ready/],
      ['pass 1', 'form', /takes no arguments/],
      ['forfeit now', 'form', /takes no arguments/],
      ['play 0 0', 'form', /three for each tile/],
      ['play 0 x 4D2', 'form', /"x" is not a valid coordinate/],
      ['play 0 2147483648 4D2', 'form', /is not a valid coordinate/],
      ['play 0 -2147483649 4D2', 'form', /is not a valid coordinate/],
      ['play 0 00000000001 4D2', 'form', /is not a valid coordinate/],
      ['play 0 +1 4D2', 'form', /is not a valid coordinate/],
      ['play 0 1.0 4D2', 'form', /is not a valid coordinate/],
      ['play 0 0 4d2', 'form', /is not a valid tile: .*: write.*capital: 4D2$/],
      ['play 0 0 4D2 1 0 3c3', 'form', /"3c3" is not .*: write.*capital: 3C3$/],
      ['play 0 0 D2', 'form', /is not a valid tile: expected IDcPOINTS, such as 4D2$/],
      ['play 0 0 4D', 'form', /is not a valid tile/],
      ['play 0 0 4DD2', 'form', /is not a valid tile/],
      ['change 4 x', 'form', /is not a tile number/],
      ['change 4x2', 'form', /is not a tile number/],
      ['@ pass', 'form', /is not a valid tag/],
      ['@x pass', 'form', /is not a valid tag/],
      ['@1', 'form', /no message after/],
      ['@1 ready', 'form', /so it has no tag/],
      ['@1 @2 pass', 'word', /is not a valid message/],
      ['pass\tx', 'byte', /0x09 in column 5/],
      ['pass\0', 'byte', /0x00/],
      ['pa\rss', 'byte', /0x0d/],
      ['play 0 0 4Ä2', 'byte', /0xc3/],
      ['\u2028', 'byte', /0xe2/],
      ['\ufeffpass', 'byte', /a byte order mark \(U\+FEFF\) in column 1: write UTF-8 without/],
      ['pass\ufeff', 'byte', /mark .+ in column 5/],
    ];
    for (const [line, rule, detail] of faults) {
      const found = scan(`ready\n${line}\npass\n`);
      t.match(
        found,
        [
          { kind: 'ready' },
          { kind: 'fault', offence: { kind: 'protocol', rule, detail, at: 2, unit: 'line' } },
        ],
        encodeURIComponent(line) || 'nothing',
      );
      t.equal(found.length, 2, 'and nothing after it is read');
    }
  });

  t.test('The edges of what is allowed', async (t) => {
    for (const line of [
      'play',
      'change',
      'play 2147483647 -2147483648 0A-0',
      'play 0000000001 -0000000002 0Z0',
      '@0 pass',
      'play 0 0 -4D-2',
    ]) {
      const found = scan(`${line}\n`);
      t.match(found, [{ kind: 'message', message: { line, lineNumber: 1 } }], line);
    }
  });

  t.test('Letters beyond ASCII are for the tile sets that have them', async (t) => {
    const feed = (text: string | Uint8Array) => {
      const scanner = scrabbleScanner({ ...ascii, beyondAscii: true }, german);
      return told(takeAll(scanner, typeof text === 'string' ? new TextEncoder().encode(text) : text));
    };
    t.same(feed('play 0 0 27Ä6 1 0 0Ö0\n'), ['play 0 0 27Ä6 1 0 0Ö0']);
    t.same(feed('play 0 0 27É6\n'), ['protocol/form at line 1'], 'a letter that no tile has');
    t.match(takeAll(scrabbleScanner({ ...ascii, beyondAscii: true }, german), Buffer.from('\ufeffready\n')), [
      {
        kind: 'fault',
        offence: { rule: 'word', detail: /begins.*mark .+: write UTF-8 without/ },
      },
    ]);
    t.same(feed(Uint8Array.of(0xc3, 0x28, 10)), ['protocol/byte at line 1'], 'bytes that are no UTF-8');
  });
});

t.test('scrabble greeting', async (t) => {
  const said = (board: Board, tiles: TileSet, more: Partial<Introduction> = {}): Introduction => ({
    rules: 'course',
    player: 2,
    names: ['Ada', 'a  name of words'],
    first: 2,
    handSize: 7,
    timeoutMs: 30_000,
    dictionary: '/a folder/with  words.txt',
    board,
    tiles,
    hand: [
      { id: 0, count: 1 },
      { id: 5, count: 6 },
    ],
    ...more,
  });

  /** Read and said again, it is the same text. */
  function again(text: string): string {
    const read = expectOk(readGreeting(text.split('\n')));
    return greetingText(read.told);
  }

  const file = (more: object): Board => {
    return expectOk(
      boardFromFile(
        'file',
        JSON.stringify({
          prog: 'if (_x_ < 1000) then { _result_ := 40 } else { skip }',
          squares: { 40: { 7: '_result_ := _acc_ / 1', '-3': 'if (true) then { skip }' }, 5: {} },
          usedSquare: 5,
          center: [-3, 4],
          isInfinite: false,
          ...more,
        }),
      ),
    ).board;
  };

  t.test('What a player reads of its set-up is what it was told', async (t) => {
    const english = builtInTileSet('english')!;
    for (const name of ['official', 'standard', 'hole', 'infinite', 'infinite-hole', 'plain']) {
      const text = greetingText(said(builtInBoard(name)!, english));
      t.equal(again(text), text, name);
      t.match(
        again(greetingText(said(builtInBoard(name)!, english, { leftover: 'twice' }))),
        '\nleftover twice\nhand ',
      );
      t.equal(again(text.replaceAll('\n', '\r\n')), text, `${name}, with carriage returns`);
    }
    const none = greetingText(
      said(builtInBoard('plain')!, english, { timeoutMs: undefined, dictionary: undefined, hand: [] }),
    );
    t.equal(again(none), none, 'no word list, no limit of time, no tiles');
  });

  t.test('Premiums, counts and the names of what is built in are told in their places', async (t) => {
    const text = greetingText(said(builtInBoard('official')!, builtInTileSet('english')!));
    t.equal(text.slice(text.indexOf('square 0'), text.indexOf('used')), premiumsOfOfficial);
    t.match(
      text,
      /\ntile 26 Z10\ncount 0 2\ncount 1 9\n(count .*\n){24}count 26 1\nboardname official\ntilesname /,
    );
    t.ok(text.endsWith('\nboardname official\ntilesname english\nhand 0x1 5x6\nend\n'));
  });

  const premiumsOfOfficial = `square 0 0 _result_ := pointValue(_pos_) + _acc_
premium 0 letter 1
square 1 0 _result_ := (pointValue(_pos_) * 2) + _acc_
premium 1 letter 2
square 2 0 _result_ := (pointValue(_pos_) * 3) + _acc_
premium 2 letter 3
square 3 0 _result_ := pointValue(_pos_) + _acc_
square 3 1 _result_ := _acc_ * 2
premium 3 letter 1
premium 3 word 2
square 4 0 _result_ := pointValue(_pos_) + _acc_
square 4 1 _result_ := _acc_ * 3
premium 4 letter 1
premium 4 word 3
`;

  t.test('Names are said of what is built in and unchanged, and of nothing else', async (t) => {
    const names = (board: Board, tiles: string) =>
      greetingText(said(board, tilesNamed(tiles)))
        .split('\n')
        .filter((line) => /^(board|tiles)name/.test(line));
    const key = keyOf('1');
    for (const board of ['official', 'standard', 'hole', 'infinite', 'infinite-hole', 'plain'])
      t.same(names(builtInBoard(board)!, 'course'), [`boardname ${board}`, 'tilesname course'], board);
    for (const board of ['random', 'random:7', 'infinite-random'])
      t.same(names(namedBoard(board, keyOf, key)!, 'english:1'), ['tilesname english'], board);
    t.same(names(file({}), 'simple'), ['tilesname simple']);
    t.same(names(file({}), 'english:2'), []);
    const again = JSON.stringify({ tiles: [{ count: 100, letters: { A: 1 } }] });
    const set = expectOk(readTiles(again));
    t.notMatch(greetingText(said(file({}), set.value)), 'tilesname');
  });

  function tilesNamed(name: string): TileSet {
    const reading = namedTileSet(name);
    if (!reading?.ok) throw new Error(`there are no tiles ${name}`);
    return reading.value;
  }

  t.test('Another version, and a board that is not there, are said', async (t) => {
    t.match(readGreeting(['scrabble 2', 'end']), {
      ok: false,
      problem: 'scrabble: expected version 1 of its wire; got 2',
    });
    for (const lines of [[], ['scrabble 1', 'end']])
      t.match(readGreeting(lines), {
        ok: false,
        problem: /^expected.*starts.*, /,
      });
  });

  t.test('Before edition 3 it was shorter, and is read as well', async (t) => {
    const [board, tiles] = [builtInBoard('official')!, builtInTileSet('english')!];
    const whole = greetingText(said(board, tiles));
    const brief = greetingText(said(board, tiles, { brief: true }));
    t.equal(brief, whole.replaceAll(/^(premium|count|boardname|tilesname) .*\n/gm, ''));
    t.equal(again(brief), brief);
  });

  t.test('Tiles of many faces, and of other letters', async (t) => {
    const tiles = {
      tiles: [
        { count: 2, letters: { A: [0, 2], Ж: -7 } },
        { count: 1, letters: { 𐐀: 3 } },
      ],
    };
    const set = expectOk(tileSetFromFile('odd', JSON.stringify(tiles)));
    const text = greetingText(said(builtInBoard('plain')!, set.value));
    t.equal(again(text), text);
    t.match(text, 'tile 0 A0,A2,Ж-7\n');
  });

  t.test('An infinite board of kinds without functions', async (t) => {
    const text = greetingText(said(file({ isInfinite: true }), builtInTileSet('simple')!));
    t.match(
      text,
      /\nsquare 5\nsquare 40 -3 if \(true\) then \{ skip \}\nsquare 40 7 _result_ := _acc_ \/ 1\nused 5\ninfinite 1\nlayout none\ntile/,
    );
    t.equal(again(text), text);
  });

  t.test('What a player does not know it skips; what is no program is told', async (t) => {
    const text = greetingText(said(builtInBoard('plain')!, builtInTileSet('simple')!));
    t.equal(again(text.replace('used', 'weather fine\nused')), text);
    t.match(readGreeting(text.replace(/board .*/, 'board no program').split('\n')), {
      ok: false,
      problem: /prog: line 1/,
    });
  });
});
