import type { Test } from 'tap';
import { type Running, start, until } from '../../cli/wordhost.ts';

/** `wordhost serve` with these words, as long as the test runs; `url` is where it listens. */
export async function startedServe(
  t: Test,
  store: string,
  words: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<{ running: Running; url: string }> {
  const running = start(['serve', '--listen', '127.0.0.1:0', '--store', store, ...words], { env });
  t.teardown(() => void running.child.kill('SIGKILL'));
  const said = () => /listening on (\S+)\n/.exec(running.stderr)?.[1];
  await until(
    () => said() !== undefined,
    () => running.stderr,
  );
  return { running, url: `${said()}/` };
}
