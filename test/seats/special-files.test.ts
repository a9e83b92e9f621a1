import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { specialFilesBelow } from '../../host/seats/process/sandbox/strict-request.ts';

/** The path of a socket has at most 107 bytes. */
function shortFolder(...below: readonly string[]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wordhost-')));
  t.teardown(() => rmSync(folder, { recursive: true }));
  for (const name of below) mkdirSync(join(folder, name), { recursive: true });
  return folder;
}

const skip = findProgram('mkfifo') === undefined && 'no mkfifo here';

t.test(
  'sockets and named pipes are found wherever they lie in folders that players read',
  { skip },
  async (t) => {
    const folder = shortFolder('deep/er', 'out');
    const pipe = (name: string) => {
      spawnSync('mkfifo', [join(folder, name)]);
      return join(folder, name);
    };
    const [above, below, written] = [pipe('a'), pipe('deep/er/b'), pipe('out/c')];
    const server = createServer();
    t.teardown(() => server.close());
    await once(server.listen({ path: join(folder, 'deep', 's') }), 'listening');
    const own = (folders: string[], but: string[] = []) =>
      specialFilesBelow(folders, but)
        .filter((path) => path.startsWith(folder))
        .toSorted();
    t.same(own([folder]), [above, below, join(folder, 'deep/s'), written]);
    t.same(
      own([folder], [join(folder, 'out')]),
      [above, below, join(folder, 'deep/s')],
      'where they may write',
    );
    t.notOk(
      own([folder, join(folder, 'deep/s')]).includes(join(folder, 'deep/s')),
      'what is named itself is meant',
    );
    symlinkSync(folder, join(folder, 'deep', 'again'));
    t.equal(own([folder]).length, 4, 'links are not followed');
  },
);

t.test('a socket far from these folders is found by what the kernel says', { skip: !hasProc }, async (t) => {
  const [near, far] = ['near', 'far'].map((name) => join(shortFolder(name), name));
  const server = createServer();
  t.teardown(() => server.close());
  await once(server.listen({ path: join(far!, 's') }), 'listening');
  t.ok(specialFilesBelow([near!], []).includes(join(far!, 's')));
});
