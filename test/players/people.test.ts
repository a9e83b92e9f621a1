import t from 'tap';
import { boardOf, type Greeting, pathFinder } from 'wordhost/boggle';
import { paintFor } from 'wordhost/terminal';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { BananagramsDesk } from '../../players/human/bananagrams/desk.ts';
import { WatchedRace } from '../../players/human/bananagrams/watched-race.ts';
import { BoggleDesk } from '../../players/human/boggle/desk.ts';
import { WatchedWords } from '../../players/human/boggle/watched-words.ts';
import { keysIn } from '../../players/human/terminal/keys.ts';
import { deals, dealtTable, keyNumber, lexiconWith, type Request } from '../games/table.ts';
import { peopleAt } from './human-desks.ts';

t.test('human bananagrams', async (t) => {
  const words = ['AT', 'CAT', 'CATS', 'SEA', 'TEA'];
  const [ENTER, ESCAPE, ERASE, DELETE] = ['\n', '\x1b', '\x7f', '\x1b[3~'];

  /** A person in seat 1 against somebody whose messages are said by the test, under the real referee. */
  function personAt(request: Request, { isBlunt = false, coloured = false, columns = 80 } = {}) {
    const table = dealtTable({ words, ...request });
    const said: string[] = [];
    const desk = new BananagramsDesk({
      race: new WatchedRace(2),
      lexicon: lexiconWith(words),
      send: (text) => said.push(text),
      paint: paintFor(coloured),
      name: 'Ada',
      isBlunt,
    });
    const size = { columns, rows: 24, isPlain: false };

    function tell(effects: readonly string[]): void {
      for (const effect of effects) {
        const [, text = ''] = /^1< (.*)$/.exec(effect) ?? [];
        for (const message of text.split('.').slice(0, -1)) desk.hear(message);
      }
    }

    tell([`1< ${table.hand(1)}.`]);
    return {
      table,
      desk,
      said,
      presses(sent: string, isDelivered = true): void {
        for (const key of keysIn(sent)) desk.pressed(key);
        if (isDelivered) for (const text of said.splice(0)) tell(table.says(1, text));
      },
      deliver(): void {
        for (const text of said.splice(0)) tell(table.says(1, text));
      },
      /** The other player says this. */
      other: (text: string) => tell(table.says(2, text)),
      hears: (message: string) => desk.hear(message),
      screen(isPlain = false): string {
        const { lines, prompt } = desk.screen({ ...size, isPlain });
        return [...lines, prompt].join('\n');
      },
      shown: () => desk.screen(size),
    };
  }

  const twoHands = keyed({ hands: ['ACT', 'AET'], draws: 'SS', others: 'EEE' });

  /** The key of a deal is looked for once. */
  function keyed(request: Request & { readonly hands: readonly string[] }): Request {
    const isDealt = deals(request, request.hands);
    let number = 0;
    while (!isDealt(keyNumber(number))) number++;
    return { ...request, key: keyNumber(number) };
  }

  t.test('On a narrow terminal messages are in two lines; Ctrl-D says how to leave', async (t) => {
    const ada = personAt({ hands: ['ACT', 'EEE'] }, { columns: 40 });
    ada.presses('\x04');
    t.match(ada.screen(), 'Press ! to leave the game, or Ctrl-C to\nend it.');
    ada.presses('Q#');
    t.match(ada.screen(), 'You have no Q left to place.\n# does nothing here. Press ? for help.');
    ada.presses('C-C');
    t.match(ada.screen(), 'Not sent: C is on the grid. Take it back\nfirst (Delete).');
  });

  t.test('A person lays all tiles and peels, and the new tile is there', async (t) => {
    const ada = personAt(twoHands);
    t.match(ada.screen(), 'Your tiles (3 of 3 left): A C T');
    ada.presses('cat');
    t.match(ada.screen(), / C A T>\./);
    t.match(ada.screen(), 'All tiles placed: press Enter to peel.');
    ada.presses(ENTER);
    t.match(ada.screen(), 'Peel accepted: you drew S.');
    t.match(ada.screen(), /peels: you 1, others 0[\s\S]*001 you \+S/);
    t.match(ada.screen(), 'Your tiles (1 of 4 left): S');
    ada.presses(`s${ENTER}`);
    t.match(ada.table.events.filter(({ type }) => type === 'peel').at(-1), { seat: 1, grid: '004001CATS' });
  });

  t.test('A peel that would be refused is explained, and not sent', async (t) => {
    for (const [typed, why] of [
      ['ca', 'Not sent: place all your tiles first; left: T.'],
      ['act', 'Not sent: ACT (across) is not in the word list.'],
      ['at\x1b[B\x1b[Bc', 'Not sent: connect all tiles'],
      ['', 'Not sent: you have placed no tiles.'],
    ] as const) {
      const ada = personAt(twoHands);
      ada.presses(typed + ENTER);
      t.match(ada.screen(), why);
      t.equal(ada.table.outcomes(), 'no verdict');
    }
  });

  t.test('What is wrong is shown while it is laid', async (t) => {
    const ada = personAt({ hands: ['ACTZ', 'AETS'], others: 'EEEE' });
    ada.presses('ac');
    t.match(ada.screen(), '\nnot in the word list: AC\n');
    ada.presses('\x1b[B\x1b[Bt');
    t.match(ada.screen(), /^.* A C .*$[\s\S]*^.* t>\./m, 'small letters are not connected');
    t.match(ada.screen(), '\nnot in the word list: AC; not connected: 1\n');
    ada.presses('q');
    t.match(ada.screen(), 'You have no Q left to place.');
    const red = personAt(twoHands, { coloured: true });
    red.presses('ac');
    t.match(red.screen(), '\x1b[31mA\x1b[39m');
  });

  t.test('With --blunt a wrong peel is sent, but never one that is no grid', async (t) => {
    const ada = personAt(twoHands, { isBlunt: true });
    ada.presses(ENTER);
    t.match(ada.screen(), 'Not sent: you have placed no tiles.');
    ada.presses(`act${ENTER}`);
    t.equal(ada.table.outcomes(), 'offender illegal/word, won');
  });

  t.test('While somebody peels, the cursor and what is laid stay, and a bell is heard', async (t) => {
    const ada = personAt(twoHands);
    ada.presses('ca');
    const before = ada.shown();
    ada.other('p001003001TEA');
    const after = ada.shown();
    t.same(after.cursor, before.cursor);
    t.equal(after.bells, (before.bells ?? 0) + 1);
    t.match(ada.screen(), 'Another player peeled: you drew S.');
    t.match(ada.screen(), 'Your tiles (2 of 4 left): T S');
    ada.presses(`ts${ENTER}`);
    t.match(ada.screen(), 'Peel accepted');
    t.equal(ada.shown().bells, after.bells, 'no bell for a peel of its own');
  });

  t.test('A peel that came too late is told, and the next one counts', async (t) => {
    const ada = personAt(twoHands);
    ada.presses(`cat${ENTER}`, false);
    ada.presses(ENTER, false);
    t.match(ada.screen(), 'Not sent: the host has not answered your last peel yet.');
    t.equal(ada.said.length, 1);
    ada.other('p001003001TEA');
    ada.deliver();
    t.match(
      ada.screen(),
      /Another player peeled: you drew S\.\nToo late: another player made peel 001 first\./,
    );
    t.match(ada.screen(), '001 your peel was late');
    ada.presses(`s${ENTER}`);
    t.match(ada.screen(), /peels: you 1, others 1/);
  });

  t.test('A dump asks for the letter; three come, or it is refused', async (t) => {
    const ada = personAt({ hands: ['ACT', 'AET'], others: 'EEEE' });
    ada.presses('-');
    t.match(ada.screen(), 'Dump which letter?');
    t.equal(ada.shown().cursor, undefined, 'the cursor is where it asks');
    ada.presses(ESCAPE);
    t.notMatch(ada.screen(), 'Dump which letter?');
    ada.presses('-q');
    t.match(ada.screen(), 'Not sent: you have no Q.');
    ada.presses('-7');
    t.match(ada.screen(), 'Expected a letter to dump; got 7');
    ada.presses('-c', false);
    t.match(ada.screen(), 'Your tiles (2 of 2 left): A T');
    ada.presses('-a', false);
    t.match(ada.screen(), 'Not sent: the host has not answered your dump yet.');
    ada.deliver();
    t.match(ada.screen(), 'You dumped C and drew E E E.');
    t.match(ada.screen(), 'dump C +E E E');
    t.match(ada.screen(), 'Your tiles (5 of 5 left): A T E E E');
    ada.presses('-t');
    t.match(ada.screen(), 'The bunch has fewer than three tiles: you keep T.');
    ada.presses('t-t');
    t.match(ada.screen(), 'Not sent: T is on the grid. Take it back first (Delete).');
    ada.presses(`\x1b[D${DELETE}-t`);
    t.match(ada.screen(), 'you keep T.');
  });

  t.test('With --blunt a letter that is not held is dumped, and the host says no', async (t) => {
    const ada = personAt(twoHands, { isBlunt: true });
    ada.presses('-q');
    t.equal(ada.table.outcomes(), 'offender illegal/tiles, won');
  });

  t.test('The last peel ends the game', async (t) => {
    const ada = personAt({ hands: ['ACT', 'AET'], others: 'S' });
    ada.presses(`cat${ENTER}`);
    t.match(ada.screen(), 'You made the last peel: you win.');
    t.notOk(ada.desk.inTurn);
    ada.presses(ENTER);
    t.match(ada.screen(), 'Not sent: the game is over.');
    const ben = personAt({ hands: ['ACT', 'AET'], others: 'S' });
    ben.other('p001003001TEA');
    t.match(ben.screen(), 'Another player made the last peel.');
  });

  t.test('Leaving asks before', async (t) => {
    const ada = personAt(twoHands);
    ada.presses('!');
    t.match(ada.screen(), 'Leave the game? (y: yes)');
    ada.presses('n');
    t.notOk(ada.desk.hasLeft);
    ada.presses('!');
    ada.presses(ENTER);
    t.notOk(ada.desk.hasLeft);
    ada.presses('!y');
    t.ok(ada.desk.hasLeft);
  });

  t.test('All tiles are taken back at once, after a question', async (t) => {
    const ada = personAt(twoHands);
    ada.presses('cat/');
    t.match(ada.screen(), 'Take all tiles back? (y: yes)');
    ada.presses('n');
    t.match(ada.screen(), '(0 of 3 left)');
    ada.presses('/y');
    t.match(ada.screen(), '(3 of 3 left)');
    t.notOk(ada.desk.hasLeft);
  });

  t.test(
    'Other keys: help, shuffle, turn, erase, unknown ones; messages of later versions are skipped',
    async (t) => {
      const ada = personAt(twoHands);
      ada.presses('?');
      t.match(ada.screen(), 'Ctrl-U   take back this word');
      ada.presses(ESCAPE);
      t.notMatch(ada.screen(), 'Ctrl-U');
      ada.presses('*');
      t.match(ada.screen(), /3 of 3 left\): [ACT] [ACT] [ACT]\n/);
      ada.presses('\tca');
      t.match(ada.screen(), 'typing down (Space: turn)');
      ada.presses(ERASE);
      t.match(ada.screen(), '(2 of 3 left)');
      ada.presses('\x15\x1b[H=');
      t.match(ada.screen(), '= does nothing here. Press ? for help.');
      t.match(ada.screen(), '(3 of 3 left)');
      ada.hears('!HELLO:5');
      t.match(ada.screen(), '(3 of 3 left)');
    },
  );

  t.test('On a terminal that can only print, the Enter of a line with letters is no peel', async (t) => {
    const ada = personAt(twoHands);
    ada.screen(true);
    ada.presses(`cat${ENTER}`);
    t.match(ada.screen(true), 'All tiles placed: press Enter to peel.');
    ada.presses(ENTER);
    t.match(ada.screen(true), 'Peel accepted');
  });

  t.test('The screen fits the terminal, whatever its size', async (t) => {
    const ada = personAt(twoHands);
    ada.presses('cat');
    for (const [columns, rows] of [
      [80, 24],
      [160, 50],
      [60, 20],
      [40, 15],
      [20, 10],
    ] as const) {
      for (const help of ['', '?']) {
        ada.presses(help);
        const { lines, prompt, cursor } = ada.desk.screen({ columns, rows, isPlain: false });
        t.ok(lines.length < rows, `${lines.length} lines of ${rows}`);
        if (columns >= 60)
          t.ok(Math.max(...lines.map(({ length }) => length)) <= columns, `${columns}${help}`);
        t.ok(cursor!.line < rows && cursor!.column < columns);
        t.match(lines.join('\n'), / C A T>/);
        t.match(prompt, '?=help');
      }
      ada.presses('?');
    }
  });

  t.test('Many tiles take two lines, and still more are shown by their numbers', async (t) => {
    const ada = personAt(twoHands);
    for (let times = 0; times < 10; times++) ada.hears('=001Q');
    for (let times = 0; times < 10; times++) ada.hears('dEES');
    t.match(ada.screen(), /\nYour tiles \(43 of 43 left\): A C T( Q){10}( E){13}\n {2}E( E){6}( S){10}\n/);
    for (let times = 0; times < 10; times++) ada.hears('dEES');
    t.match(ada.screen(), '\nYour tiles (73 of 73 left): \n  A C E40 Q10 S20 T\n');
  });
});

