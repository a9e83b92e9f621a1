/**
 * The pictures of the docs, of games that are played for them: `node site/write-pictures.ts` after a build. It needs
 * script(1) for the terminal and chromium-headless-shell for the page.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { terminalSvg } from './terminal-svg.ts';

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'docs/pictures');
const host = join(root, 'dist/wordhost.js');
const folder = mkdtempSync(join(tmpdir(), 'wordhost-pictures-'));
const env = { ...process.env, NODE_NO_WARNINGS: '1', XDG_CACHE_HOME: folder };

/** The last screen that the demonstration shows, and its summary. */
function terminal(): string {
  const command = `stty rows 40 cols 80; '${execPath}' '${host}' demo scrabble --seed 42`;
  const printed = execFileSync('script', ['-qec', command, '/dev/null'], { env, encoding: 'utf8' });
  const screen = printed.split('\x1b[J').at(-1)!;
  return terminalSvg(
    screen
      .trimStart()
      .split('\nNow with a bot')[0]!
      .replaceAll(/^\r?\n/gm, '\n'),
  );
}

function page(): void {
  const players = ['wordhost player greedy', 'wordhost player greedy'];
  const names = ['--name', 'Ada', '--name', 'Ben'];
  const record = join(folder, 'games');
  const run = (...words: string[]) => execFileSync(execPath, [host, ...words], { env, cwd: folder });
  run('scrabble', '--seed', '42', ...names, '--quiet', '--record', record, ...players);
  run('export', join(record, readdirSync(record)[0]!), '--step', '13', '--output', join(folder, 'game.html'));
  const screenshot = `--screenshot=${join(pictures, 'page.png')}`;
  const shell = ['--no-sandbox', '--hide-scrollbars', '--window-size=1000,760', screenshot];
  execFileSync('chromium-headless-shell', [...shell, `file://${join(folder, 'game.html')}`], {
    stdio: 'ignore',
  });
}

try {
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, 'terminal.svg'), terminal());
  page();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
