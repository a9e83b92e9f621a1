import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { resultsOf, run } from '../cli/wordhost.ts';
import { arenaFor } from '../misbehaviour/arena.ts';
import { whoTests } from '../misbehaviour/users.ts';

import { endIsHeard } from './end-heard.ts';

t.test('in every game', async (t) => await endIsHeard(t, { all: true }));

t.test('how long it lasts', async (t) => {
  const arena = arenaFor(whoTests);
  t.teardown(() => arena[Symbol.dispose]());
  const here = join(import.meta.dirname, '..', 'contracts', 'end-heard');
  copyFileSync(join(here, 'hears.py'), join(arena.bots, 'hears.py'));
  const skip = findProgram('python3') === undefined && 'no python3 here';

  t.test('an offender ends at once, a deaf player after --farewell', { skip }, async (t) => {
    const { bots: cwd, host, user } = arena;
    const how = { cwd, host, env: arena.env, before: user.before };
    const deaf = `printf 'ready\\n'; sleep 1000`;
    const honest = 'python3 hears.py turns';
    const endOf = async (farewell: string, command: string) => {
      const record = `records-${farewell}-${command.length}`;
      const kept = ['--json', '--record', record, '--farewell', farewell, '--grace', '60s'];
      const outcome = await run(
        ['boggle', '--rules', 'turns', '--turns', '1', '--timeout', '50ms', ...kept, '--', honest, command],
        how,
      );
      const [result] = resultsOf(outcome);
      const lines = readFileSync(join(cwd, record, `${result!.id}.jsonl`), 'utf8')
        .trim()
        .split('\n');
      const events = lines.map((line) => JSON.parse(line)).filter(({ seat, to }) => seat === 2 || to === 2);
      const term = events.find(({ type }) => type === 'signal');
      const end = events.find(({ type, text }) => type === 'offence' || /^gameover/m.test(text ?? ''));
      return { type: end.type, ms: (term.t - end.t) / 1e6 };
    };
    const long = await endOf('3s', deaf);
    t.ok(long.ms >= 3000, `${long.ms} ms after the end, --farewell 3s`);
    const short = await endOf('0ms', deaf);
    t.ok(short.ms < 3000, `${short.ms} ms after the end, --farewell 0ms`);
    const offender = await endOf('30s', `printf 'nonsense\\n'; sleep 1000`);
    t.equal(offender.type, 'offence');
    t.ok(offender.ms < 30_000, `${offender.ms} ms after the offence, --farewell 30s`);
  });
});
