import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { run, usageError } from '../cli/wordhost.ts';
import { readTable, withTable, writtenTable } from '../misbehaviour/attack-table.ts';
import { noCompiler } from '../misbehaviour/compiled.ts';
import { compiledSources } from '../support/caches.ts';
import { jsonLines } from '../support/json-lines.ts';
import { openPrograms, withoutCompiler } from '../support/programs.ts';
import { staircaseResults, staircaseWords } from '../support/staircase-series.ts';
import type { Finding } from './finding.ts';
import { readOptions } from './options.ts';
import { report } from './report.ts';

t.test('attack', async (t) => {
  const program = join(import.meta.dirname, 'attack.ts');
  const skip = !hasProc ? 'survivors can only be counted where there is a /proc' : noCompiler;

  function attack(...words: readonly string[]) {
    const node = ['--conditions=wordhost-source', '--disable-warning=ExperimentalWarning', program];
    const env = { ...process.env, ...compiledSources };
    return spawnSync(process.execPath, [...node, ...words], { encoding: 'utf8', env });
  }

  t.test('an attack with the promised result: status 0, JSON lines', { skip }, async (t) => {
    const user = process.getuid!() === 0 ? 'root' : 'user';
    const words = [
      '--user',
      user,
      ...'--sandbox process --program'.split(' '),
      'signals the host',
      ...'--program dies-of --json'.split(' '),
    ];
    const { status, stdout, stderr } = attack(...words);
    const lines = jsonLines(stdout);
    t.equal(status, 0, stdout + stderr);
    const on = { user, level: 'process', broken: [] };
    t.match(lines, [
      { kind: 'attempt', attack: 'signals the host', came: 'yes', ...on },
      { kind: 'games', attack: 'the honest player beside all of them', came: 'won', ...on },
      { kind: 'program', attack: 'leaving/dies-of-a-signal.sh', came: 'crashed', ...on },
    ]);
    t.equal(lines.length, 3);
  });

  t.test('nothing that was tried proves nothing: status 1', async (t) => {
    t.match(attack('--sandbox', 'off', '--program', 'nonsense'), {
      status: 1,
      stderr: 'nothing was tried\n',
    });
  });

  t.test('options that cannot be', async (t) => {
    t.match(attack('--sandbox', 'x'), usageError(/--sandbox: expected some of strict, .*; came x/));
    for (const words of [['--repeat', '0'], ['--games', 'a'], ['--user', 'nobody'], ['--nonsense'], ['word']])
      t.match(readOptions(words), { problem: String }, words.join(' '));
    t.match(attack('--help'), { status: 0, stdout: /^npm run fuzz attacks -- \[OPTION…\]/ });
  });

  t.test('the report marks what is not as promised, says why, and what was not tried', async (t) => {
    const found = (
      attack: string,
      level: 'strict' | 'process',
      came: string,
      broken: string[] = [],
    ): Finding => ({
      kind: 'attempt',
      attack,
      user: 'root',
      level,
      came,
      broken,
    });
    const findings = [
      found('reads a key', 'strict', 'no'),
      found('reads a key', 'process', 'yes'),
      found('traces the other', 'strict', 'yes', ['expected no, came yes']),
      found('traces the other', 'strict', 'no'),
    ];
    const notTried = [
      { attack: 'traces the other', user: 'root', level: 'process', reason: 'no way' } as const,
    ];
    t.equal(
      report({ findings, notTried }),
      `                  root strict  root process
reads a key       no           yes
traces the other  yes !, no    -

Not tried:
  traces the other, root process: no way

Not as promised (! above):
  traces the other, root strict: expected no, came yes

1 findings are not as promised
`,
    );
  });

  t.test('a table is read as it was written, and put in the place of the one before', async (t) => {
    const cell = (root: boolean, user: boolean) => ({ root, user });
    const table = new Map([
      [
        'reads',
        {
          strict: cell(false, false),
          bubblewrap: cell(true, false),
          unshare: cell(false, true),
          process: cell(true, true),
        },
      ],
    ]);
    const text = writtenTable(table);
    t.match(text, '| reads | no | as root | as user | yes |\n');
    t.same(readTable(`before\n\n${text}\nafter\n`), table);
    const page = `before\n\n${text.replace('as user', 'no')}\nafter\n`;
    t.equal(withTable(page, table), `before\n\n${text}\nafter\n`);
    t.throws(() => readTable(text.replace('as root', 'perhaps')), /expected no, yes.*came "perhaps"/);
    t.throws(() => readTable('no table'), /expected a table/);
  });
});

t.test('soak', async (t) => {
  const soak = join(import.meta.dirname, 'soak.ts');
  const skip = withoutCompiler ?? false;

  t.test('a soak counts right games on each requested level', { skip }, async (t) => {
    const words = ['--games', '4', '--of', '2', '--sandbox', 'off,process'];
    const child = spawn(process.execPath, ['--conditions=wordhost-source', soak, ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    t.equal(status, 0, said);
    t.match(said.trimEnd().split('\n').at(-1), /right: \{"process":4,"off":4\}$/);
  });

  t.test('a series in which not all turns were played is told', { skip }, async (t) => {
    using programs = openPrograms();
    const records = mkdtempSync(join(tmpdir(), 'wordhost-records-'));
    t.teardown(() => rmSync(records, { recursive: true }));
    const series = { games: 2, turns: 2, atOnce: 1, options: ['--sandbox', 'off'], records };
    const words = staircaseWords(series, programs);

    t.equal(staircaseResults(series, await run(words)).length, 2, 'all were');

    const leaves = await run([...words.slice(0, -1), 'exit']);
    const problem = problemOf(() => staircaseResults(series, leaves));
    t.match(
      problem,
      'not all turns were played in game 1 of 2: {"number":1,',
      'with the result of the first',
    );
    t.match(problem, 'exited with status 0 before it was ready');
    const [, record = ''] = /^its record: (\S+)$/m.exec(problem) ?? [];
    t.ok(record.startsWith(records) && existsSync(record), `its record is kept: ${record}`);

    const refused = await run([...words, '--no-such-option']);
    t.match(
      problemOf(() => staircaseResults(series, refused)),
      /^of 2 games 0 have a result: the host ended with status 2 and said: wordhost: .*no-such-option/,
    );
    const right = await run(words);
    t.match(
      problemOf(() => staircaseResults(series, { ...right, status: null, signal: 'SIGSEGV' })),
      'all turns were played, but the host ended with SIGSEGV and said: nothing',
    );
  });

  function problemOf(act: () => unknown): string {
    try {
      act();
      return 'none';
    } catch (error) {
      return (error as Error).message;
    }
  }
});
