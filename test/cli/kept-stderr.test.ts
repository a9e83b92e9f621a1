import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { allOf } from '../support/all-of.ts';
import { jsonLines } from '../support/json-lines.ts';
import { dataIn } from '../views/html/page-data.ts';
import { say } from './in-process.ts';
import { run, usageError } from './wordhost.ts';

/** In each of its turns a player writes this, and then passes. */
const writes = (what: string) =>
  `printf 'starts\\n' >&2; echo ready; n=0; while read -r word _; do if [ "$word" = turn ]; then n=$((n + 1)); ${what}; echo pass; fi; done`;

interface Written {
  readonly t: number;
  readonly seat: number;
  readonly lines: readonly string[];
  readonly leftOut?: number;
}

t.test('what players write on standard error is in the record, beside their moves', async (t) => {
  const cwd = t.testdir({
    'line.sh': writes('echo "turn $n" >&2'),
    'half.sh': writes('printf "half $n, " >&2'),
    'binary.sh': writes("printf '\\377\\000\\033[31m\\303\\251\\tx\\r\\n' >&2"),
    'much.sh': writes(
      'echo "begins $n" >&2; head -c 1048576 /dev/zero | tr "\\0" x | fold -w 63 >&2; echo >&2',
    ),
    'giant.sh': writes('head -c 100000 /dev/zero | tr "\\0" y >&2; echo >&2'),
    'after.sh': `trap 'echo "is over" >&2; exit 0' TERM; ${writes(':')}`,
    'silent.sh': writes(':').replace(/printf.*?; /, ''),
  });

  async function play(bot: string, ...options: string[]) {
    const folder = `of-${bot}${options.join('')}`;
    const words = ['scrabble', '--seed', '1', '--max-turns', '4', '--name', 'Ada', '--name', 'Ben'];
    const players = [`sh ${bot}.sh`, 'sh silent.sh'];
    const { status, stderr } = await run([...words, '--record', folder, ...options, ...players], { cwd });
    t.equal(status, 1, `${stderr}: the limit of turns is no end of its own`);
    const record = join(folder, readdirSync(join(cwd, folder))[0]!);
    const events = jsonLines<{ readonly type: string }>(readFileSync(join(cwd, record), 'utf8'));
    const written = events.filter(({ type }) => type === 'stderr') as unknown as readonly Written[];
    t.match(await say(['replay', '--verify', record], { cwd }), { status: 0, stdout: /verified\./ }, folder);
    const told = await say(['replay', record], { cwd });
    return { record, events, written, told: told.stdout, lines: written.flatMap(({ lines }) => lines) };
  }

  t.test('a line a move stands before its move, in the replay and on the page', async (t) => {
    const { record, lines, written, told } = await play('line');
    t.same(lines, ['starts', 'turn 1', 'turn 2']);
    t.ok(allOf(written, ({ seat, leftOut }) => seat === 1 && leftOut === undefined));
    t.match(
      told,
      /s {2}1 Ada \| turn 1\n.*1 Ada passes\n.*2 Ben passes\n.* {2}1 Ada \| turn 2\n.*1 Ada passes\n/,
    );
    await say(['export', record, '--output', 'line.html'], { cwd });
    const { steps } = dataIn(readFileSync(join(cwd, 'line.html'), 'utf8'));
    t.match(
      steps.filter(({ words, output }) => words === 'passes' && output),
      [1, 2].map((turn) => ({ seat: 1, output: [new RegExp(`^[\\d.]+ s {2}turn ${turn}$`)] })),
    );
  });

  t.test('half lines are one line, with the time at which it began', async (t) => {
    const { written, told } = await play('half');
    t.match(written.at(-1), { lines: ['half 1, half 2, '] });
    t.match(told, / \| half 1, half 2, \n.*1 Ada passes\n.*2 Ben passes\n.*1 Ada passes/);
  });

  t.test('bytes that are no letters are escaped, and nothing acts on a terminal', async (t) => {
    const { lines } = await play('binary');
    t.same(
      lines.slice(1),
      Array.from({ length: 2 }, () => '\\xff\\x00\\x1b[31mé\tx'),
    );
  });

  t.test('of 1 MB a move the newest 64K are kept, in whole lines, and the rest is counted', async (t) => {
    const { written, lines, told } = await play('much');
    const kept = lines.reduce((sum, line) => sum + line.length + 1, 0);
    t.ok(kept <= 65_536 && kept > 65_000, `${kept} bytes`);
    t.ok(allOf(lines.slice(0, -2), (line) => line === 'x'.repeat(63)));
    const [first, ...more] = written;
    const all = 7 + 2 * (9 + 1_048_576 + Math.ceil(1_048_576 / 63));
    t.ok(Math.abs(first!.leftOut! + kept - all) <= 4, `${first!.leftOut} and ${kept} of ${all}`);
    t.same(
      more.filter(({ leftOut }) => leftOut !== undefined),
      [],
    );
    t.match(told, /1 Ada \| \(2,\d{3},\d{3} bytes.*not saved: see --keep-stderr\)\n/);
  });

  t.test('of one line that is longer than all that is kept, its end is', async (t) => {
    const { written } = await play('giant', '--keep-stderr', '1000B');
    t.match(written, [{ lines: ['y'.repeat(999)], leftOut: 7 + 200_002 - 1000 }]);
    t.equal(written.length, 1);
  });

  t.test('what a player writes after the end of the game is there, too', async (t) => {
    const { events, told } = await play('after');
    const place = (wanted: string) => events.findIndex((event) => JSON.stringify(event).includes(wanted));
    t.ok(place('"is over"') > 0 && place('"is over"') < place('"type":"exit","seat":1'));
    t.match(told, /\| is over\n\nno winner/);
  });

  t.test('--keep-stderr says how much, and --no-keep-stderr keeps none', async (t) => {
    const few = await play('line', '--keep-stderr', '10B');
    t.match(few.written, [{ lines: ['turn 2'], leftOut: 14 }]);
    t.same((await play('line', '--no-keep-stderr')).written, []);
    t.same((await play('line', '--keep-stderr', '0B')).written, []);
    t.match(await say(['scrabble', '--keep-stderr', '1G', 'a', 'b']), {
      status: 2,
      stderr: /--keep-stderr: .*size.*unit .* from 0 to 4M; got "1G"/,
    });
    t.match(
      await say(['scrabble', '--no-max-stderr', 'a', 'b']),
      usageError(/unknown option --no-max-stderr/),
    );
  });

  t.test('who writes nothing has no such event', async (t) => {
    t.same((await play('silent')).written, []);
  });
});
