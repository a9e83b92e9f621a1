import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { hostCache } from '../support/caches.ts';
import { stolenMs } from '../support/stolen-time.ts';
import { root } from './pages.ts';

export interface Ran {
  readonly status: number | null;
  /** Both streams, as on a terminal. */
  readonly output: string;
  /** Processor time that the machine did not get meanwhile, in milliseconds. */
  readonly stolenMs: number;
}

/** Somebody who follows a page: a folder of their own, and the built host as a command. */
export class Reader implements Disposable {
  readonly #home = mkdtempSync(join(tmpdir(), 'wordhost-docs-'));
  readonly #folder = join(this.#home, 'here');

  constructor() {
    const bin = join(this.#home, 'bin');
    for (const folder of [bin, join(this.#folder, 'node_modules')]) mkdirSync(folder, { recursive: true });
    this.#command(join(bin, 'wordhost'), `exec '${execPath}' '${join(root, 'dist/wordhost.js')}' "$@"`);
    // In the clone npx runs the command of the clone.
    this.#command(join(bin, 'npx'), 'exec "$@"');
    symlinkSync(execPath, join(bin, 'node'));
    symlinkSync(join(root, 'examples'), join(this.#folder, 'examples'));
    symlinkSync(root, join(this.#folder, 'node_modules/wordhost'));
    // As `npm init -y` writes it.
    writeFileSync(join(this.#folder, 'package.json'), '{ "type": "commonjs" }\n');
  }

  save(name: string, text: string): void {
    mkdirSync(dirname(join(this.#folder, name)), { recursive: true });
    writeFileSync(join(this.#folder, name), text);
  }

  run(commands: string): Ran {
    const before = stolenMs();
    const { status, stdout } = spawnSync('/bin/sh', ['-ec', `exec 2>&1\n${commands}`], {
      cwd: this.#folder,
      encoding: 'utf8',
      timeout: 300_000,
      env: { ...this.#environment(), NO_COLOR: '1' },
    });
    return { status, output: stdout, stolenMs: stolenMs() - before };
  }

  [Symbol.dispose](): void {
    rmSync(this.#home, { recursive: true, force: true });
  }

  #environment(): NodeJS.ProcessEnv {
    const { PATH = '/usr/bin:/bin' } = process.env;
    const own = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(NODE_|TAP|WORDHOST_|npm_)/.test(name)),
    );
    return {
      ...own,
      HOME: this.#home,
      // Compilers in the home folder of whoever runs the tests.
      RUSTUP_HOME: own.RUSTUP_HOME ?? join(homedir(), '.rustup'),
      XDG_CACHE_HOME: hostCache,
      PATH: `${join(this.#home, 'bin')}:${PATH}`,
    };
  }

  #command(path: string, line: string): void {
    writeFileSync(path, `#!/bin/sh\n${line}\n`);
    chmodSync(path, 0o755);
  }
}
