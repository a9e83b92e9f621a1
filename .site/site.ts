/**
 * The documents as a site: `npm run docs` serves it while you write, `npm run docs build` writes it into
 * .site/.vitepress/dist. VitePress is a package of this folder alone, so that `npm ci` of the project does not fetch it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { argv, execPath } from 'node:process';

const folder = import.meta.dirname;
const vitepress = join(folder, 'node_modules/vitepress/bin/vitepress.js');

function run(command: string, words: readonly string[]): void {
  const { status } = spawnSync(command, words, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(vitepress)) run('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund']);
const [task = 'dev', ...options] = argv.slice(2);
run(execPath, [vitepress, task, folder, ...options]);
