import t from 'tap';
import { boardOf, type Greeting, pathFinder } from 'wordhost/boggle';
import { paintFor } from 'wordhost/terminal';
import { BoggleDesk } from '../../players/human/boggle/desk.ts';
import { WatchedWords } from '../../players/human/boggle/watched-words.ts';
import { keysIn } from '../../players/human/terminal/keys.ts';
import { lexiconWith } from '../games/table.ts';

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
    ['quit', /QUIT .*not.*list\. Type forfeit to leave the game,/],
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
  t.match(lines.join(' '), /Enter\. Commands: done .*forfeit .*Ctrl-C ends the game\./);
  ada.types('\x04');
  t.match(ada.screen(), /Type forfeit.*press Ctrl-C to end it\./);
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

t.test('With --blunt wrong words are sent, too; small terminals have the board without lines', async (t) => {
  const ada = boggleDesk({}, true);
  ada.hear('start');
  ada.types('zebra');
  t.same(ada.said, ['guess ZEBRA\n']);
  ada.types('lies');
  t.match(ada.screen(9), /E I b t/);
});
