import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { botCommand } from '../check/try-step.ts';
import { carriers, type Outcome, start, until } from './wordhost.ts';

const cwd = t.testdir({ 'words.txt': 'CAT\nDOG\n' });
const right = botCommand('scrabble-bot.mjs', 'none');
const waits = 'touch waits; exec sleep 60';
/** Its first step is right, and its second lasts: the third bot has left long before. */
const half = `if mkdir first 2>/dev/null; then ${right}; else sleep 2; touch second; exec sleep 60; fi`;
const options = ['--dictionary', 'words.txt', '--ready-timeout', '1m', '--only', '1', '--only', '2'];

async function interrupted(...more: readonly string[]): Promise<Outcome> {
  for (const name of ['first', 'second', 'waits']) rmSync(join(cwd, name), { recursive: true, force: true });
  const running = start(['check', 'scrabble', ...options, ...more, waits, half, 'exit 4'], { cwd });
  await until(
    () => existsSync(join(cwd, 'waits')) && existsSync(join(cwd, 'second')),
    () => `the bots: ${running.stdout}${running.stderr}`,
  );
  running.child.kill('SIGINT');
  const outcome = await running.ended;
  t.equal(outcome.status, 130, outcome.stderr);
  t.same(carriers(running.marker), []);
  return outcome;
}

t.test('Interrupted, a check of several bots says how far each has come', async (t) => {
  const { stdout } = await interrupted('--out', 'pages');
  const [first, second, third, ...rest] = stdout.split('\n');
  t.match(first, /^- {7}touch .+ {2}interrupted after 0 steps$/);
  t.match(second, /^- {7}if .+ {2}interrupted after 1 step$/);
  t.match(third, /^not ok {2}exit 4 +1 fault in 1 step; step 1: it ended with status 4; expected/);
  t.same(rest, ['']);
  t.equal(readdirSync(join(cwd, 'pages')).length, 1, 'a page for the bot whose steps are over');
});

t.test('Interrupted, --json has the steps that are over', async (t) => {
  const { stdout } = await interrupted('--json');
  const steps = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  t.match(steps, [
    { bot: half, number: 1, outcome: 'ok' },
    { bot: 'exit 4', number: 1, outcome: 'not ok' },
    { bot: 'exit 4', number: 2, outcome: 'skipped' },
  ]);
  t.equal(steps.length, 3);
});
