import { meant } from '../../core/text/near-name.ts';
import { UsageError } from '../../core/usage-error.ts';
import { entryFile } from '../../files/package-root.ts';
import { commandOf } from '../command.ts';

interface PlayerTable {
  readonly [name: string]: {
    readonly summary: string;
    load(): Promise<{ play(args: readonly string[]): Promise<number> }>;
  };
}

/** The built-in players: programs on the other side of the pipe. */
export const player = commandOf({
  summary: 'The built-in players.',
  operands: {
    form: 'NAME [options]',
    min: 0,
    max: Number.POSITIVE_INFINITY,
    expected: 'a player',
    choices: [async () => Object.keys(await loadPlayers())],
  },
  options: {},
  examples: [],
  passesOn: true,
  async run({ operands: [name, ...words] }) {
    const players = await loadPlayers();
    if (name === undefined || name === '--help' || name === '-h') return list(players);
    const chosen = Object.hasOwn(players, name) ? players[name] : undefined;
    if (!chosen) {
      const names = Object.keys(players);
      throw new UsageError(
        `there is no player ${JSON.stringify(name)}${meant(name, names) || '.'} There are: ${names.join(', ')}`,
      );
    }
    const { play } = await chosen.load();
    return await play(words);
  },
});

/** They are separate programs, not part of the host process. */
async function loadPlayers(): Promise<PlayerTable> {
  const loaded = (await import(entryFile('players'))) as { readonly players: PlayerTable };
  return loaded.players;
}

function list(players: PlayerTable): number {
  const rows = Object.entries(players).map(
    ([name, { summary }]) => `  wordhost player ${name.padEnd(14)}${summary}`,
  );
  process.stdout.write(
    `${['wordhost player NAME [options]', '', ...rows, '', 'Each has its own --help.'].join('\n')}\n`,
  );
  return 0;
}
