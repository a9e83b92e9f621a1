/**
 * Makes the pictures of the docs from games: `node .site/write-pictures.ts [FOLDER]` after a build. It needs script(1) for the
 * terminal and chromium-headless-shell for the pages. A slow test runs it and replaces a picture that is old.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { terminalSvg } from './terminal-svg.ts';

const root = join(import.meta.dirname, '..');
const [, , pictures = join(root, 'docs/pictures')] = process.argv;
const host = join(root, 'dist/wordhost.js');
const folder = mkdtempSync(join(tmpdir(), 'wordhost-pictures-'));
const { NO_COLOR, FORCE_COLOR, ...environment } = process.env;
const env = { ...environment, TERM: 'xterm', NODE_NO_WARNINGS: '1', XDG_CACHE_HOME: folder };

/** The screen of the command under which the README shows it, before the bag is empty. */
function terminal(): string {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, words] = /^\| `npx wordhost ([\w -]+)` \|/m.exec(readme) ?? [];
  if (words === undefined)
    throw new Error('README.md: expected a table that begins with the command of its picture');
  const command = `stty rows 40 cols 80; '${execPath}' '${host}' ${words}`;
  const printed = execFileSync('script', ['-qec', command, '/dev/null'], { env, encoding: 'utf8' });
  // Each screen is drawn over the one before: the cursor goes up, and all below is cleared.
  const screen = printed.split('\x1b[J').findLast((each) => each.includes(' in the bag'))!;
  return terminalSvg(screen.slice(0, screen.lastIndexOf('\x1b[')));
}

function run(...words: readonly string[]): void {
  execFileSync(execPath, [host, ...words], { env, cwd: folder });
}

function screenshot(page: string, picture: string, size: string): void {
  const path = `--screenshot=${join(pictures, picture)}`;
  const shell = ['--no-sandbox', '--hide-scrollbars', `--window-size=${size}`, path];
  execFileSync('chromium-headless-shell', [...shell, `file://${join(folder, page)}`], { stdio: 'ignore' });
}

/** A game in the middle, and the report of a small tournament. */
function pages(): void {
  const players = ['wordhost player greedy', 'wordhost player greedy'];
  const names = ['--name', 'Ada', '--name', 'Ben'];
  const record = join(folder, 'games');
  run('scrabble', '--seed', '42', ...names, '--quiet', '--record', record, ...players);
  run('export', join(record, readdirSync(record)[0]!), '--step', '13', '--output', 'game.html');
  screenshot('game.html', 'page.png', '1280,860');
  writeFileSync(join(folder, 'league.yml'), league);
  run('tournament', 'league.yml', '--quiet');
  run('report', 'league.db', '--as', 'html', '--output', 'report.html');
  screenshot('report.html', 'report.png', '1000,760');
}

const league = `name: Spring league
game: scrabble
players:
  - { name: ada, command: wordhost player greedy }
  - { name: ben, command: wordhost player greedy --level half }
  - { name: cleo, command: wordhost player longest }
  - { name: dan, command: wordhost player longest --level half }
  - { name: eva, command: wordhost player random }
format: { kind: round-robin, rounds: 4, mirrored: true }
seed: spring
`;

try {
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, 'terminal.svg'), terminal());
  pages();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
