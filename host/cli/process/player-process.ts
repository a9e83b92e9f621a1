import { UsageError } from '../../core/errors.ts';
import { meant } from '../../core/text.ts';
import { compileByNeed } from '../../files/compile-cache.ts';
import { entryFile } from '../../files/package-root.ts';
import { endWith, prepareProcess, refuseOtherBytes } from './process.ts';

interface PlayerTable {
  readonly [name: string]: {
    readonly summary: string;
    load(): Promise<{ play(args: readonly string[]): Promise<number> }>;
  };
}

/** Runs `wordhost player WORDS` as a process that loads no part of the host, so that it starts sooner. */
export async function runPlayer(words: readonly string[]): Promise<void> {
  prepareProcess();
  await endWith(async () => {
    refuseOtherBytes(words);
    return await playAs(words);
  });
}

/** Plays as the one that the first word names, with the other words as its own; without a name they are listed. Gives the exit status. */
export async function playAs([name, ...words]: readonly string[]): Promise<number> {
  const players = await loadPlayers();
  if (name === undefined || name === '--help' || name === '-h') return list(players);
  const chosen = Object.hasOwn(players, name) ? players[name] : undefined;
  if (!chosen) {
    const names = Object.keys(players);
    throw new UsageError(
      `unknown player ${JSON.stringify(name)}${meant(name, names) || '.'} The players are: ${names.join(', ')}`,
    );
  }
  const { play } = await chosen.load();
  // The cache of compiled code keeps everything that a process loads before this, with all its functions.
  compileByNeed();
  return await play(words);
}

export const playerNames = async () => Object.keys(await loadPlayers());

/** Players are separate programs, not part of the host process. */
async function loadPlayers(): Promise<PlayerTable> {
  const loaded = (await import(entryFile('players'))) as { readonly players: PlayerTable };
  return loaded.players;
}

const about = [
  'Starts a built-in player, which speaks the protocol on standard input and',
  'output.',
  '',
  'Examples',
  '  wordhost GAME ./mine "wordhost player NAME"',
  '      play your bot against a built-in player of that game',
  '',
];

function list(players: PlayerTable): number {
  const rows = Object.entries(players).map(
    ([name, { summary }]) => `  wordhost player ${name.padEnd(14)}${summary}`,
  );
  process.stdout.write(
    `${['wordhost player NAME [options]', '', ...about, 'Players (each has its own --help)', ...rows].join('\n')}\n`,
  );
  return 0;
}
