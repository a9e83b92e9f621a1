import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { replayBeginning } from '../../host/views/html/replay-page.ts';
import { drawingBeginning } from '../../host/views/svg.ts';
import { withoutRemarks } from '../games/gcg-again.ts';
import { oldRecords } from '../old-records/old-records.ts';
import { recordText } from '../record-text.ts';
import { jsonLines } from '../support/json-lines.ts';
import { say } from './in-process.ts';
import { usageError } from './wordhost.ts';

t.test('export', async (t) => {
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
    t.ok(file('game.html').includes('All 42 decisions reproduced.'));
    t.equal((await exported('game.jsonl', '--output', '-')).stdout, file('game.html'));
    t.equal((await exported('game.jsonl')).stdout, file('game.html'), 'standard output is no terminal');
    const drawing = await exported('game.jsonl', '--as', 'svg');
    t.ok(drawing.stdout.startsWith(drawingBeginning));
    t.match(drawing.stdout, /step 12: no winner: .*limit.*reached/);
  });

  t.test('The moves of a game in a form of its own', async (t) => {
    const moves = await exported('game.jsonl', '--as', 'gcg', '--output', 'game.gcg');
    t.match(moves, { status: 0, stdout: '', stderr: '' });
    t.ok(file('game.gcg').startsWith('#character-encoding UTF-8\n#player1 wordhost_player_longest '));
    t.match(file('game.gcg'), /^>wordhost_player_longest: [A-Z?]{7} \d+[A-O] [A-Za-z.]+ \+22 46$/m);
    t.equal((await exported('game.jsonl', '--as', 'gcg')).stdout, file('game.gcg'));
    t.match(await exported('other-game.jsonl', '--as', 'gcg'), {
      status: 2,
      stderr: /--as gcg: not available for boggle: expected html, svg or json/,
    });
    t.match(await exported('not-begun.jsonl', '--as', 'gcg'), {
      status: 2,
      stderr: /--as gcg: .*ended.*turn/,
    });
    t.notMatch(file('game.gcg'), '#lexicon', 'no other program has this list');
    t.match((await exported('game.jsonl', '--as', 'gcg', '--exact')).stdout, /^#lexicon english$/m);
    for (const form of ['html', 'svg', 'json'])
      t.match(await exported('game.jsonl', '--as', form, '--exact'), {
        status: 2,
        stderr: `--exact requires a form of other programs, such as --as gcg; got --as ${form}`,
      });
    t.match(await exported('game.jsonl', '--as', 'gcg', '--step', '2'), {
      status: 2,
      stderr: /--step requires --as html or svg; got --as gcg/,
    });
  });

  t.test('All of a game is one value of JSON', async (t) => {
    const { status, stdout } = await exported('game.jsonl', '--as', 'json');
    t.equal(status, 0);
    const game = JSON.parse(stdout);
    const events = jsonLines(scrabble);
    t.same(game.events, events);
    t.same(game.result, events.at(-1).result);
    t.match(game.judged, { is: 'right', said: ['All 42 decisions reproduced.'] });
    const [step] = game.steps.filter(({ step }: { step: number }) => step === 8);
    t.match(step, { sentence: 'plays VETTING for 22: 46 points', seat: 1 });
    t.equal(events[step.n - 1].type, 'play');
    t.match(await exported('game.jsonl', '--as', 'json', '--output', 'game.json'), { status: 0 });
    t.match(await exported('game.jsonl', '--as', 'json', '--output', 'game.json'), { status: 0 });
    t.equal(file('game.json'), stdout, 'written over');
    const killed = await exported('killed.jsonl', '--as', 'json');
    t.equal(JSON.parse(killed.stdout).result, null);
    const changed = await exported('changed.jsonl', '--as', 'json');
    t.equal(changed.status, 1);
    t.equal(JSON.parse(changed.stdout).judged.is, 'different');
    t.match(await exported('game.jsonl', '--as', 'json', '--step', '2'), {
      status: 2,
      stderr: /--step requires --as html or svg; got --as json/,
    });
  });

  t.test('A step is drawn, or shown first on the page', async (t) => {
    const { stdout } = await exported('game.jsonl', '--as', 'svg', '--step', '8');
    t.match(stdout, 'step 8: 1 wordhost player longest plays VETTING for 22: 46 points');
    t.match((await exported('game.jsonl')).stdout, 'step 12 of 12: ');
    const page = (await exported('game.jsonl', '--step', '8')).stdout;
    t.match(page, 'step 8 of 12: longest plays VETTING');
    t.match(
      page,
      /aria-label="VETTING for 22\. /,
      'the board of that step is shown, also where no script runs',
    );
    for (const form of ['html', 'svg'])
      t.match(await exported('game.jsonl', '--as', form, '--step', '13'), {
        status: 2,
        stderr: /--step: expected a step from 1 to 12; got 13/,
      });
  });

  t.test('A record that breaks the rules is written, with a note and a status', async (t) => {
    const { status, stdout, stderr } = await exported('changed.jsonl');
    t.equal(status, 1);
    t.match(
      stderr,
      /^changed\.jsonl: It differs from the rules\. Line \d+: the rules decide differently\.\n$/,
    );
    t.match(stdout, /<span>DIFFERENT<\/span>/);
    t.match(
      stdout,
      /<pre class="line"> {2}recorded: .*score&#34;:25.*<\/pre>\n<pre class="line"> {2}expected: .*score&#34;:24/,
    );
  });

  t.test('A record that cannot be judged here is written, and says why', async (t) => {
    t.match(await exported('newer.jsonl'), {
      status: 0,
      stdout: /not verified/,
      stderr: /newer\.jsonl: It could not be verified: its edition is 99, but this host supports/,
    });
    t.match(await exported('other-words.jsonl'), {
      status: 0,
      stdout: /not verified/,
      stderr: /no compiled.*machine.*hash\. Use --dictionary FILE/,
    });
    t.match(await exported('other-words.jsonl', '--dictionary', 'english'), {
      status: 0,
      stdout: /It was played with another dictionary/,
    });
    t.match(await exported('game.jsonl', '--dictionary', 'nowhere.txt'), usageError(/nowhere\.txt/));
  });

  t.test('A record that is cut off is shown as far as it goes', async (t) => {
    t.match(await exported('killed.jsonl'), {
      status: 0,
      stdout: /The record.*no.*host.*killed\./,
    });
    const torn = await exported('torn.jsonl', '--as', 'svg');
    t.match(torn, { status: 0, stderr: /torn\.jsonl: the last line is incomplete/ });
  });

  t.test('What is no record of these games is refused, with its line', async (t) => {
    for (const [name, why] of [
      ['nowhere.jsonl', /nowhere\.jsonl: no such file/],
      ['notes.txt', /notes\.txt: expected a record of wordhost/],
      ['unknown.jsonl', /unknown\.jsonl: line 1: .*version.*wordhost.*not know.* "chess"/],
      ['broken.jsonl', /broken\.jsonl: line \d+: type: expected.*event/],
    ] as const)
      t.match(await exported(name, '--output', 'x.html'), { status: 2, stdout: '', stderr: why }, name);
    t.notOk(existsSync(join(cwd, 'x.html')), 'no file is made');
    t.match(await exported(), { status: 2, stderr: /export: expected one record/ });
    t.match(await exported('game.jsonl', '--as', 'pdf'), {
      status: 2,
      stderr: /--as: expected one of html, svg, gcg, cgp, json; got "pdf"/,
    });
  });

  t.test('A file that is no such page is not written over', async (t) => {
    t.match(await exported('game.jsonl', '--output', 'notes.txt'), {
      status: 2,
      stderr: /--output notes\.txt cannot be used: .*exists.*not.*page/,
    });
    t.equal(file('notes.txt'), 'mine');
    writeFileSync(join(cwd, 'again.svg'), '');
    for (const status of [0, 0])
      t.match(await exported('game.jsonl', '--as', 'svg', '--output', 'again.svg'), { status });
    t.match(await exported('game.jsonl', '--output', 'again.svg'), { status: 2 }, 'a drawing is no page');
    t.match(
      await exported('game.jsonl', '--output', 'no/folder.html'),
      usageError(/--output no\/folder\.html/),
    );
    t.notOk(existsSync(join(cwd, 'no')));
  });

  t.test('A page that cannot be written is a failure of the host', async (t) => {
    t.match(await exported('game.jsonl', '--output', '/dev/full'), {
      status: 3,
      stderr: /--output: cannot write \/dev\/full: its disk is full/,
    });
  });

  t.test('On a terminal a page needs a file', async (t) => {
    const { isTTY } = process.stdout;
    t.teardown(() => Object.assign(process.stdout, { isTTY }));
    Object.assign(process.stdout, { isTTY: true });
    t.match(await exported('game.jsonl', '--as', 'svg', '--no-color'), {
      status: 2,
      stderr: /--output: expected.*file.*drawing.* --output game\.svg; got none/,
    });
    t.match(await exported('game.jsonl', '--output', '-'), { status: 0, stdout: /^<!doctype html>/ });
  });
});

