import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * `npm run release -- VERSION` makes a release in a clean checkout beside the clone: tests, changelog, version, commit, tarball,
 * checksums and bill of materials. It is a dry run unless --yes is there, which moves the branch and sets the tag. Nothing is
 * pushed or published. `--files` makes the files alone, of what is here; `--check` is what npm runs before it publishes.
 */

const root = process.cwd();

function run(file: string, words: readonly string[], cwd = root): string {
  return execFileSync(file, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

const git = (...words: readonly string[]) => run('git', words);

interface Manifest {
  readonly version: string;
  readonly config?: { readonly published?: boolean };
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function refuse(problem: string): never {
  throw new Error(problem);
}

/** Why npm must not publish what is here. */
function unpublishable(): string | undefined {
  const { version, config } = manifestIn(root);
  if (config?.published !== true)
    return 'package.json says "published": false. Set it to true, and npm test names the pages that must change with it';
  if (git('status', '--porcelain') !== '') return 'the clone has changes. Commit them first';
  const tags = git('tag', '--points-at', 'HEAD').split('\n');
  if (!tags.includes(`v${version}`))
    return `this commit has no tag v${version}. Run npm run release -- ${version} --yes`;
  return undefined;
}

/** The changes of a version, or those of none yet. */
function changesUnder(heading: string, changelog: string): string {
  const start = changelog.indexOf(`## [${heading}]`);
  if (start < 0) refuse(`CHANGELOG.md: expected a section [${heading}]`);
  const from = changelog.indexOf('\n', start);
  const next = changelog.indexOf('\n## [', from);
  const changes = changelog.slice(from, next < 0 ? undefined : next).trim();
  if (changes === '') refuse(`CHANGELOG.md: the section [${heading}] is empty`);
  return `${changes}\n`;
}

const UNRELEASED = 'Unreleased';

interface Bill {
  readonly components: readonly { readonly name: string; readonly version: string }[];
}

/** The packages whose code is in the bundle, of all that the lock file names. */
function billOf(folder: string): string {
  const notices = readFileSync(join(folder, 'dist', 'NOTICES.txt'), 'utf8');
  // Between rules of hyphens, each notice begins with the name, the version and the license.
  const heads = notices.split(/^-{78}\n\n/m).flatMap((notice) => /^(\S+ \S+) \(/.exec(notice)?.[1] ?? []);
  const bundled = new Set(heads);
  const bill = JSON.parse(run('npm', ['sbom', '--sbom-format', 'cyclonedx'], folder)) as Bill;
  const components = bill.components.filter(({ name, version }) => bundled.has(`${name} ${version}`));
  const named = new Set(components.map(({ name, version }) => `${name} ${version}`));
  const lacking = [...bundled].filter((name) => !named.has(name));
  if (lacking.length > 0) refuse(`the bill of materials lacks ${lacking.join(', ')}`);
  return `${JSON.stringify({ ...bill, components, dependencies: undefined }, null, 2)}\n`;
}

function checksums(folder: string): string {
  const lines = readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    );
  return lines.join('');
}

function release(version: string, isReal: boolean): void {
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version))
    refuse(`expected a version such as 1.2.3; got ${JSON.stringify(version)}`);
  if (git('tag', '--list', `v${version}`) !== '') refuse(`the tag v${version} is there already`);
  if (isReal && git('status', '--porcelain') !== '') refuse('the clone has changes. Commit them first');
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-release-'));
  const checkout = join(folder, 'clone');
  git('worktree', 'add', '--quiet', '--detach', checkout, 'HEAD');
  try {
    const commit = make(version, checkout);
    const made = join(root, 'release');
    rmSync(made, { recursive: true, force: true });
    cpSync(join(checkout, 'release'), made, { recursive: true });
    say(`\nmade in release: ${readdirSync(made).join(', ')}`);
    if (!isReal) {
      say(`dry run: no commit and no tag was kept. To release: npm run release -- ${version} --yes`);
      return;
    }
    git('merge', '--quiet', '--ff-only', commit);
    git('tag', '--annotate', '--message', `wordhost ${version}`, `v${version}`);
    say(`commit and tag v${version} are here. To publish: git push origin HEAD v${version}`);
  } finally {
    git('worktree', 'remove', '--force', checkout);
    rmSync(folder, { recursive: true, force: true });
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The files of the version that is here and built, in the folder `release`. */
function writeFiles(folder: string): void {
  const made = join(folder, 'release');
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made);
  const changes = changesUnder(
    manifestIn(folder).version,
    readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'),
  );
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', made], folder);
  writeFileSync(join(made, 'sbom.cdx.json'), billOf(folder));
  writeFileSync(join(made, 'CHANGES.md'), changes);
  writeFileSync(join(made, 'SHA256SUMS'), checksums(made));
}

/** The commit of the release, with its files in the folder `release` of the checkout. */
function make(version: string, checkout: string): string {
  const here = (file: string, ...words: readonly string[]) => {
    say(`== ${file} ${words.join(' ')}`);
    return run(file, words, checkout);
  };
  here('npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund');
  const changelog = join(checkout, 'CHANGELOG.md');
  const day = new Date().toISOString().slice(0, 10);
  const text = readFileSync(changelog, 'utf8');
  changesUnder(UNRELEASED, text);
  writeFileSync(
    changelog,
    text.replace(`## [${UNRELEASED}]\n`, (head) => `${head}\n## [${version}] - ${day}\n`),
  );
  // A first release has its own version already, which is no change for npm.
  here('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');
  for (const script of ['build', 'lint', 'test']) here('npm', 'run', script);
  writeFiles(checkout);
  here(
    'git',
    'commit',
    '--quiet',
    '--message',
    `Version ${version}`,
    '--',
    'package.json',
    'package-lock.json',
    'CHANGELOG.md',
  );
  return run('git', ['rev-parse', 'HEAD'], checkout);
}

try {
  const words = process.argv.slice(2);
  const [version = '', ...others] = words.filter((word) => word !== '--yes');
  if (others.length > 0) refuse(`expected a version, and --yes or nothing; got ${words.join(' ')}`);
  const problem = version === '--check' ? unpublishable() : undefined;
  if (problem !== undefined) refuse(`nothing is published: ${problem}`);
  if (version === '--files') writeFiles(root);
  else if (version !== '--check') release(version, words.includes('--yes'));
} catch (error) {
  process.stderr.write(`release: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
