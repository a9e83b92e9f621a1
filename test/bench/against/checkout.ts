import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { Refusal } from './refusal.ts';

export interface Checkout extends AsyncDisposable {
  readonly root: string;
  /** For temporary files, which are gone with it. */
  readonly scratch: string;
  /** The packages that it names are not the ones that it runs with. */
  readonly hasOtherPackages: boolean;
}

export async function commitOf(root: string, name: string): Promise<string> {
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const { exitCode, stdout, stderr, code } = await execa('git', words, { cwd: root, reject: false });
  if (exitCode === 0) return stdout;
  if (code === 'ENOENT') throw new Refusal('--against: there is no program git here');
  if (stderr !== '') throw new Refusal(`--against: git cannot read ${root}: ${stderr}`);
  throw new Refusal(
    `--against: expected a commit of this repository, and there is no ${name}. \`git log --oneline\` lists some; a shallow clone has few: git fetch --unshallow`,
  );
}

export async function openCheckout(from: string, commit: string, stop: AbortSignal): Promise<Checkout> {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-against-'));
  const [root, scratch] = [join(folder, 'checkout'), join(folder, 'tmp')];
  const close = async () => {
    await execa('git', ['worktree', 'remove', '--force', root], { cwd: from, reject: false });
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // Under strict, players of root are a user that could not look into it otherwise.
    chmodSync(folder, 0o755);
    mkdirSync(scratch);
    const words = ['-c', 'core.hooksPath=/dev/null', 'worktree', 'add', '--detach', root, commit];
    await execa('git', words, { cwd: from, cancelSignal: stop });
    await linkPackages(from, root, stop);
    if (!existsSync(join(root, 'test/bench/bench.ts')))
      throw new Refusal(`--against: ${commit} has no test/bench/bench.ts to measure it with`);
    await build(root, commit, stop);
  } catch (failure) {
    await close();
    throw failure;
  }
  const lock = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8');
  return { root, scratch, hasOtherPackages: lock(from) !== lock(root), [Symbol.asyncDispose]: close };
}

/** By hard links, or copied where they cannot be: `strict` binds this folder, and cannot bind a symbolic link. */
async function linkPackages(from: string, to: string, stop: AbortSignal): Promise<void> {
  const [source, target] = [join(from, 'node_modules'), join(to, 'node_modules')];
  const linked = await execa('cp', ['-al', source, target], { cancelSignal: stop, reject: false });
  stop.throwIfAborted();
  if (linked.exitCode === 0) return;
  rmSync(target, { recursive: true, force: true });
  cpSync(source, target, { recursive: true, verbatimSymlinks: true });
}

async function build(root: string, commit: string, stop: AbortSignal): Promise<void> {
  const options = { cwd: root, cancelSignal: stop, reject: false, all: true } as const;
  const { exitCode, isCanceled, all } = await execa(process.execPath, ['host/package/build.ts'], options);
  if (isCanceled) stop.throwIfAborted();
  if (exitCode !== 0) throw new Refusal(`--against: ${commit} could not be built:\n${all}`);
}
