import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readRecord } from '../../host/events/read-record.ts';
import { games } from '../../host/games/registry.ts';
import { offencesIn } from '../../host/views/terminal/player-reports.ts';
import { lists, oldRecords } from '../old-records/old-records.ts';
import type { SeenEvent } from '../seen-event.ts';
import { expectOk } from '../support/expect-ok.ts';
import { jsonLines } from '../support/json-lines.ts';
import { say } from './in-process.ts';
import { resultsOf, run, succeed, usageError } from './wordhost.ts';

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

  t.test('a game with the list of odd words is verified without a compiled list', async (t) => {
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
  });

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
    t.match(analyzed, usageError(/cut\.jsonl: incomplete: .*record ends.*\n$/));
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
      t.match(
        await verify(withLine(4, (line) => line.slice(0, 20))),
        usageError(/line 5: expected an event/),
      );
    });
  });

  t.test('a seat is played again from the record, to the same result', async (t) => {
    const seat = ['--seed', '5', '--json', '--hand', '21'];
    const first = await succeed(t, [...seat, '--events', 'alone', built('numbered')], { cwd });
    const second = await succeed(t, [...seat, 'wordhost player playback alone --seat 1'], { cwd });
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
    t.match(jsonLines(json.stdout), [
      { file: 'a.jsonl', ok: true, complete: true },
      { file: 'b.jsonl', ok: false, line: Number },
      { file: 'c.jsonl', ok: false, unreadable: true, problem: /expected a record/ },
      { file: 'nowhere', ok: false, unreadable: true, problem: /no such file/ },
    ]);
    t.match(await say(['replay', '--verify', 'a.jsonl', 'c.jsonl'], here), { status: 2 });
    const list = {
      cwd: t.testdir({ 'a.jsonl': withLine(0, (line) => line.replace(/("sha256":")..../, '$10000')) }),
    };
    const unknown = await say(['replay', '--verify', 'a.jsonl', 'a.jsonl'], list);
    t.match(unknown, { status: 2, stdout: /^a\.jsonl: .*played.*list english/ });
  });

  t.test('replay refuses folders without records, and --json without --verify', async (t) => {
    const here = { cwd: t.testdir({ empty: {}, 'a.jsonl': record }) };
    t.match(await say(['replay', 'empty'], here), {
      status: 2,
      stderr: /empty: expected records \(ID\.jsonl, as written by --record\); found none/,
    });
    const nowhere = await say(['replay', 'a.jsonl', 'nowhere'], here);
    t.match(nowhere, { status: 2, stderr: /nowhere: no such file/ });
    t.match(await say(['replay', '--json', 'a.jsonl'], here), usageError(/--json requires --verify/));
  });

  t.test('a record tells what the terminal told of a player that left', async (t) => {
    const crashing = `printf n; echo 'Traceback: <here>' >&2; exit 3`;
    const bad = await run(['--record', 'bad', '--shell', 'sh', crashing, 'printf n; cat >/dev/null'], {
      cwd,
    });
    const [file = ''] = readdirSync(join(cwd, 'bad'));
    const reading = expectOk(readRecord(join(cwd, 'bad', file), games));
    const told = offencesIn(reading, { width: 200 });
    t.equal(told.length, 1);
    t.match(told[0]!.join('\n'), /end.*standard.*:\n {2}\| Traceback: <here>$/);
    t.match(bad.stderr, told[0]!.join('\n'));
  });

  t.test('a record tells of a player that was not ready what it did in the time that it had', async (t) => {
    const words = [
      ...'--record late --ready-timeout 400ms --shell sh'.split(' '),
      'sleep 30',
      'printf n; cat >/dev/null',
    ];
    const late = await run(words, { cwd });
    const [file = ''] = readdirSync(join(cwd, 'late'));
    const reading = expectOk(readRecord(join(cwd, 'late', file), games));
    const told = offencesIn(reading, { width: 200 })
      .map((lines) => lines.join('\n'))
      .join('\n');
    t.match(told, /could not be started \(silent\).*\n {2}it used \d+\.\d s of processor/);
    t.match(late.stderr, told);
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
