import t from 'tap';
import { type Finding, untried } from '../../host/tools/check/finding.ts';
import type { CheckTools, StepReport } from '../../host/tools/check/running/run-step.ts';
import { runSteps } from '../../host/tools/check/running/run-steps.ts';

interface Outcome {
  readonly finding?: Finding;
  readonly stderr?: string;
  readonly saidReady?: boolean;
}

const tools = { command: './bot' } as CheckTools;

/** What each step comes to, and what is reported of it. */
async function told(outcomes: readonly Outcome[]): Promise<string[]> {
  const steps = outcomes.map((_, index) => {
    const step = { name: `step ${index + 1}`, advice: '', play: async () => undefined };
    return { number: index + 1, step };
  });
  const run = async (step: StepReport['step'], number: number): Promise<StepReport> => {
    const { finding, stderr = '', saidReady = true } = outcomes[number - 1]!;
    return { number, step, finding, said: [], stderr, ms: 0, saidReady };
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
  const lines = await told([{ finding: wrong('it ended'), saidReady: false }, {}, {}]);
  t.match(lines, ['not ok', /^not run: `\.\/bot` was never ready/, /^not run/]);
});

t.test('A start that fails in a later step alone is a fault like others', async (t) => {
  t.same(await told([{}, { finding: wrong('it ended'), saidReady: false }, {}]), ['ok', 'not ok', 'ok']);
});

t.test(
  'The same fault with other numbers is told once; another last word on standard error is another',
  async (t) => {
    const lines = await told([
      { finding: wrong('@1 pas') },
      { finding: wrong('@20 pas') },
      { finding: wrong('@1 pas'), stderr: 'KeyError: 3\n' },
      { finding: wrong('@1 pas'), stderr: 'at line 7\nKeyError: 4' },
    ]);
    t.same(lines, ['not ok', 'as 1', 'not ok', 'as 3']);
  },
);

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
    return { number, step, finding, said: [], stderr: '', ms: 30, saidReady: true };
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