t.test('import', async (t) => {
  const PLAYERS = '#player1 Ada Ada Lovelace\n#player2 Ben Ben\n';
  const CAT = '>Ada: ACT 8H CAT +10 10\n';
  const cwd = t.testdir({
    'game.jsonl': oldRecords.find(({ name }) => name.endsWith('/scrabble-tournament'))!.text,
    'cat.gcg': `${PLAYERS}#lexicon NWL23\n${CAT}`,
    'wrong.gcg': `${PLAYERS}${CAT}>Ben: ADS K8 SAD +9 9\n`,
    'phony.gcg': `${PLAYERS}>Ada: ACT 8H TCA +10 10\n`,
    'rack.gcg': `${PLAYERS}>Ada: AC7 8H CAT +10 10\n`,
    'small.txt': 'cat\n',
    'notes.txt': 'mine',
  });
  const imported = (...words: string[]) => say(['import', ...words], { cwd });
  const file = (name: string) => readFileSync(join(cwd, name), 'utf8');

  t.test('A game becomes a record that is right, and is written as it was', async (t) => {
    t.match(await say(['export', 'game.jsonl', '--as', 'gcg', '--output', 'game.gcg'], { cwd }), {
      status: 0,
    });
    const made = await imported('game.gcg', '--output', 'again.jsonl');
    t.match(made, { status: 0, stderr: '', stdout: /^no winner|has won/ });
    const verified = await say(['replay', '--verify', 'again.jsonl'], { cwd });
    t.match(verified, { status: 0, stdout: /^again\.jsonl: verified\./ });
    const { stdout } = await say(['export', 'again.jsonl', '--as', 'gcg'], { cwd });
    t.equal(withoutRemarks(stdout), withoutRemarks(file('game.gcg')));
  });

  t.test('Without --output the record is printed, and with --json alone its result', async (t) => {
    const { stdout, stderr, status } = await imported('cat.gcg');
    t.equal(status, 0);
    t.match(stdout, /^\{"n":1,.*"draws":"[A-Z?]{14,}"/);
    t.match(stderr, /^cat\.gcg: it names the word list NWL23; .*checked.*english. Use --dict/);
    t.match(stderr, /\ncat\.gcg: the file stops after line 4 .*end.*game/);
    const { stdout: result } = await imported('cat.gcg', '--json', '--dictionary', 'small.txt');
    t.match(JSON.parse(result), {
      game: 'scrabble',
      reason: 'interrupted',
      players: [{ score: 10 }, { score: 0 }],
    });
    t.match(await imported('cat.gcg', '--json', '--output', '-'), usageError(/both write to standard/));
  });

  t.test('A file that is wrong is named with its line, and no record is written', async (t) => {
    t.match(await imported('wrong.gcg', '--output', 'none.jsonl'), {
      status: 2,
      stderr: /^wordhost: wrong\.gcg: line 4, column 18: expected \+10 \(SAD 4, CATS 6\); got \+9\n/,
    });
    t.notOk(existsSync(join(cwd, 'none.jsonl')));
    t.match(await imported('phony.gcg', '--json'), {
      status: 2,
      stderr: /line 3, column 14: TCA .*not.*list english\. .*--dictionary none/,
    });
    t.match(await imported('phony.gcg', '--json', '--dictionary', 'none'), { status: 0 });
    t.match(await imported('rack.gcg', '--json'), {
      status: 0,
      stderr: /line 3: .* got "AC7": this rack is ignored/,
    });
    t.match(await imported('rack.gcg', '--json', '--strict'), {
      status: 2,
      stderr: /^wordhost: rack\.gcg: line 3, column 7: expected tiles as letters/,
    });
    t.match(await imported('gone.gcg', '--json'), {
      status: 2,
      stderr: /gone\.gcg: expected a file to read: no such file or folder/,
    });
    t.match(await imported('cat.gcg', '--output', 'notes.txt'), usageError(/exists.*not.*record/));
    t.equal(file('notes.txt'), 'mine');
    t.match(await imported('cat.gcg', '--board', 'random', '--json'), {
      status: 2,
      stderr: /the board random: expected.*seed.*random:42/,
    });
    t.match(await imported('cat.gcg', '--handsize', '90'), { status: 2, stderr: /there are 100 tiles/ });
    t.match(await imported('cat.gcg', '--from', 'cgp'), usageError(/--from: expected one of gcg; got "cgp"/));
  });
});
