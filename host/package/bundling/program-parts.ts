import { join } from 'node:path';
import type { OutputOptions, Plugin } from 'rolldown';

type CodeSplitting = Exclude<NonNullable<OutputOptions['codeSplitting']>, boolean>;

/** What runs before the cache of compiled code is known, and for `--version` alone. */
const beforeCache = [
  'host/core/version.ts',
  'host/files/cache/cache-home.ts',
  'host/files/cache/compiled-whole.ts',
  'host/cli/jobs/worker-word.ts',
  'host/cli/hosting/hangup.ts',
];

/** What runs between the compiling of the files of a game and anything that they do. */
const betweenBoth = 'host/cli/compile-by-need.ts';

/** What starts other processes of this program, before the rest of it is loaded. */
const early = 'host/cli/jobs/early-workers.ts';

/** What every game needs until its first player is started. */
const everyGame = ['host/cli/cli.ts', 'host/cli/games/registry.ts', 'host/cli/playing/game-command.ts'];
/** The reader of words is one of yargs's many parts, and needs none of the others. */
export const forCompletion = /yargs\/lib\/platform-shims\//;
const GAME = /host\/games\/([a-z-]+)\/\1\.ts$/;

/**
 * The files of the programs. Each takes half a millisecond to load, and each line that is not needed some time, too: so a
 * game finds all that it needs for its first player in two files, and what only other commands need is in others.
 */
export function partsOfPrograms(root: string): { codeSplitting: CodeSplitting; plugin: Plugin } {
  const partOf = new Map<string, string>();
  const plugin: Plugin = {
    name: 'program-parts',
    buildEnd() {
      const below = (id: string) =>
        this.getModuleInfo(id)?.importedIds.filter((id) => !forCompletion.test(id)) ?? [];
      const games = [...this.getModuleIds()].filter((id) => GAME.test(id));
      for (const id of games)
        for (const each of reached([id], below))
          partOf.set(each, partOf.has(each) ? 'every-game' : GAME.exec(id)![1]!);
      const put = (files: readonly string[], part: string) => {
        for (const each of reached(
          files.map((file) => join(root, file)),
          below,
        ))
          partOf.set(each, part);
      };
      put(everyGame, 'every-game');
      put([early], 'early');
      put(beforeCache, 'first');
      partOf.set(join(root, betweenBoth), 'between');
    },
  };
  const groups = [{ name: (id: string) => partOf.get(id), debugName: 'parts' }];
  return { codeSplitting: { includeDependenciesRecursively: false, groups }, plugin };
}

/** These modules with all that they import, directly or through others. */
function reached(ids: readonly string[], below: (id: string) => readonly string[]): Set<string> {
  const found = new Set(ids);
  for (const id of found) for (const other of below(id)) found.add(other);
  return found;
}
