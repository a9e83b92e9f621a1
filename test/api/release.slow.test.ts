import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';

const script = join(import.meta.dirname, '..', '..', 'host', 'package', 'release.ts');

const changelog = `# Changelog

## [Unreleased]

- A bot may pass.

## [0.1.0] - 2026-01-01

- First.
`;

/** A repository with a package whose scripts take no time, and whose bundle has one package of another. */
function repository(t: Test, { published = false, test = 'true', changes = changelog } = {}) {
  const manifest = {
    ...{ name: 'wordhost', version: '0.1.0', config: { published } },
    scripts: { build: 'mkdir -p dist && cp notices dist/NOTICES.txt', lint: 'true', test },
  };
  const lock = { name: 'wordhost', version: '0.1.0', lockfileVersion: 3, packages: { '': manifest } };
  const folder = t.testdir({
    'package.json': JSON.stringify(manifest),
    'package-lock.json': JSON.stringify(lock),
    'CHANGELOG.md': changes,
    notices: '',
    '.gitignore': 'release\nnode_modules\ndist\n',
  });
  const run = (file: string, ...words: readonly string[]) => {
    const author = { GIT_AUTHOR_NAME: 'ann', GIT_AUTHOR_EMAIL: 'ann@localhost' };
    const committer = { GIT_COMMITTER_NAME: 'ann', GIT_COMMITTER_EMAIL: 'ann@localhost' };
    const env = {
      ...process.env,
      ...author,
      ...committer,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CEILING_DIRECTORIES: dirname(folder),
    };
    return spawnSync(file, words, { cwd: folder, env, encoding: 'utf8' });
  };
  const git = (...words: readonly string[]) => run('git', ...words).stdout.trim();
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'First');
  const release = (...words: readonly string[]) => run(process.execPath, script, ...words);
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  return { folder, git, release, read };
}

t.test('a dry run makes all files and leaves the clone as it was', async (t) => {
  const { folder, git, release, read } = repository(t);
  const before = git('rev-parse', 'HEAD');
  const { status, stdout, stderr } = release('0.2.0');
  t.equal(status, 0, stderr);
  t.match(
    stdout,
    /made in release: CHANGES\.md, SHA256SUMS, sbom\.cdx\.json, wordhost-0\.2\.0\.tgz\ndry run: /,
  );
  t.strictSame(
    [
      git('rev-parse', 'HEAD'),
      git('tag'),
      git('status', '--porcelain'),
      git('worktree', 'list').split('\n').length,
    ],
    [before, '', '', 1],
  );
  t.equal(read('release/CHANGES.md'), '- A bot may pass.\n');
  for (const line of read('release/SHA256SUMS').trim().split('\n')) {
    const [sum, name = ''] = line.split('  ');
    t.equal(
      createHash('sha256')
        .update(readFileSync(join(folder, 'release', name)))
        .digest('hex'),
      sum,
      name,
    );
  }
  t.match(JSON.parse(read('release/sbom.cdx.json')), { bomFormat: 'CycloneDX', components: [] });
});

t.test('--yes cuts the changelog, sets the version, commits and tags', async (t) => {
  const { folder, git, release, read } = repository(t);
  const { status, stderr } = release('0.2.0', '--yes');
  t.equal(status, 0, stderr);
  const day = new Date().toISOString().slice(0, 10);
  t.match(read('CHANGELOG.md'), `## [Unreleased]\n\n## [0.2.0] - ${day}\n\n- A bot may pass.\n\n## [0.1.0]`);
  t.equal(JSON.parse(read('package.json')).version, '0.2.0');
  t.strictSame(
    [git('log', '-1', '--format=%s'), git('tag', '--points-at', 'HEAD'), git('status', '--porcelain')],
    ['Version 0.2.0', 'v0.2.0', ''],
  );
  t.match(release('0.2.0'), { status: 1, stderr: 'release: the tag v0.2.0 is there already\n' });
  const before = read('release/CHANGES.md');
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/NOTICES.txt'), '');
  rmSync(join(folder, 'release'), { recursive: true });
  t.equal(release('--files').status, 0, 'as the workflow of the tag does');
  t.equal(read('release/CHANGES.md'), before);
  t.match(read('release/SHA256SUMS'), / {2}wordhost-0\.2\.0\.tgz$/m);
});

t.test('nothing is released after a failure, and no checkout is left', async (t) => {
  const failing = repository(t, { test: 'exit 1' });
  t.not(failing.release('0.2.0', '--yes').status, 0);
  t.strictSame(
    [
      failing.git('tag'),
      failing.git('worktree', 'list').split('\n').length,
      existsSync(join(failing.folder, 'release')),
    ],
    ['', 1, false],
  );
  const empty = repository(t, { changes: '# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-01-01\n' });
  t.match(empty.release('0.2.0'), {
    status: 1,
    stderr: /CHANGELOG\.md: the section \[Unreleased\] is empty/,
  });
  t.equal(empty.git('worktree', 'list').split('\n').length, 1);
  t.match(empty.release('two'), { status: 1, stderr: /expected a version such as 1\.2\.3; got "two"/ });
  t.match(empty.release('0.2.0', 'now'), { status: 1, stderr: /expected a version, and --yes or nothing/ });
  writeFileSync(join(empty.folder, 'notices'), 'changed');
  t.match(empty.release('0.2.0', '--yes'), { status: 1, stderr: /the clone has changes/ });
});

t.test('npm publishes only a tagged commit of a package that says so', async (t) => {
  const closed = repository(t);
  t.match(closed.release('--check'), {
    status: 1,
    stderr: /^release: nothing is published: package\.json says "published": false/,
  });
  const open = repository(t, { published: true });
  t.match(open.release('--check'), { status: 1, stderr: /this commit has no tag v0\.1\.0/ });
  open.git('tag', 'v0.1.0');
  t.match(open.release('--check'), { status: 0, stderr: '' });
  writeFileSync(join(open.folder, 'notices'), 'changed');
  t.match(open.release('--check'), { status: 1, stderr: /the clone has changes/ });
});

t.test('npm runs the check of this very package before it publishes', async (t) => {
  const { scripts, config } = JSON.parse(readFileSync(join(script, '../../../package.json'), 'utf8'));
  t.match(scripts.prepublishOnly, /^node host\/package\/release\.ts --check$/);
  t.type(config.published, 'boolean');
});
