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
/** What a player needs before it is known which. */
export const playerProcess = 'host/cli/process/player-process.ts';
const PLAYER = /\/players\/[a-z-]+\/player\.ts$/;
const GAME = /host\/games\/([a-z-]+)\/\1\.ts$/;

/**
 * The files of the programs. Each takes half a millisecond to load, and each line that is not needed some time, too: so a
 * game finds all that it needs for its first player in two files, and what only other commands need is in others.
 */
export function partsOfPrograms(root: string): Parts {
  return partsBy((ids, below) => {
    const partOf = new Map<string, string>();
    for (const id of ids.filter((id) => GAME.test(id)))
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
    return partOf;
  });
}

/** What every player needs is in one file, too. */
export function partsOfPlayers(root: string): Parts {
  return partsBy((ids, below) => {
    const players = ids.filter((id) => PLAYER.test(id)).map((id) => reached([id], below));
    const ofProcess = reached([join(root, playerProcess)], below);
    const isCommon = (id: string) => ofProcess.has(id) || players.every((needed) => needed.has(id));
    return new Map(ids.filter(isCommon).map((id) => [id, 'every-player']));
  });
}

interface Parts {
  readonly codeSplitting: CodeSplitting;
  readonly plugin: Plugin;
}

type Below = (id: string) => readonly string[];

/** In which part each module is, by its id, once all are known. */
function partsBy(choose: (ids: readonly string[], below: Below) => ReadonlyMap<string, string>): Parts {
  let partOf: ReadonlyMap<string, string> = new Map();
  const plugin: Plugin = {
    name: 'program-parts',
    buildEnd() {
      const below = (id: string) =>
        this.getModuleInfo(id)?.importedIds.filter((id) => !forCompletion.test(id)) ?? [];
      partOf = choose([...this.getModuleIds()], below);
    },
  };
  const groups = [{ name: (id: string) => partOf.get(id), debugName: 'parts' }];
  return { codeSplitting: { includeDependenciesRecursively: false, groups }, plugin };
}

/** These modules with all that they import, directly or through others. */
function reached(ids: readonly string[], below: Below): Set<string> {
  const found = new Set(ids);
  for (const id of found) for (const other of below(id)) found.add(other);
  return found;
}
