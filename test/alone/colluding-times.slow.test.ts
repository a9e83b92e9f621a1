import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { resultsOf, run } from '../cli/wordhost.ts';
import { errorsOf } from '../misbehaviour/play-misbehaving.ts';
import { jsonLines } from '../support/json-lines.ts';

/* Two players of one author at a table of three: what they can do by when they move, what is bounded, and what shows it. */

const program = join(import.meta.dirname, '..', 'misbehaviour', 'colluding', 'tells-by-time.mjs');
const bot = (manner: string) => `exec '${process.execPath}' '${program}' ${manner}`;
const honest = 'echo ready; while read -r word; do case $word in turn*) echo pass;; esac; done';
const game = ['scrabble', '--dictionary', 'none', '--seed', '1', '--first', '1', '--json'];
const names = ['--name', 'ann', '--name', 'bob', '--name', 'carl'];

t.test('a player hears when another moves, and the record shows it', async (t) => {
  const cwd = t.testdir({ 'none.txt': '' });
  for (const bits of ['101', '011']) {
    const [errors, events] = [`errors-${bits}`, `${bits}.jsonl`];
    const words = [...game, ...names, '--stderr', errors, '--events', events, '--time-bank', '5s'];
    const outcome = await run([...words, bot(`tells ${bits}`), bot('hears'), honest], { cwd });
    const [result] = resultsOf(outcome);
    t.equal(result!.reason, 'scoreless', outcome.stderr);
    t.equal(errorsOf('bob', join(cwd, errors)), bits, 'as many bits as it has turns');
    const turns = jsonLines(readFileSync(join(cwd, events), 'utf8')).filter(
      ({ type, seat }) => seat === 1 && ['turn', 'pass'].includes(type),
    );
    const times = [0, 2, 4].map((index) => (turns[index + 1]!.t - turns[index]!.t) / 1e6);
    t.equal(
      times.map((ms) => Number(ms > 300)).join(''),
      bits,
      `the record has them: ${times.join(', ')} ms`,
    );
    const [ann, , carl] = result!.players;
    t.ok(ann!.thinkMs > 1000 && carl!.thinkMs < 1000, 'the time of a turn is that of its player');
    t.ok(Number(ann!.bankMs) < 4000 && Number(carl!.bankMs) > 4000, 'and taken from its own bank');
  }
});

t.test('a player that computes in the turns of others shows in the result, and is bounded', async (t) => {
  const cwd = t.testdir({});
  const slow = honest.replace('echo pass', 'sleep 1; echo pass');
  const [result] = resultsOf(await run([...game, ...names, bot('wastes'), slow, honest], { cwd }));
  const [ann, bob] = result!.players;
  t.equal(result!.reason, 'scoreless');
  t.ok(
    ann!.cpuMs! > 500 && ann!.cpuMs! > 4 * ann!.thinkMs,
    `${ann!.cpuMs} ms of a processor, ${ann!.thinkMs} ms of turns`,
  );
  t.ok(bob!.cpuMs! < 500);
  t.equal(ann!.timeouts, 0, '--turn-cpu would not see it: it counts the own turns of a player');
  const limited = await run([...game, ...names, '--player-cpu', '600ms', bot('wastes'), slow, honest], {
    cwd,
  });
  t.match(resultsOf(limited)[0]!.players[0], {
    outcome: 'offender',
    offence: { kind: 'time', rule: 'player-cpu' },
  });
});
