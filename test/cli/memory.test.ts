import t from 'tap';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { arenaFor } from '../misbehaviour/arena.ts';
import { memoryWays } from '../misbehaviour/memory-ways.ts';
import { honest } from '../misbehaviour/play-misbehaving.ts';
import { users } from '../misbehaviour/users.ts';
import { resultsOf, run } from './wordhost.ts';

const game = ['--dictionary', 'words.txt', '--hand', '3', '--json', '--memory', '256M'];
const noProc = !hasProc && '--memory is refused where there is no /proc';

for (const user of users)
  t.test(`--memory without a control group, as ${user.name}`, { skip: noProc || user.skip }, async (t) => {
    const { before, skip } = (await memoryWays(user)).polled;
    using arena = arenaFor(user);
    // The test runner has every Node write to folders that are another user's.
    const how = {
      cwd: arena.bots,
      host: arena.host,
      env: arena.env,
      before,
    };

    await t.test('strict is refused before anything is started, and says what to do', { skip }, async (t) => {
      const played = await run([...game, '--sandbox', 'strict', 'touch begun', 'touch begun'], how);
      t.match(played, { status: 2, stdout: '' }, played.stderr);
      t.match(played.stderr, /--memory: under --sandbox strict the kernel must keep it, in a control group/);
      t.match(played.stderr, /systemd-run --user --scope -p Delegate=yes/);
    });

    await t.test('elsewhere the host looks at the memory of players, and says so', { skip }, async (t) => {
      const player = honest(arena);
      const played = await run([...game, '--sandbox', 'process', player, player], how);
      t.match(resultsOf(played), [{ memory: 'polled', sandbox: 'process' }], played.stderr);
    });
  });
