import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { SeatDeparture } from '../../host/match/seat.ts';
import { whyNotStarted } from '../../host/seats/process/why-not-started.ts';
import { type Finding, unexpected, untried } from '../../host/tools/check/findings.ts';
import type { CheckOptions, StepReport } from '../../host/tools/check/run-steps.ts';
import { runSteps } from '../../host/tools/check/run-steps.ts';

t.test('run steps', async (t) => {
  interface Outcome {
    readonly finding?: Finding;
    readonly stderr?: string;
    readonly wasReady?: boolean;
  }

  const tools = { command: './bot' } as CheckOptions;

  /** What each step comes to, and what is reported of it. */
  async function told(outcomes: readonly Outcome[]): Promise<string[]> {
    const steps = outcomes.map((_, index) => {
      const step = { name: `step ${index + 1}`, advice: '', play: async () => undefined };
      return { number: index + 1, step };
    });
    const run = async (step: StepReport['step'], number: number): Promise<StepReport> => {
      const { finding, stderr = '', wasReady = true } = outcomes[number - 1]!;
      return { number, step, finding, messages: [], stderr, ms: 0, wasReady };
    };
    const lines: string[] = [];
    for await (const { finding, sameAs, isLeftOut } of runSteps(steps, tools, run)) {
      if (isLeftOut && finding?.is === 'untried') lines.push(finding.why);
      else lines.push(finding === undefined ? 'ok' : sameAs === undefined ? 'not ok' : `as ${sameAs}`);
    }
    return lines;
  }

  const wrong = (came: string, more = {}): Finding => ({ is: 'wrong', expected: 'play', came, ...more });
  const silence = wrong('nothing within 5 s', { silent: true });

  t.test('After a start that failed no step is run', async (t) => {
    const lines = await told([{ finding: wrong('it ended'), wasReady: false }, {}, {}]);
    t.match(lines, ['not ok', /^not run: `\.\/bot` was never ready/, /^not run/]);
  });

  t.test('A start that fails in a later step alone is a fault like others', async (t) => {
    t.same(await told([{}, { finding: wrong('it ended'), wasReady: false }, {}]), ['ok', 'not ok', 'ok']);
  });

  t.test('Faults that differ in numbers are told once; another message is another', async (t) => {
    const lines = await told([
      { finding: wrong('@1 pas') },
      { finding: wrong('@20 pas') },
      { finding: wrong('@1 pas'), stderr: 'KeyError: 3\n' },
      { finding: wrong('@1 pas'), stderr: 'at line 7\nKeyError: 4' },
    ]);
    t.same(lines, ['not ok', 'as 1', 'not ok', 'as 3']);
  });

  t.test('The same reason to skip a step is told once', async (t) => {
    const passes = (held: string, alike?: string) => untried(`it passed with ${held}`, alike);
    const lines = await told([
      { finding: passes('CAT', 'pass') },
      { finding: passes('DOG', 'pass') },
      { finding: passes('DOG') },
      { finding: passes('DOG') },
      { finding: wrong('pas') },
    ]);
    t.same(lines, ['not ok', 'as 1', 'not ok', 'as 3', 'not ok']);
  });

  t.test('Moves that break the same rule are the same fault', async (t) => {
    const lines = await told([
      { finding: wrong('CAT', { fault: 'tiles' }) },
      { finding: wrong('DOG', { fault: 'tiles' }) },
      { finding: wrong('DOG', { fault: 'word' }) },
    ]);
    t.same(lines, ['not ok', 'as 1', 'not ok']);
  });

  t.test('A bot that is silent is not waited for in all steps', async (t) => {
    const inARow = await told([{}, ...Array(3).fill({ finding: silence }), {}]);
    t.match(inARow, ['ok', 'not ok', 'as 2', 'as 2', /^not run: the bot was silent in 3 steps/]);
    const now = [{ finding: silence }, {}];
    const inAll = await told([...now, ...now, ...now, ...now, ...now]);
    t.same(inAll.slice(0, 9), ['not ok', 'ok', 'as 1', 'ok', 'as 1', 'ok', 'as 1', 'ok', 'as 1']);
    t.match(inAll[9], /silent in 5 steps/);
  });

  t.test('A bot that is wrong in many steps is given up', async (t) => {
    const lines = await told(
      Array.from({ length: 14 }, (_, index) => ({ finding: wrong(`${'x'.repeat(index)}`) })),
    );
    t.same(lines.slice(0, 12), Array(12).fill('not ok'));
    t.match(lines.slice(12), [/^not run: 12 steps are not ok/, /^not run/]);
  });

  /** Which steps are run, and what each is told to be, where the first three of five are within a longer one. */
  async function runOf(found: Readonly<Record<string, Finding>>, chosen = [1, 2, 3, 4, 5]) {
    const step = (name: string) => ({ name, advice: '', play: async () => undefined });
    const longer = step('longer');
    const ran: string[] = [];
    const run = async (step: StepReport['step'], number: number): Promise<StepReport> => {
      ran.push(step.name);
      const finding = found[step.name];
      return { number, step, finding, messages: [], stderr: '', ms: 30, wasReady: true };
    };
    const steps = chosen.map((number) => ({
      number,
      step: { ...step(`${number}`), within: number <= 3 ? longer : undefined },
    }));
    const told: string[] = [];
    for await (const { number, step, finding, ms } of runSteps(steps, tools, run))
      told.push(`${number} ${step.name} ${finding?.is ?? 'ok'} ${ms}`);
    return { ran, told };
  }

  t.test('Steps within a longer one that is right are right, and are not run', async (t) => {
    t.same(await runOf({}), {
      ran: ['longer', '4', '5'],
      told: ['1 1 ok 10', '2 2 ok 10', '3 3 ok 10', '4 4 ok 30', '5 5 ok 30'],
    });
  });

  t.test('Where a longer step shows a fault, or cannot find out, each within it is run', async (t) => {
    for (const finding of [wrong('pas'), untried('it passed')]) {
      const { ran, told } = await runOf({ longer: finding, 2: wrong('pas') });
      t.same(ran, ['longer', '1', '2', '3', '4', '5']);
      t.same(told[1], '2 2 wrong 30');
    }
  });

  t.test('A step that is chosen alone is run itself', async (t) => {
    t.same((await runOf({}, [2, 5])).ran, ['2', '5']);
  });
});

