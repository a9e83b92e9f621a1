/**
 * `node read-store.ts STORE` reads a store in every way, in this process, and says before each what it does: who started it sees what
 * hangs. What is not refused in a sentence, but is a fault of ours, is said as `fault`; at last how much memory it took.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { FollowedStore } from '../../host/cli/commands/watch.ts';
import { HostFailure, UsageError } from '../../host/core/errors.ts';
import { games } from '../../host/games/registry.ts';
import { openStore } from '../../host/runs/store/store.ts';
import { LivePage } from '../../host/serve/watch/live-page.ts';
import { htmlPage } from '../../host/views/html/page.ts';
import { say } from '../cli/in-process.ts';

const [path = ''] = process.argv.slice(2);
const out = `${path}-read`;
const tell = (words: string) => writeSync(3, `${words}\n`);
mkdirSync(out, { recursive: true });

const commands: readonly (readonly string[])[] = [
  ['store', 'check', path],
  ['store', 'check', '--verify', path],
  ['store', 'export', path, `${out}/exported`],
  ['store', 'merge', `${out}/merged.db`, path],
  ['report', path],
  ['report', path, '--as', 'json'],
  ['report', path, '--as', 'junit'],
  ['report', path, '--as', 'csv'],
  ['report', path, '--as', 'html', '--games', 'all'],
  ['replay', `${path}#1`],
  ['replay', '--grids', `${path}#1`],
  ['replay', '--verify', `${path}#1`, `${path}#2`],
  ['export', '--as', 'html', `${path}#1`],
  ['export', '--as', 'json', `${path}#1`],
  ['store', 'merge', path, `${out}/nothing.db`],
];

/** Of this process, from the system, in kB. */
const memory = (line: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
const base = memory('VmRSS');
let most = base;

/** Each command is held to what it takes itself: what the ones before it took may not have been given back yet. */
function measured(): () => void {
  globalThis.gc?.();
  // From here on the highest mark is of this command.
  writeFileSync('/proc/self/clear_refs', '5');
  const before = memory('VmRSS');
  return () => {
    most = Math.max(most, base + memory('VmHWM') - before);
  };
}

for (const words of commands) {
  tell(`does ${words.join(' ')}`);
  const measure = measured();
  const { status, stderr } = await say(words);
  measure();
  if (/this is a bug|\n {4}at /.test(stderr) || (status ?? 4) > 3)
    tell(`fault ${words.join(' ')}: ${stderr.slice(0, 2000)}`);
}

tell('does watch');
const measure = measured();
try {
  await watched();
} catch (error) {
  const isSaid = error instanceof UsageError || error instanceof HostFailure;
  if (!isSaid) tell(`fault watch: ${(error as Error).stack}`);
}
rmSync(out, { recursive: true, force: true });
if (existsSync(`${path}-running`)) tell('fault: a folder is left');
measure();
tell(`took ${most}`);

/** What `wordhost watch` shows of it. */
async function watched(): Promise<void> {
  const opening = await openStore(path, { mode: 'read' });
  if (!opening.ok) return;
  await using store = opening.store;
  const followed = await FollowedStore.open(store, path, games);
  const { title, game, progress, figures } = followed.shown;
  const live = new LivePage({ title, game, progress, figures, record: async () => undefined });
  live.over((await followed.read()).map((each) => ({ ...each, hasRecord: true })));
  live.changed();
  htmlPage(live.currentPage());
}
