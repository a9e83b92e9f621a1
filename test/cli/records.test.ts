import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readRecord } from '../../host/events/read-record.ts';
import { games } from '../../host/games/registry.ts';
import { replayBeginning } from '../../host/views/html/replay-page.ts';
import { drawingBeginning } from '../../host/views/svg.ts';
import { offencesIn } from '../../host/views/terminal/player-reports.ts';
import { withoutRemarks } from '../games/gcg-again.ts';
import { lists, oldRecords } from '../old-records/old-records.ts';
import { recordText } from '../record-text.ts';
import type { SeenEvent } from '../seen-event.ts';
import { say } from './in-process.ts';
import { resultsOf, run } from './wordhost.ts';

t.test('records', async (t) => {
  const cwd = t.testdir({ 'other.txt': 'AA\nAAS\n', games: {} });
  const built = (dialect: string) => `wordhost player bananagrams --dialect ${dialect}`;
  const played = await run(
    ['--seed', '11', '--record', 'games', '--events', 'log', '--json', built('numbered'), built('plain')],
    { cwd },
  );
  const [result] = resultsOf(played);
  const record = readFileSync(join(cwd, 'log'), 'utf8');
  const lines = record.split('\n').slice(0, -1);
  const events = lines.map((line) => JSON.parse(line) as SeenEvent);

  const verify = async (text: string, ...args: string[]) => {
    writeFileSync(join(cwd, 'changed'), text);
    return await say(['replay', '--verify', ...args, 'changed'], { cwd });
  };
  const joined = (changed: readonly string[]) => `${changed.join('\n')}\n`;
  const indexOf = (type: string, from = 0) =>
    events.findIndex((event, index) => index >= from && event.type === type);
  /** The lines, with one changed. */
  const withLine = (index: number, change: (line: string) => string) =>
    joined(lines.map((line, at) => (at === index ? change(line) : line)));
  /** The lines without one, and numbered as if it had never been there. */
  const without = (index: number) =>
    joined(
      lines
        .filter((_, at) => at !== index)
        .map((line, at) => line.replace(/("n":)\d+/, (_, name: string) => `${name}${at + 1}`)),
    );

  t.test('--record and --events write the same', async (t) => {
    t.equal(played.status, 0, played.stderr);
    t.same(readdirSync(join(cwd, 'games')), [`${result!.id}.jsonl`], 'named by its id');
    t.equal(readFileSync(join(cwd, 'games', `${result!.id}.jsonl`), 'utf8'), record);
    const { number, ...recorded } = result!;
    t.equal(number, 1);
    t.same(events.at(-1)!.result, recorded, 'its end is the result, and it knows of no other game');
  });

  t.test('replay tells the game and verifies it to the byte', async (t) => {
    const told = await say(['replay', 'log'], { cwd });
    t.match(told, { status: 0, stderr: '', stdout: /has won: the bunch is empty/ });
    t.match((await say(['replay', '--grids', 'log'], { cwd })).stdout.length > told.stdout.length, true);
    const verified = await say(['replay', '--verify', 'log'], { cwd });
    t.match(verified, { status: 0, stdout: /^log: verified\. All \d+ decisions reproduced\.\n$/ });
    const json = await say(['replay', '--verify', '--json', 'log'], { cwd });
    t.match(JSON.parse(json.stdout), { ok: true, complete: true });
  });

  t.test(
    'a game with the built-in list of odd words is verified where that list was never compiled',
    async (t) => {
      const list = join(cwd, 'list');
      const bot = `cp "$WORDHOST_DICTIONARY" '${list}'; exec wordhost player greedy`;
      const options = ['--seed', '2', '--dictionary', 'odd', '--max-turns', '8', '--sandbox', 'process'];
      const odd = await run(['scrabble', ...options, '--events', 'odd.log', '--json', bot, bot], { cwd });
      const [result] = resultsOf(odd);
      t.match(result?.players, [{ errors: 0 }, { errors: 0 }], odd.stderr);
      t.ok(Number(result?.players[0]?.score) > 0);
      const words = readFileSync(list, 'utf8').trimEnd().split('\n');
      t.same(words.filter((word) => word.length % 2 === 0).slice(0, 3), []);
      const { dictionary } = JSON.parse(readFileSync(join(cwd, 'odd.log'), 'utf8').split('\n')[0]!);
      t.match(dictionary, { name: 'odd', words: words.length, sha256: /^[0-9a-f]{64}$/ });
      const env = { XDG_CACHE_HOME: join(cwd, 'empty-cache') };
      t.match(await say(['replay', '--verify', 'odd.log'], { cwd, env }), {
        status: 0,
        stdout: /^odd\.log: verified/,
      });
    },
  );

  t.test('verify finds what was changed', async (t) => {
    const peel = indexOf('peel');
    const gate = events.findIndex(({ type, gate: number }) => type === 'out' && Number(number) > 0);
    const swap = (text: string) =>
      text
        .replace('"order":[1,2]', '"order":[x]')
        .replace('"order":[2,1]', '"order":[1,2]')
        .replace('[x]', '[2,1]');
    const changes: Readonly<Record<string, string>> = {
      'a letter that was drawn': withLine(gate, (line) =>
        line.replace(
          /("text":"[=+]?\d*)([A-Z])/,
          (_, before, letter) => before + (letter === 'E' ? 'A' : 'E'),
        ),
      ),
      'a letter of a grid': withLine(peel, (line) =>
        line.replace(/("grid":"\d+\.*)([A-Z])/, (_, before, letter) => before + (letter === 'E' ? 'A' : 'E')),
      ),
      'a letter that a player wrote': withLine(indexOf('in', 8), (line) =>
        line.replace(/([A-Z])(?=\.*"\}?$|\.*",)/, (letter) => (letter === 'E' ? 'A' : 'E')),
      ),
      'the order of writing, as it is told': withLine(gate, swap),
      'the order of writing, as the lines stand': joined(
        lines.map((line, at) => (at === gate ? lines[gate + 1]! : at === gate + 1 ? lines[gate]! : line)),
      ),
      'a line taken out': joined(lines.filter((_, at) => at !== peel)),
      'a peel taken out, and the rest renumbered': without(peel),
      'what was read taken out, and the rest renumbered': without(indexOf('in', indexOf('peel') + 1)),
      'what was told taken out, and the rest renumbered': without(gate),
      'the seed': withLine(0, (line) => line.replace('"seed":"11"', '"seed":"12"')),
      'the winner': withLine(lines.length - 1, (line) => line.replace(/"winner":\d/, '"winner":null')),
    };
    for (const [change, text] of Object.entries(changes))
      t.test(change, async (t) => {
        t.not(text, record, 'it is changed');
        const { status, stdout } = await verify(text);
        t.equal(status, 1);
        t.match(stdout, /^changed: not verified\. Line \d+: .+\n {2}recorded: .*\n {2}expected: /);
      });

    t.test('another dictionary', async (t) => {
      const { status, stdout } = await verify(record, '--dictionary', 'other.txt');
      t.equal(status, 1);
      t.match(stdout, /another dictionary: english had the hash [0-9a-f]{64}; this one has/);
    });
  });

  t.test('of a record that ends before its first decision nothing is verified', async (t) => {
    const whole = oldRecords.find(({ name }) => name.endsWith('/scrabble-tournament'))!.text;
    const cwd = t.testdir({ 'cut.jsonl': whole.slice(0, 3000), 'whole.jsonl': whole });
    const verify = (...words: string[]) => say(['replay', '--verify', ...words], { cwd });
    const says = 'cut.jsonl: incomplete: nothing verified. The record ends before the first decision\n';
    t.match(await verify('cut.jsonl'), { status: 2, stdout: says });
    const both = await verify('cut.jsonl', 'whole.jsonl');
    t.match(both, { status: 2, stdout: /\n2 records: 1 verified, 1 could not be read\n$/ });
    t.match(JSON.parse((await verify('cut.jsonl', '--json')).stdout), { ok: false, unreadable: true });
    const analyzed = await say(['analyze', 'cut.jsonl'], { cwd });
    t.match(analyzed, {
      status: 2,
      stderr: /cut\.jsonl: incomplete: the record ends before the first move\n$/,
    });
  });

  t.test('a record that ends early, as when the host was killed', async (t) => {
    t.test('between two lines: the rest is right, and that it has no end is said', async (t) => {
      const text = joined(lines.slice(0, indexOf('peel') + 1));
      t.match(await verify(text), { status: 0, stdout: /: verified\. .*the record has no end/ });
      t.match(await say(['replay', 'changed'], { cwd }), { status: 0, stdout: /The record has no end/ });
    });

    t.test('in a line: it is left out, and that is said', async (t) => {
      const text = joined(lines.slice(0, indexOf('peel') + 1)) + lines[indexOf('peel') + 1]!.slice(0, 25);
      const { status, stdout, stderr } = await verify(text);
      t.equal(status, 0, stdout);
      t.match(stderr, /the last line is incomplete/);
    });

    t.test('in the middle a torn line is no record any more', async (t) => {
      const { status, stderr } = await verify(withLine(4, (line) => line.slice(0, 20)));
      t.equal(status, 2);
      t.match(stderr, /line 5: expected an event/);
    });
  });

  t.test('a seat is played again from the record, to the same result', async (t) => {
    const seat = ['--seed', '5', '--json', '--hand', '21'];
    const first = await run([...seat, '--events', 'alone', built('numbered')], { cwd });
    t.equal(first.status, 0, first.stderr);
    const second = await run([...seat, 'wordhost player playback alone --seat 1'], { cwd });
    t.equal(second.status, 0, second.stderr);
    const essence = ({ outcome, winner, reason, peels, players }: NonNullable<typeof result>) => ({
      ...{ outcome, winner, reason, peels },
      players: players.map(({ outcome, peels, dumps, late, grid }) => ({
        outcome,
        peels,
        dumps,
        late,
        grid,
      })),
    });
    t.same(essence(resultsOf(second)[0]!), essence(resultsOf(first)[0]!));
  });

  t.test('replay takes many files, and folders with all records in them', async (t) => {
    const folder = t.testdir({
      'a.jsonl': record,
      'notes.txt': 'no record\n',
      deeper: { 'b.jsonl': record },
    });
    const here = { cwd: folder };
    const one = await say(['replay', 'a.jsonl'], here);
    const both = await say(['replay', '.', 'deeper'], here);
    t.equal(both.stdout, `a.jsonl:\n${one.stdout}\ndeeper/b.jsonl:\n${one.stdout}`);
    const verified = await say(['replay', '--verify', 'a.jsonl', 'deeper'], here);
    t.match(verified, { status: 0, stderr: '' });
    t.match(
      verified.stdout,
      /^a\.jsonl: verified\. .*\ndeeper\/b\.jsonl: verified\. .*\n2 records: all verified\n$/,
    );

    const changed = withLine(0, (line) => line.replace('"seed":"11"', '"seed":"12"'));
    writeFileSync(join(folder, 'b.jsonl'), changed);
    writeFileSync(join(folder, 'c.jsonl'), 'no record\n');
    const some = await say(['replay', '--verify', '.'], here);
    t.equal(some.status, 1);
    t.match(some.stdout, /^a\.jsonl: verified\. .*\nb\.jsonl: not verified\. Line \d+: .*\n {2}recorded: /);
    t.match(
      some.stdout,
      /\nc\.jsonl: expected a record of wordhost, .*\n3 records: 1 verified, 1 failed, 1 could not be read\n$/,
    );
    const json = await say(['replay', '--verify', '--json', '.', 'nowhere'], here);
    t.match(
      json.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
      [
        { file: 'a.jsonl', ok: true, complete: true },
        { file: 'b.jsonl', ok: false, line: Number },
        { file: 'c.jsonl', ok: false, unreadable: true, problem: /expected a record/ },
        { file: 'nowhere', ok: false, unreadable: true, problem: /no such file/ },
      ],
    );
    t.match(await say(['replay', '--verify', 'a.jsonl', 'c.jsonl'], here), { status: 2 });
    const list = {
      cwd: t.testdir({ 'a.jsonl': withLine(0, (line) => line.replace(/("sha256":")..../, '$10000')) }),
    };
    const unknown = await say(['replay', '--verify', 'a.jsonl', 'a.jsonl'], list);
    t.match(unknown, { status: 2, stdout: /^a\.jsonl: this game was played with the word list english/ });
  });

  t.test('replay refuses folders without records, and --json without --verify', async (t) => {
    const here = { cwd: t.testdir({ empty: {}, 'a.jsonl': record }) };
    t.match(await say(['replay', 'empty'], here), {
      status: 2,
      stderr: /empty: expected records \(ID\.jsonl, as written by --record\); found none/,
    });
    t.match(await say(['replay', 'a.jsonl', 'nowhere'], here), {
      status: 2,
      stderr: /nowhere: no such file/,
    });
    t.match(await say(['replay', '--json', 'a.jsonl'], here), {
      status: 2,
      stderr: /--json requires --verify/,
    });
  });

  t.test(
    'a record tells of a player that left what the terminal told, with its standard error',
    async (t) => {
      const crashing = `printf n; echo 'Traceback: <here>' >&2; exit 3`;
      const bad = await run(['--record', 'bad', '--shell', 'sh', crashing, 'printf n; cat >/dev/null'], {
        cwd,
      });
      const [file = ''] = readdirSync(join(cwd, 'bad'));
      const reading = readRecord(join(cwd, 'bad', file), games);
      if (!reading.ok) throw new Error(reading.problem);
      const told = offencesIn(reading, { width: 200 });
      t.equal(told.length, 1);
      t.match(told[0]!.join('\n'), /the end of its standard error:\n {2}\| Traceback: <here>$/);
      t.match(bad.stderr, told[0]!.join('\n'));
    },
  );

  t.test('a record tells of a player that was not ready what it did in the time that it had', async (t) => {
    const words = [
      '--record',
      'late',
      '--ready-timeout',
      '400ms',
      '--shell',
      'sh',
      'sleep 30',
      'printf n; cat >/dev/null',
    ];
    const late = await run(words, { cwd });
    const [file = ''] = readdirSync(join(cwd, 'late'));
    const reading = readRecord(join(cwd, 'late', file), games);
    if (!reading.ok) throw new Error(reading.problem);
    const told = offencesIn(reading, { width: 200 })
      .map((lines) => lines.join('\n'))
      .join('\n');
    t.match(told, /could not be started \(silent\).*\n {2}it used \d+\.\d s of processor/);
    t.match(late.stderr, told);
  });
});

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
    t.match(drawing.stdout, 'step 12: no winner: the limit of turns was reached');
  });

  t.test('The moves of a game in a form of its own', async (t) => {
    const moves = await exported('game.jsonl', '--as', 'gcg', '--output', 'game.gcg');
    t.match(moves, { status: 0, stdout: '', stderr: '' });
    t.ok(file('game.gcg').startsWith('#character-encoding UTF-8\n#player1 wordhost_player_longest '));
    t.match(file('game.gcg'), /^>wordhost_player_longest: [A-Z?]{7} \d+[A-O] [A-Za-z.]+ \+22 46$/m);
    t.equal((await exported('game.jsonl', '--as', 'gcg')).stdout, file('game.gcg'));
    t.match(await exported('other-game.jsonl', '--as', 'gcg'), {
      status: 2,
      stdout: '',
      stderr: /--as gcg: not available for boggle: expected html, svg or json/,
    });
    t.match(await exported('not-begun.jsonl', '--as', 'gcg'), {
      status: 2,
      stderr: /--as gcg: this game ended before the first turn/,
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
    const events = scrabble
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
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
    t.match((await exported('game.jsonl')).stdout, 'data-start="12"');
    const page = (await exported('game.jsonl', '--step', '8')).stdout;
    t.match(page, 'data-start="8"');
    const shown = page
      .split('<section class="track')
      .slice(1)
      .map((track) =>
        [...track.matchAll(/<div class="frame"( hidden)?>/g)].findIndex(([, hidden]) => !hidden),
      );
    const [, frames] = /id="step=8" data-frames="([^"]*)"/.exec(page)!;
    t.equal(shown.join(' '), frames, 'the board of that step is shown, also where no script runs');
    for (const form of ['html', 'svg'])
      t.match(await exported('game.jsonl', '--as', form, '--step', '13'), {
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
        /^changed\.jsonl: It differs from the rules\. Line \d+: the rules decide differently\.\n$/,
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
      stderr: /newer\.jsonl: It could not be verified: its edition is 99, but this host supports/,
    });
    t.match(await exported('other-words.jsonl'), {
      status: 0,
      stdout: /not verified/,
      stderr: /no compiled list on this machine has that hash\. Use --dictionary FILE/,
    });
    t.match(await exported('other-words.jsonl', '--dictionary', 'english'), {
      status: 0,
      stdout: /It was played with another dictionary/,
    });
    t.match(await exported('game.jsonl', '--dictionary', 'nowhere.txt'), {
      status: 2,
      stderr: /nowhere\.txt/,
    });
  });

  t.test('A record that is cut off is shown as far as it goes', async (t) => {
    t.match(await exported('killed.jsonl'), {
      status: 0,
      stdout: /The record has no end, because the host was killed\./,
    });
    const torn = await exported('torn.jsonl', '--as', 'svg');
    t.match(torn, { status: 0, stderr: /torn\.jsonl: the last line is incomplete/ });
  });

  t.test('What is no record of these games is refused, with its line', async (t) => {
    for (const [name, why] of [
      ['nowhere.jsonl', /nowhere\.jsonl: no such file/],
      ['notes.txt', /notes\.txt: expected a record of wordhost/],
      ['unknown.jsonl', /unknown\.jsonl: line 1: this version of wordhost does not know the game "chess"/],
      ['broken.jsonl', /broken\.jsonl: line \d+: type: expected a type of event of this game/],
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
      stderr: /--output notes\.txt cannot be used: it exists and is not a page of a game/,
    });
    t.equal(file('notes.txt'), 'mine');
    writeFileSync(join(cwd, 'again.svg'), '');
    for (const status of [0, 0])
      t.match(await exported('game.jsonl', '--as', 'svg', '--output', 'again.svg'), { status });
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
      stderr: /--output: cannot write \/dev\/full: its disk is full/,
    });
  });

  t.test('On a terminal a page needs a file', async (t) => {
    const { isTTY } = process.stdout;
    t.teardown(() => Object.assign(process.stdout, { isTTY }));
    Object.assign(process.stdout, { isTTY: true });
    t.match(await exported('game.jsonl', '--as', 'svg', '--no-color'), {
      status: 2,
      stdout: '',
      stderr: /--output: expected a file for the drawing of a game, such as --output game\.svg; got none/,
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
    t.match(
      stderr,
      /^cat\.gcg: it names the word list NWL23; its words were checked with english. Use --dict/,
    );
    t.match(stderr, /\ncat\.gcg: the file stops after line 4 before the end of the game/);
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
      stderr: /line 3, column 14: TCA is not in the word list english\. .*--dictionary none/,
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
    t.match(await imported('cat.gcg', '--output', 'notes.txt'), {
      status: 2,
      stderr: /it exists and is not a record/,
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
});

t.test('old records', async (t) => {
  const shown = [
    'f826bcc/bananagrams-photo-finish',
    'dd2f580/scrabble-course',
    '53477d5/boggle-classic',
    '38cfc23/bananagrams-strict',
    '38cfc23/boggle-examples',
    '38cfc23/scrabble-german-tiles',
  ];

  t.test('replay --verify verifies what earlier versions recorded', async (t) => {
    const cwd = t.testdir();
    for (const list of lists) t.equal((await say(['lexicon', 'build', list], { cwd })).status, 0);
    for (const name of shown) {
      const { text } = oldRecords.find((each) => each.name === name)!;
      writeFileSync(join(cwd, 'game.jsonl'), text);
      const verified = await say(['replay', '--verify', 'game.jsonl'], { cwd });
      t.match(verified, { status: 0, stdout: /verified\. All \d+ decisions reproduced\.\n$/ }, name);
    }
  });
});
