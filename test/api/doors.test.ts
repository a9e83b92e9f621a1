import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import * as wordhost from 'wordhost';
import * as bananagrams from 'wordhost/bananagrams';
import * as boggle from 'wordhost/boggle';
import * as commandLine from 'wordhost/command-line';
import * as games from 'wordhost/games';
import * as lexicon from 'wordhost/lexicon';
import * as models from 'wordhost/models';
import * as records from 'wordhost/records';
import * as scrabble from 'wordhost/scrabble';
import * as terminal from 'wordhost/terminal';
import * as webBots from 'wordhost/web-bots';

const root = join(import.meta.dirname, '..', '..');
const doors = {
  wordhost,
  bananagrams,
  scrabble,
  boggle,
  games,
  'command-line': commandLine,
  lexicon,
  models,
  records,
  terminal,
  'web-bots': webBots,
};
const nameOf = (door: string) => (door === 'wordhost' ? door : `wordhost/${door}`);

t.test('the package has these doors, and no other', async (t) => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = Object.keys(doors).map((door) => nameOf(door).replace('wordhost', '.'));
  t.same(Object.keys(exports), [...names, './package.json']);
});

t.test('a game has the same name in each door, and is the one that matches are played by', async (t) => {
  for (const [name, { game }] of Object.entries({ bananagrams, scrabble, boggle }))
    t.equal(wordhost.games[name as wordhost.GameName], game, name);
});

t.test('the same thing has the same name in the door of each game', async (t) => {
  const inLines = ['game', 'greetingText', 'messageText', 'noticeText', 'play', 'readGreeting', 'readNotice'];
  const missing = (door: object, names: readonly string[]) => names.filter((name) => !(name in door));
  t.same(missing(scrabble, inLines), []);
  t.same(missing(boggle, inLines), []);
  // Nothing is said before its hand.
  t.same(missing(bananagrams, inLines), ['greetingText', 'readGreeting']);
});

t.test('nothing has two homes', async (t) => {
  const homes = new Map<unknown, string>();
  for (const [door, names] of Object.entries(doors))
    for (const [name, value] of Object.entries(names)) {
      if (typeof value !== 'function') continue;
      t.equal(homes.get(value) ?? door, door, `${name} of ${door}`);
      homes.set(value, door);
    }
});

t.test('all of it is in its section of the reference, and the reference names nothing else', async (t) => {
  const page = readFileSync(join(root, 'docs/reference/library.md'), 'utf8');
  for (const [door, names] of Object.entries(doors)) {
    const [, section = ''] = page.split(new RegExp(`^### ${nameOf(door)}$`, 'm'));
    const list = section.split(/^##/m)[0]!;
    const left = [...list.matchAll(/^- (.*?): /gm)].flatMap(([, cell]) => [...cell!.matchAll(/`(\w+)/g)]);
    const told = left.map(([, name]) => name!).filter((name) => name !== 'position' && name !== 'tileAt');
    t.same([...new Set(told)].sort(), Object.keys(names).sort(), door);
  }
});
