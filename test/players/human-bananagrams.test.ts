import t from 'tap';
import { paintFor } from 'wordhost/terminal';
import { BananagramsDesk } from '../../players/human/bananagrams/desk.ts';
import { WatchedRace } from '../../players/human/bananagrams/watched-race.ts';
import { keysIn } from '../../players/human/terminal/keys.ts';
import { deals, dealtTable, keyNumber, lexiconWith, type Request } from '../games/table.ts';

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
  t.match(ada.screen(), /Not sent: .*host.*not answered.*peel.*\./);
  t.equal(ada.said.length, 1);
  ada.other('p001003001TEA');
  ada.deliver();
  t.match(ada.screen(), /you drew S\.\nToo late: another player made peel 001/);
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
  t.match(ada.screen(), /Not sent: .*not answered.*dump.*\./);
  ada.deliver();
  t.match(ada.screen(), 'You dumped C and drew E E E.');
  t.match(ada.screen(), 'dump C +E E E');
  t.match(ada.screen(), 'Your tiles (5 of 5 left): A T E E E');
  ada.presses('-t');
  t.match(ada.screen(), /The .*fewer.*three.*: you keep T\./);
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

t.test('Other keys: help, shuffle, turn, erase, unknown ones; unknown messages', async (t) => {
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
});

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
      if (columns >= 60) t.ok(Math.max(...lines.map(({ length }) => length)) <= columns, `${columns}${help}`);
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
  t.match(ada.screen(), /\nYour tiles \(43 of 43 left\): A C T( Q){10}( [ES]){13}\n {2}[ES]( [ES]){16}\n/);
  for (let times = 0; times < 10; times++) ada.hears('dEES');
  t.match(ada.screen(), '\nYour tiles (73 of 73 left): \n  A C E40 Q10 S20 T\n');
});
