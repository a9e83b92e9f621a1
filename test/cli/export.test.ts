import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { replayBeginning } from '../../host/views/html/replay/replay-page.ts';
import { drawingBeginning } from '../../host/views/svg/picture-svg.ts';
import { oldRecords } from '../old-records/old-records.ts';
import { recordText } from '../record-text.ts';
import { say } from './in-process.ts';

const textOf = (name: string) => oldRecords.find((each) => each.name === `38cfc23/${name}`)!.text;
const scrabble = textOf('scrabble-strict');
const cwd = t.testdir({
  'game.jsonl': scrabble,
  'killed.jsonl': textOf('scrabble-host-killed'),
  'torn.jsonl': `${textOf('scrabble-host-killed')}{"n":`,
  'changed.jsonl': scrabble.replace('"score":24', '"score":25'),
  'newer.jsonl': scrabble.replace('"edition":2', '"edition":99'),
  'other-words.jsonl': scrabble.replace(/"sha256":"\w{8}/, '"sha256":"00000000'),
  'unknown.jsonl': recordText({ players: 2, game: 'chess' }),
  'broken.jsonl': scrabble.replace('"type":"deal"', '"type":"steal"'),
  'other-game.jsonl': oldRecords.find(({ name }) => name.includes('/boggle'))!.text,
  'not-begun.jsonl': scrabble.slice(0, scrabble.indexOf('\n') + 1),
  'notes.txt': 'mine',
});
const exported = (...words: string[]) => say(['export', ...words], { cwd });
const file = (name: string) => readFileSync(join(cwd, name), 'utf8');

t.test('A record becomes a page or a drawing, in a file or on standard output', async (t) => {
  t.match(await exported('game.jsonl', '--output', 'game.html'), { status: 0, stdout: '', stderr: '' });
  t.ok(file('game.html').startsWith(replayBeginning));
  t.ok(file('game.html').includes('42 decisions made again, all the same.'));
  t.equal((await exported('game.jsonl', '--output', '-')).stdout, file('game.html'));
  t.equal((await exported('game.jsonl')).stdout, file('game.html'), 'standard output is no terminal');
  const drawing = await exported('game.jsonl', '--to', 'svg');
  t.ok(drawing.stdout.startsWith(drawingBeginning));
  t.match(drawing.stdout, 'step 12: no winner: the limit of turns was reached');
});

t.test('The moves of a game in a form of its own', async (t) => {
  const moves = await exported('game.jsonl', '--to', 'gcg', '--output', 'game.gcg');
  t.match(moves, { status: 0, stdout: '', stderr: '' });
  t.ok(file('game.gcg').startsWith('#character-encoding UTF-8\n#player1 wordhost_player_longest '));
  t.match(file('game.gcg'), /^>wordhost_player_longest: [A-Z?]{7} \d+[A-O] [A-Za-z.]+ \+22 46$/m);
  t.equal((await exported('game.jsonl', '--to', 'gcg')).stdout, file('game.gcg'));
  t.match(await exported('other-game.jsonl', '--to', 'gcg'), {
    status: 2,
    stdout: '',
    stderr: /--to gcg: a game of boggle has no such form: expected html, svg or json/,
  });
  t.match(await exported('not-begun.jsonl', '--to', 'gcg'), {
    status: 2,
    stderr: /--to gcg: this game ended before it began/,
  });
  t.notMatch(file('game.gcg'), '#lexicon', 'no other program has this list');
  t.match((await exported('game.jsonl', '--to', 'gcg', '--exact')).stdout, /^#lexicon english$/m);
  for (const form of ['html', 'svg', 'json'])
    t.match(await exported('game.jsonl', '--to', form, '--exact'), {
      status: 2,
      stderr: `--exact: expected --to with a form of other programs, as gcg; got --to ${form}`,
    });
  t.match(await exported('game.jsonl', '--to', 'gcg', '--step', '2'), {
    status: 2,
    stderr: /--step: expected --to html or svg with it; got --to gcg/,
  });
});

t.test('All of a game is one value of JSON', async (t) => {
  const { status, stdout } = await exported('game.jsonl', '--to', 'json');
  t.equal(status, 0);
  const game = JSON.parse(stdout);
  const events = scrabble
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  t.same(game.events, events);
  t.same(game.result, events.at(-1).result);
  t.match(game.judged, { is: 'right', said: ['42 decisions made again, all the same.'] });
  const [step] = game.steps.filter(({ step }: { step: number }) => step === 8);
  t.match(step, { sentence: 'plays VETTING for 22: 46 points', seat: 1 });
  t.equal(events[step.n - 1].type, 'play');
  t.match(await exported('game.jsonl', '--to', 'json', '--output', 'game.json'), { status: 0 });
  t.match(await exported('game.jsonl', '--to', 'json', '--output', 'game.json'), { status: 0 });
  t.equal(file('game.json'), stdout, 'written over');
  const killed = await exported('killed.jsonl', '--to', 'json');
  t.equal(JSON.parse(killed.stdout).result, null);
  const changed = await exported('changed.jsonl', '--to', 'json');
  t.equal(changed.status, 1);
  t.equal(JSON.parse(changed.stdout).judged.is, 'different');
  t.match(await exported('game.jsonl', '--to', 'json', '--step', '2'), {
    status: 2,
    stderr: /--step: expected --to html or svg with it; got --to json/,
  });
});

t.test('A step is drawn, or shown first on the page', async (t) => {
  const { stdout } = await exported('game.jsonl', '--to', 'svg', '--step', '8');
  t.match(stdout, 'step 8: 1 wordhost player longest plays VETTING for 22: 46 points');
  t.match((await exported('game.jsonl')).stdout, 'data-start="12"');
  t.match((await exported('game.jsonl', '--step', '8')).stdout, 'data-start="8"');
  for (const form of ['html', 'svg'])
    t.match(await exported('game.jsonl', '--to', form, '--step', '13'), {
      status: 2,
      stdout: '',
      stderr: /--step: expected a step from 1 to 12; got 13/,
    });
});

t.test(
  'A record that differs from the rules is written, and the page, a note and the status say so',
  async (t) => {
    const { status, stdout, stderr } = await exported('changed.jsonl');
    t.equal(status, 1);
    t.match(
      stderr,
      /^changed\.jsonl: It differs from what the rules decide\. Line \d+: the rules decided otherwise\.\n$/,
    );
    t.match(stdout, /<span>DIFFERENT<\/span>/);
    t.match(
      stdout,
      /<pre class="line"> {2}recorded: .*score&#34;:25.*<\/pre>\n<pre class="line"> {2}expected: .*score&#34;:24/,
    );
  },
);

t.test('A record that cannot be judged here is written, and says why', async (t) => {
  t.match(await exported('newer.jsonl'), {
    status: 0,
    stdout: /not verified/,
    stderr:
      /newer\.jsonl: It could not be judged again: its messages were read by edition 99, and this host knows/,
  });
  t.match(await exported('other-words.jsonl'), {
    status: 0,
    stdout: /not verified/,
    stderr: /no list with that hash has been compiled here\. Name it: --dictionary FILE/,
  });
  t.match(await exported('other-words.jsonl', '--dictionary', 'english'), {
    status: 0,
    stdout: /It was played with another dictionary/,
  });
  t.match(await exported('game.jsonl', '--dictionary', 'nowhere.txt'), { status: 2, stderr: /nowhere\.txt/ });
});

t.test('A record that is cut off is shown as far as it goes', async (t) => {
  t.match(await exported('killed.jsonl'), {
    status: 0,
    stdout: /The record has no end: the host was killed\./,
  });
  const torn = await exported('torn.jsonl', '--to', 'svg');
  t.match(torn, { status: 0, stderr: /torn\.jsonl: the last line is incomplete/ });
});

t.test('What is no record of these games is refused, with its line', async (t) => {
  for (const [name, why] of [
    ['nowhere.jsonl', /nowhere\.jsonl: there is no such file/],
    ['notes.txt', /notes\.txt: expected a record of wordhost/],
    ['unknown.jsonl', /unknown\.jsonl: line 1: this version of wordhost has no game "chess"/],
    ['broken.jsonl', /broken\.jsonl: line \d+: type: expected a type of event of this game/],
  ] as const)
    t.match(await exported(name, '--output', 'x.html'), { status: 2, stdout: '', stderr: why }, name);
  t.notOk(existsSync(join(cwd, 'x.html')), 'no file is made');
  t.match(await exported(), { status: 2, stderr: /export: expected one record/ });
  t.match(await exported('game.jsonl', '--to', 'pdf'), {
    status: 2,
    stderr: /--to: expected one of html, svg, gcg, json; got "pdf"/,
  });
});

t.test('A file that is no such page is not written over', async (t) => {
  t.match(await exported('game.jsonl', '--output', 'notes.txt'), {
    status: 2,
    stderr: /--output notes\.txt cannot be used: it is there and is no page of a game/,
  });
  t.equal(file('notes.txt'), 'mine');
  writeFileSync(join(cwd, 'again.svg'), '');
  for (const status of [0, 0])
    t.match(await exported('game.jsonl', '--to', 'svg', '--output', 'again.svg'), { status });
  t.match(await exported('game.jsonl', '--output', 'again.svg'), { status: 2 }, 'a drawing is no page');
  t.match(await exported('game.jsonl', '--output', 'no/folder.html'), {
    status: 2,
    stderr: /--output no\/folder\.html/,
  });
  t.notOk(existsSync(join(cwd, 'no')));
});

t.test('A page that cannot be written is a failure of the host', async (t) => {
  t.match(await exported('game.jsonl', '--output', '/dev/full'), {
    status: 3,
    stderr: /--output \/dev\/full could not be written: its disk is full/,
  });
});

t.test('On a terminal a page needs a file', async (t) => {
  const { isTTY } = process.stdout;
  t.teardown(() => Object.assign(process.stdout, { isTTY }));
  Object.assign(process.stdout, { isTTY: true });
  t.match(await exported('game.jsonl', '--to', 'svg', '--no-color'), {
    status: 2,
    stdout: '',
    stderr: /--output: expected a file for the drawing of a game: --output game\.svg; got none/,
  });
  t.match(await exported('game.jsonl', '--output', '-'), { status: 0, stdout: /^<!doctype html>/ });
});