t.test('unexpected', async (t) => {
  const cwd = t.testdir({ 'bot.py': 'print(1)\n', folder: {}, 'needs.sh': '#!/bin/sh\nnosuch\n' });
  chmodSync(join(cwd, 'needs.sh'), 0o755);
  writeFileSync(join(cwd, 'binary'), Buffer.from([0, 1]), { mode: 0o755 });
  writeFileSync(join(cwd, 'part'), '\x7fELF\0', { mode: 0o755 });

  const afterGone = (gone: SeatDeparture) =>
    unexpected({ kind: 'gone', gone, unfinished: undefined }, '`ready`', './bot', 1e9);

  function afterStart(command: string, code: number) {
    const failed = { command, code, cwd, path: '/usr/bin:/bin', hides: undefined };
    return afterGone({ cause: 'exited', code, signal: null, problem: whyNotStarted(failed) });
  }

  t.test('A program that could not be started did not end, and what to do is the repair', async (t) => {
    for (const [command, code, came, advice] of [
      [
        'nosuch',
        127,
        'it could not be started: cannot find the program nosuch on the PATH',
        /^Give a command that starts .+ "python3 bot\.py"\.$/,
      ],
      ['./my bot', 127, /^it could not be started: cannot find the file \.\/my in \//, /^Give a command/],
      ['./bot.py', 126, 'it could not be started: ./bot.py is not executable', 'Use python3 ./bot.py'],
      ['./folder', 126, 'it could not be started: ./folder is a folder', 'Name the program in it'],
      ['./binary', 126, /^it could not be started: .+: .*program.*system/, /^Give a command/],
      ['./part', 126, /^it could not be started: .+ is incomplete/, 'Build it or copy it again'],
      [
        './needs.sh',
        127,
        /^it exited with status 127: \.\/needs\.sh was found/,
        /Its standard error may say/,
      ],
    ] as const)
      t.match(afterStart(command, code), { is: 'wrong', expected: '`ready`', came, advice }, command);
  });

  t.test('A bot that writes a byte order mark is told how to leave it out', async (t) => {
    const detail =
      'line 1: a byte order mark (U+FEFF) in column 1: write UTF-8 without a byte order mark (in C#: new UTF8Encoding(false))';
    const offence = { kind: 'protocol', rule: 'byte', detail } as const;
    t.match(unexpected({ kind: 'fault', offence, bytes: [0, 9], at: 0 }, '`ready`', './bot', 1e9), {
      came: 'line 1: a byte order mark (U+FEFF) in column 1',
      advice: 'Write UTF-8 without a byte order mark (in C#: new UTF8Encoding(false)).',
    });
  });

  t.test('A program that was started and left is told as before', async (t) => {
    for (const [gone, came] of [
      [{ cause: 'exited', code: 4, signal: null }, 'it exited with status 4'],
      [{ cause: 'exited', code: null, signal: 'SIGSEGV' }, 'it was killed by SIGSEGV'],
      [{ cause: 'closed', code: null, signal: null }, 'it closed its output'],
    ] as const)
      t.match(afterGone(gone), { came, advice: /^A bot runs until SIGTERM/ });
  });
});
