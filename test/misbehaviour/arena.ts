import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { binary } from '../cli/wordhost.ts';
import type { User } from './users.ts';

const root = join(import.meta.dirname, '..', '..');

/** All tiles are A in these games: whatever is laid in a row is a word. */
const words = Array.from({ length: 255 }, (_, index) => 'A'.repeat(index + 1)).join('\n');

/** What a host has of the machine when it runs as that user: folders of its own, and a checkout that it can read. */
export interface Arena extends Disposable {
  readonly user: User;
  readonly folder: string;
  readonly home: string;
  readonly bots: string;
  readonly programs: string;
  readonly host: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export function arenaFor(user: User): Arena {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'wordhost-arena-'));
  chmodSync(folder, 0o755);
  const own = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path);
    chownSync(path, user.uid, user.uid);
    return path;
  };
  const [home, bots, scratch, cache] = [own('home'), own('bots'), own('scratch'), own('cache')];
  writeFileSync(join(home, '.token'), 'token\n');
  writeFileSync(join(bots, 'words.txt'), words);
  const { programs, node, host } = readableCheckout(user, folder);
  return {
    user,
    folder,
    home,
    bots,
    programs,
    host: [node, host],
    env: { HOME: home, TMPDIR: scratch, XDG_CACHE_HOME: cache },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A checkout often lies in a home that others cannot enter: then what is needed of it is copied. */
function readableCheckout(user: User, folder: string) {
  const here = { programs: import.meta.dirname, node: process.execPath, host: binary };
  const [file = '', ...words] = [
    ...user.before,
    '/bin/sh',
    '-c',
    'test -r "$0" && test -r "$1" && test -x "$2"',
  ];
  const readable = spawnSync(file, [...words, here.host, import.meta.filename, here.node]).status === 0;
  if (readable) return here;
  const copy = join(folder, 'checkout');
  for (const part of ['package.json', 'dist', 'test/misbehaviour'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  copyFileSync(process.execPath, join(copy, 'node'));
  spawnSync('chmod', ['-R', 'a+rX', copy]);
  return {
    programs: join(copy, 'test/misbehaviour'),
    node: join(copy, 'node'),
    host: join(copy, relative(root, binary)),
  };
}
