import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { withoutRemarks } from '../games/gcg-again.ts';
import { oldRecords } from '../old-records/old-records.ts';
import { say } from './in-process.ts';

const PLAYERS = '#player1 Ada Ada Lovelace\n#player2 Ben Ben\n';
const CAT = '>Ada: ACT 8H CAT +10 10\n';
const cwd = t.testdir({
  'game.jsonl': oldRecords.find(({ name }) => name.endsWith('/scrabble-tournament'))!.text,
  'cat.gcg': `${PLAYERS}#lexicon NWL23\n${CAT}`,
  'wrong.gcg': `${PLAYERS}${CAT}>Ben: ADS K8 SAD +9 9\n`,
  'phony.gcg': `${PLAYERS}>Ada: ACT 8H TCA +10 10\n`,
  'small.txt': 'cat\n',
  'notes.txt': 'mine',
});
const imported = (...words: string[]) => say(['import', ...words], { cwd });
const file = (name: string) => readFileSync(join(cwd, name), 'utf8');

t.test('A game becomes a record that is right, and is written as it was', async (t) => {
  t.match(await say(['export', 'game.jsonl', '--to', 'gcg', '--output', 'game.gcg'], { cwd }), { status: 0 });
  const made = await imported('game.gcg', '--output', 'again.jsonl');
  t.match(made, { status: 0, stderr: '', stdout: /^no winner|has won/ });
  const verified = await say(['replay', '--verify', 'again.jsonl'], { cwd });
  t.match(verified, { status: 0, stdout: /^again\.jsonl: right\./ });
  const { stdout } = await say(['export', 'again.jsonl', '--to', 'gcg'], { cwd });
  t.equal(withoutRemarks(stdout), withoutRemarks(file('game.gcg')));
});

t.test('Without --output the record is printed, and with --json alone its result', async (t) => {
  const { stdout, stderr, status } = await imported('cat.gcg');
  t.equal(status, 0);
  t.match(stdout, /^\{"n":1,.*"draws":"[A-Z?]{14,}"/);
  t.match(stderr, /^cat\.gcg: it names the word list NWL23; its words were judged with english: give --dict/);
  t.match(stderr, /\ncat\.gcg: the file stops after line 4, and the game is not over/);
  const { stdout: result } = await imported('cat.gcg', '--json', '--dictionary', 'small.txt');
  t.match(JSON.parse(result), {
    game: 'scrabble',
    reason: 'interrupted',
    players: [{ score: 10 }, { score: 0 }],
  });
  t.match(await imported('cat.gcg', '--json', '--output', '-'), {
    status: 2,
    stderr: /both write to standard/,
  });
});

t.test('A file that is wrong is named with its line, and no record is written', async (t) => {
  t.match(await imported('wrong.gcg', '--output', 'none.jsonl'), {
    status: 2,
    stdout: '',
    stderr: /^wordhost: wrong\.gcg: line 4, column 18: expected \+10 \(SAD 4, CATS 6\); got \+9\n/,
  });
  t.notOk(existsSync(join(cwd, 'none.jsonl')));
  t.match(await imported('phony.gcg', '--json'), {
    status: 2,
    stderr: /line 3, column 14: TCA is not in the word list english: .*--dictionary none/,
  });
  t.match(await imported('phony.gcg', '--json', '--dictionary', 'none'), { status: 0 });
  t.match(await imported('gone.gcg', '--json'), {
    status: 2,
    stderr: /gone\.gcg: expected a file to read: there is no/,
  });
  t.match(await imported('cat.gcg', '--output', 'notes.txt'), {
    status: 2,
    stderr: /it is there and is no record/,
  });
  t.equal(file('notes.txt'), 'mine');
  t.match(await imported('cat.gcg', '--board', 'random', '--json'), {
    status: 2,
    stderr: /the board random: expected a seed after the name, as in random:42/,
  });
  t.match(await imported('cat.gcg', '--handsize', '90'), { status: 2, stderr: /there are 100 tiles/ });
  t.match(await imported('cat.gcg', '--from', 'cgp'), {
    status: 2,
    stderr: /--from: expected one of gcg; got "cgp"/,
  });
});