t.test('human boggle', async (t) => {
  const board = boardOf(4, 4, [...'RSPLEIBTULZAESTI']);
  const words = ['LIES', 'SIZABLE', 'TAB', 'ZEBRA'];

  function boggleDesk(told: Partial<Greeting>, isBlunt = false) {
    const all = {
      player: 1,
      names: ['Ada', 'wordhost player boggle'],
      timeoutMs: undefined,
      dictionary: '',
      board,
    };
    const classic = { rules: 'classic', turns: undefined, timeMs: 60_000 } as const;
    const said: string[] = [];
    const watched = new WatchedWords({ ...all, ...classic, ...told }, undefined);
    const terms = { paths: pathFinder(board), lexicon: lexiconWith(words) };
    const send = (text: string) => said.push(text);
    const desk = new BoggleDesk({ watched, terms, send, paint: paintFor(false), isBlunt });
    return {
      said,
      hear: (...lines: readonly string[]) => {
        for (const line of lines) desk.hear(line);
      },
      types: (text: string) => {
        for (const key of keysIn(`${text}\n`)) desk.pressed(key);
      },
      screen(rows = 24, columns = 80) {
        const { lines, prompt } = desk.screen({ columns, rows, isPlain: false });
        return [...lines, prompt].join('\n');
      },
      cover: () => desk.cover().join('\n'),
    };
  }

  t.test('All at once: right words are sent and drawn, wrong ones are explained', async (t) => {
    const ada = boggleDesk({});
    ada.types('lies');
    t.same(ada.said, [], 'before the start nothing is sent');
    ada.hear('start');
    ada.types('lies');
    t.match(ada.screen(), / E---I {3}B {3}T[\s\S]* U {2}\(L\) {2}Z {3}A[\s\S]*LIES: 1\n/);
    t.match(ada.screen(), '60 s left');
    for (const [word, why] of [
      ['lies', 'LIES was already found'],
      ['zebra', 'ZEBRA is not on the board'],
      ['xyz', 'XYZ is not in the word list'],
      ['two words', 'Expected one word; got TWO WORDS'],
      ['pass', 'PASS is not in the word list'],
      ['help', 'Type a word and press Enter.'],
      ['quit', /QUIT is not in the word list\. Type forfeit to leave the game,/],
    ] as const) {
      ada.types(word);
      t.match(ada.screen(), why);
    }
    ada.types('tab');
    ada.types('done');
    ada.types('sizable');
    t.same(ada.said, ['guess LIES\n', 'guess TAB\n', 'done\n']);
    ada.hear('found 1 LIES 1', 'found 1 TAB 0', 'found 2 TAB 0');
    t.match(ada.screen(), /Ada \(you\): 1[\s\S]*boggle: TAB 0/);
  });

  t.test('A person named You is not called You (you)', async (t) => {
    const you = boggleDesk({ names: ['You', 'easy'] });
    t.match(you.screen(), /^.* You: 0$/m);
  });

  t.test('A long message goes on in further lines; Ctrl-D says how to leave', async (t) => {
    const ada = boggleDesk({});
    ada.hear('start');
    ada.types('help');
    const lines = ada.screen(24, 40).split('\n');
    t.ok(Math.max(...lines.map(({ length }) => length)) <= 40);
    t.match(
      lines.join(' '),
      /Type a word and press Enter\. Commands: done \(stop guessing\), forfeit \(leave the game\)\. Ctrl-C ends the game\./,
    );
    ada.types('\x04');
    t.match(ada.screen(), 'Type forfeit to leave the game, or press Ctrl-C to end it.');
  });

  t.test('In turns a word is sent with the number of the turn, and the others are followed', async (t) => {
    const ada = boggleDesk({ rules: 'turns', turns: 4, timeMs: undefined });
    ada.hear('start', 'turn none 1 4');
    t.match(ada.screen(), '4 turns left in the game');
    ada.types('help');
    t.match(ada.screen(), 'pass (skip your turn), forfeit');
    ada.types('zebra');
    ada.types('sizable');
    ada.hear('scored 1 SIZABLE 5');
    ada.types('lies');
    t.match(ada.screen(), 'It is not your turn.');
    ada.hear('missed 2 ZEBRA notonboard', 'turn 5000 2 2');
    t.match(ada.screen(), '5 s left');
    t.match(ada.screen(), 'boggle: ZEBRA does not count');
    ada.types('SIZABLE');
    t.match(ada.screen(), 'SIZABLE was already found');
    ada.types('pass');
    ada.hear('passed 1', 'timeout 2', 'forfeited 2');
    t.same(ada.said, ['@1 guess SIZABLE\n', '@2 pass\n']);
    t.match(ada.cover(), /It is Ada's turn\.[\s\S]*Ada has 5 points\./);
  });

  t.test(
    'With --blunt wrong words are sent, too; small terminals have the board without lines',
    async (t) => {
      const ada = boggleDesk({}, true);
      ada.hear('start');
      ada.types('zebra');
      t.same(ada.said, ['guess ZEBRA\n']);
      ada.types('lies');
      t.match(ada.screen(9), /E I b t/);
    },
  );
});

t.test('human scrabble', async (t) => {
  const anyLetter = Object.fromEntries(Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => [letter, 0]));
  const faces = Object.keys(anyLetter).map((letter) => ({ letter, points: 0 }));
  /** Every tile can stand for every letter, so that any move of the rules' text can be made. */
  const anyTiles = { name: 'any', tiles: [{ id: 0, count: 40, faces }] };
  const words = ['AT', 'CAT', 'PUT', 'STAR', 'TAIL'];

  const simpleGame = () =>
    peopleAt({
      request: {
        hands: ['???????', '???????'],
        words,
        options: { rules: 'simple', tiles: anyTiles, handsize: 7 } as never,
      },
    });

  t.test('Two people play the moves of the simplified game, with its words and points', async (t) => {
    const game = simpleGame();
    const moves: readonly (readonly [move: string, word: string, points: number])[] = [
      ['2,2 cat h', 'CAT', 3],
      ['2,4 tail v', 'TAIL', 4],
      ['8,1 star v', 'STAR', 4],
      ['8,3 put h', 'PUT', 3],
      ['14,2 at h', 'AT', 2],
      ['14,1 cat h', 'CAT', 3],
    ];
    for (const [index, [move, word, points]] of moves.entries()) {
      const seat = (index % 2) + 1;
      if (word === 'PUT') {
        game.presses(seat, '8,2 put h\n');
        t.match(game.screen(seat), /Not legal, so not sent:\nSPUT is not in the word list/);
      }
      game.presses(seat, `${move}\n`);
      t.match(game.screen(seat), new RegExp(`${word} for ${points}\n`, 'i'), 'before it is sent');
      game.presses(seat, '\n');
      const { watched } = game.desks[2 - seat]!;
      t.match(watched.moves.at(-1), { player: seat, text: new RegExp(`${word} ${points}$`, 'i') });
    }
    t.same(game.desks[0]!.watched.scores, [9, 10]);
    for (const seat of [1, 2]) game.presses(seat, 'pass\n\n');
    t.match(game.table.verdict, { winner: 2, reason: 'scoreless' });
  });

  t.test('Help lists what the rules and the tiles allow', async (t) => {
    const size = { columns: 120, rows: 40, isPlain: false };
    const shown = (rules: string, hand: string) => {
      const game = peopleAt({ request: { hands: [hand, 'AAAA'], words, options: { rules } as never } });
      game.presses(1, 'help\n');
      const help = game.screen(1, size);
      game.presses(1, 'hint\n');
      return { help, hint: game.screen(1, size) };
    };
    const usual = shown('tournament', 'QQQQ');
    t.notMatch(usual.help, /blank/);
    t.match(usual.help, /change ABC +change tiles\n/);
    t.match(usual.hint, /You have no legal play: change tiles or pass\./);
    const withBlank = shown('tournament', 'QQQ?').help;
    t.match(withBlank, /change ABC +change tiles \(\? is a blank\)/);
    t.match(withBlank, /a lowercase letter is a blank;/);
    const simple = shown('simple', 'QQQQ');
    t.notMatch(simple.help, /change|blank/);
    t.match(simple.help, /pass +forfeit/);
    t.match(simple.hint, /You have no legal play: pass\./);
  });

  const tournament = (request = {}) =>
    peopleAt({
      request: {
        hands: ['ACT?', 'AEST'],
        others: 'AAAA',
        words: ['AT', 'CAT', 'CATS', 'TEA'],
        ...request,
      },
    });

  t.test('A move is shown on the board before it is sent, and can be taken back', async (t) => {
    const game = tournament();
    game.presses(1, '8h cat\n');
    t.match(game.screen(1), /^ 8 = \. \. ' \. \. \. C A T \. ' \. \. =/m);
    t.match(game.screen(1), /8H CAT for 10\nPress Enter to send it, Escape to undo\./);
    game.presses(1, '\x1b');
    t.match(game.screen(1), /Undone: 8H CAT for 10/);
    t.match(game.screen(1), /^ 8 = \. \. ' \. \. \. - \. \. \. ' \. \. =/m);
    game.presses(1, '8h cat\n');
    game.presses(1, 'undo\n\n');
    t.match(game.screen(1), /Type a move/, 'nothing is sent');
    t.equal(game.desks[0]!.watched.moves.length, 0);
  });

  t.test(
    'Each way of writing a move is understood; small letters are blanks where blanks are held',
    async (t) => {
      for (const [typed, shown] of [
        ['8H CAT', '8H CAT for 10'],
        ['8h cat', '8H CAT for 10'],
        ['H8 CAT', 'H8 CAT for 10'],
        ['8,8 CAT h', '8H CAT for 10'],
        ['8,8 CAT v', 'H8 CAT for 10'],
        ['0,0 across CAT', '8H CAT for 10'],
        ['8H cAT', '8H cAT for 4'],
        ['hint', '8G CATs for 60'],
        ['PASS', 'pass'],
        ['Change ac?', 'change AC?'],
        ['forfeit', 'forfeit: you leave the game'],
      ] as const) {
        const game = tournament();
        game.presses(1, `${typed}\n`);
        t.match(game.screen(1), `\n${shown}\nPress Enter to send it`, typed);
      }
    },
  );

  t.test('A move that is wrong is explained and asked for again', async (t) => {
    for (const [typed, why] of [
      ['8H XI', 'you do not have X, or not enough of it'],
      ['8H ACT', 'ACT is not in the word list'],
      ['1A CAT', 'the first word must cover H8, the center'],
      ['8H A', 'the first word must have two letters or more'],
      ['8N CAT', 'there is no square at P8'],
      ['8H A..T', 'there is an empty square between the tiles'],
      ['change ACT?', undefined],
      ['change X', 'you do not have X, or not enough of it'],
      ['gibberish', 'is not a valid move: expected a move such as'],
      ['0,0 accross CAT', '"accross" is not a direction'],
      ['quit', 'Type forfeit to leave the game, or press Ctrl-C to end it.'],
      ['Exit', 'Type forfeit to leave the game, or press Ctrl-C to end it.'],
    ] as const) {
      const game = tournament();
      game.presses(1, `${typed}\n`);
      if (why === undefined) t.match(game.screen(1), 'change ACT?\nPress Enter to send it');
      else t.match(game.screen(1), why, typed);
      game.presses(1, '\n');
      if (why !== undefined) t.equal(game.desks[0]!.watched.moves.length, 0, 'nothing is sent');
    }
  });

  t.test('A word may name letters that are on the board', async (t) => {
    const game = tournament();
    game.presses(1, '8H CAT\n\n');
    game.presses(2, 'I7 TEA\n');
    t.match(game.screen(2), 'I8 already has A, so E cannot go there');
    game.presses(2, 'J8 TEA\n');
    t.match(game.screen(2), 'J8 TEA for 5\n');
    game.presses(2, '\n');
    t.match(game.screen(2), /p1: 8H CAT 10[\s\S]*Ben: J8 TEA 5/);
  });

  t.test('With --blunt a wrong move is sent, and the host says what is wrong', async (t) => {
    const game = peopleAt({
      request: { hands: ['ACT?', 'AEST'], others: 'AAAA', words: ['CAT'] },
      isBlunt: true,
    });
    game.presses(1, '8H ACT\n');
    t.match(game.screen(1), 'Illegal move; your turn is over:\nwordnotindictionary ACT');
    t.match(game.screen(1), 'Your tiles are hidden until it is your turn.');
    t.match(game.desks[1]!.watched.moves, [{ player: 1, text: 'illegal play' }]);
    t.ok(game.desks[1]!.desk.inTurn);
  });

  t.test('What a person does out of turn changes nothing', async (t) => {
    const game = tournament();
    game.presses(2, '8H TEA\n\n');
    t.match(game.screen(2), 'Type a move');
    t.match(game.screen(2), 'Wait for your turn: ');
    game.presses(2, 'help\n');
    t.match(game.screen(2), '8,8 WORD h   row, column; h across, v down');
    game.presses(2, '\x1b');
    t.notMatch(game.screen(2), 'row, column');
  });

  t.test('Shuffling keeps the tiles', async (t) => {
    const rackOf = (screen: string) => /Your tiles: (.*)/.exec(screen)![1]!.trim().split(/ +/);
    const game = tournament();
    const before = rackOf(game.screen(1));
    const orders = new Set<string>();
    for (let times = 0; times < 20; times++) {
      game.presses(1, 'shuffle\n');
      orders.add(rackOf(game.screen(1)).join());
      t.same(rackOf(game.screen(1)).sort(), before.toSorted());
    }
    t.ok(orders.size > 1);
  });

  t.test('A person is told what comes to pass: time that is up, changes, who leaves', async (t) => {
    const game = tournament();
    for (const line of ['timeout 1', 'changed 2 3', 'changesuccess 1x2', 'forfeited 2', 'bag 5'])
      game.hear(1, line);
    const texts = game.desks[0]!.watched.moves.map(({ player, text }) => `${player} ${text}`);
    t.same(texts, ['1 out of time', '2 changed 3', '1 changed 2', '2 left the game']);
    t.match(game.screen(1), /p2 +0 \(left\)/);
    t.match(game.screen(1), '5 tiles in the bag');
  });

  t.test(
    'A board without edges is seen around the last move, and moves with the arrows; holes are seen',
    async (t) => {
      const game = tournament({
        options: { board: { text: 'infinite-hole', board: builtInBoard('infinite-hole') } } as never,
      });
      game.presses(1, '0,0 across CAT\n\n');
      t.match(game.screen(1), /^ *0 .*C A T/m);
      t.match(game.screen(1), '# # #');
      game.presses(1, '\x1b[B\x1b[B\x1b[B\x1b[B');
      t.notMatch(game.screen(1), 'C A T');
      game.presses(1, '\x1b[H');
      t.match(game.screen(1), 'C A T');
    },
  );

  t.test('The screen fits the terminal, whatever its size', async (t) => {
    const game = tournament();
    game.presses(1, '8H CAT\n');
    for (const [columns, rows] of [
      [80, 24],
      [160, 50],
      [60, 20],
      [40, 15],
    ] as const) {
      const { lines } = game.desks[0]!.desk.screen({ columns, rows, isPlain: false }, true);
      t.ok(lines.length < rows, `${lines.length} lines of ${rows}`);
      t.ok(Math.max(...lines.map(({ length }) => length)) <= columns);
      t.match(lines.join('\n'), 'C A T');
    }
  });

  t.test(
    'A narrow terminal has the whole board, and all that is said on as many lines as it needs',
    async (t) => {
      for (const columns of [60, 40]) {
        const game = tournament();
        const screen = () => game.screen(1, { columns, rows: 24, isPlain: false });
        t.match(screen(), /^ +A B C D E F G H I J K L M N O( |$)/m);
        t.match(screen(), /double letter[\s\S]*triple word/);
        t.match(screen(), /p2 +0/, 'beside the board or below it');
        t.notMatch(screen(), /more board/);
        game.presses(1, 'foo bar\n');
        t.match(
          screen().replace(/\s+/g, ' '),
          /"foo bar" is not a valid move: expected a move such as .* placements such as "0 0 8H4 1 0 5E1"/,
        );
        t.ok(
          Math.max(
            ...screen()
              .split('\n')
              .map(({ length }) => length),
          ) <= columns,
        );
        game.presses(1, 'help\n');
        t.match(screen().replace(/\s+/g, ' '), /a lowercase letter is a blank; a dot, or .* Ctrl-L redraws/);
        game.presses(1, '\x1b');
      }
      t.match(tournament().screen(1, { columns: 28, rows: 24, isPlain: false }), 'more board: left, right');
    },
  );

  t.test('Ctrl-D says how to leave; in the middle of a text it does nothing', async (t) => {
    const game = tournament();
    game.presses(1, '8H\x04');
    t.match(game.screen(1), /Type a move[\s\S]*Your move: 8H$/);
    game.presses(1, '\x15\x04');
    t.match(game.screen(1), 'Type forfeit to leave the game, or press Ctrl-C to end it.');
  });
});
