import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Test } from 'tap';

const kept = join(import.meta.dirname, '..', '..', '.tap');

/** The environment of programs that run from the sources: they are compiled once, and kept where `.taprc` keeps test files. */
export const compiledSources = { NODE_COMPILE_CACHE: join(kept, 'compiled') };

/**
 * A cache for hosts that tests start as users do: the program and the word list are compiled for the first of them, which takes five times
 * its start.
 */
export const hostCache = join(kept, 'hosts');

/**
 * A folder of a test in which a host makes folders of players that nobody may write to: only root can remove those as they are.
 * A run that was killed may have left some. What is undone last is named first here, since tap undoes in reverse order.
 */
export function testdirOfPlayers(t: Test, content: Parameters<Test['testdir']>[0]): string {
  const open = () => void spawnSync('chmod', ['-R', 'u+rwX', t.testdirName], { stdio: 'ignore' });
  open();
  t.teardown(open);
  return t.testdir(content);
}
