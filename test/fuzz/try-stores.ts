import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { compiledSources, hostCache } from '../support/caches.ts';
import { type Crafted, craftedStore, makeSources } from './crafted-stores.ts';

const program = join(import.meta.dirname, 'read-store.ts');
/** Any of its steps: a machine may have much else to do. */
const PATIENCE_MS = 120_000;
export const MOST_MB = 300;

export interface TriedStore extends Crafted {
  /** Not as promised, in words. */
  readonly faults: readonly string[];
  readonly mb: number;
}

/** Each in a process of its own, so that what it takes is known. Two at once. */
export async function* tryStores(folder: string, seed: number, cases: number): AsyncGenerator<TriedStore> {
  const sources = await makeSources(folder);
  const running: Promise<TriedStore>[] = [];
  for (let number = seed; number < seed + cases; number++) {
    running.push(tryStore(craftedStore(sources, number), folder));
    if (running.length > 1) yield await running.shift()!;
  }
  for (const each of running) yield await each;
}

async function tryStore(crafted: Crafted, folder: string): Promise<TriedStore> {
  // Else a command would have the garbage of those before it.
  const words = ['--expose-gc', '--conditions=wordhost-source', program, crafted.path];
  const child = spawn(process.execPath, words, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...compiledSources, XDG_CACHE_HOME: hostCache, TMPDIR: folder },
  });
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  child.on('close', () => resolve());
  let [doing, stderr, kb] = ['begins', '', 0];
  const faults: string[] = [];
  const hangs = () => {
    faults.push(`${doing}: it does not end`);
    child.kill('SIGKILL');
  };
  let timer = setTimeout(hangs, PATIENCE_MS);
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  for await (const line of createInterface({ input: child.stdio[3] as Readable })) {
    clearTimeout(timer);
    timer = setTimeout(hangs, PATIENCE_MS);
    if (line.startsWith('does ')) doing = line;
    else if (line.startsWith('took ')) kb = Number(line.split(' ')[1]);
    else faults.push(line);
  }
  await ended;
  clearTimeout(timer);
  if (kb === 0 && faults.length === 0) faults.push(`${doing}: ${stderr || child.signalCode}`);
  const mb = Math.round(kb / 1024);
  if (mb > MOST_MB) faults.push(`it took ${mb} MB`);
  if (faults.length === 0) removeAll(crafted.path, folder);
  return { ...crafted, faults, mb };
}

function removeAll(path: string, folder: string): void {
  const name = path.slice(folder.length + 1);
  for (const each of readdirSync(folder))
    if (each.startsWith(name)) rmSync(join(folder, each), { recursive: true, force: true });
}
