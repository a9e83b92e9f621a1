import { UsageError } from '../../core/errors.ts';
import type { OpenSeats } from '../../match/seat.ts';
import type { StderrTarget } from '../../seats/process/pipes/stderr-sink.ts';
import { BotOutputs, OwnBots } from '../../serve/play/own-bots.ts';
import type { PlayableGames } from '../../serve/play/playable-game.ts';
import { drawToken } from '../../serve/tokens.ts';
import type { OwnCommands } from './home-games.ts';
import { playableGames } from './playable-games.ts';

/** Bots of the operator on the tables of the site. */
export interface OpenedOwnBots {
  readonly commands: OwnCommands;
  /** The games of the site with these bots. */
  readonly games: PlayableGames;
  /** Returns the number of their processes that may be started now. */
  readonly free: () => number;
  readonly outputs: BotOutputs;
  /** For the operator, who sees what they write to standard error. */
  readonly token: string;
  /** The token was drawn, and nobody knows it yet. */
  readonly isTokenNew: boolean;
}

const TOKEN = 'WORDHOST_SERVER_TOKEN';
/** A shorter token could be guessed. */
const SHORTEST_TOKEN = 16;
const LONGEST_NAME = 30;

/** The game of a bot without the name of a game. */
const UNNAMED = 'boggle';

/**
 * Reads `--bot GAME:NAME=COMMAND`. Texts without the name of a game are returned as `others`, too. Their bots are at
 * the tables of the site if a bot may have their name there.
 */
export function readOwnBots(texts: readonly string[]): {
  readonly own: OwnCommands;
  readonly others: readonly string[];
} {
  const own = new Map<string, Map<string, string>>();
  const others: string[] = [];
  for (const text of texts) {
    const [, written = '', rest = ''] = /^(\w+):(.*)$/s.exec(text) ?? [];
    const isNamed = Object.hasOwn(playableGames, written);
    const game = isNamed ? written : UNNAMED;
    const [, name = '', command = ''] = /^([^=]*)=(.*)$/s.exec(isNamed ? rest : text) ?? [];
    const bots = own.get(game) ?? new Map<string, string>();
    const expected = whyNot(game, name, command, bots);
    if (!isNamed) others.push(text);
    else if (expected !== undefined)
      throw new UsageError(`--bot: expected ${expected}; got ${JSON.stringify(text)}`);
    if (expected === undefined) own.set(game, bots.set(name, command));
  }
  return { own, others };
}

/** Returns what is expected instead. */
function whyNot(
  game: string,
  name: string,
  command: string,
  bots: ReadonlyMap<string, string>,
): string | undefined {
  const { bots: builtIn } = playableGames[game]!;
  if (command.trim() === '') return `${game}:NAME=COMMAND`;
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(name) || name.length > LONGEST_NAME)
    return `a name of 1 to ${LONGEST_NAME} letters and digits`;
  if (Object.hasOwn(builtIn, name)) return `another name than ${name}, which is a built-in bot`;
  return bots.has(name) ? 'each name once' : undefined;
}

/** `seatsWith` opens processes with this destination of their standard error. */
export function openOwnBots(
  commands: OwnCommands,
  most: number,
  seatsWith: (stderr: StderrTarget) => OpenSeats,
): OpenedOwnBots {
  const given = process.env[TOKEN];
  // Bots get the variables of the host.
  delete process.env[TOKEN];
  if (given !== undefined && given.length < SHORTEST_TOKEN)
    throw new UsageError(`${TOKEN}: expected at least ${SHORTEST_TOKEN} characters; got ${given.length}`);
  const outputs = new BotOutputs();
  const stderr: StderrTarget =
    ({ game, seat }) =>
    (line) =>
      outputs.seat(game, seat).take(line);
  const own = commands.size > 0 ? new OwnBots({ openSeats: seatsWith(stderr), outputs, most }) : undefined;
  const games = Object.entries(playableGames).map(([name, playable]) => {
    const added = [...(commands.get(name) ?? [])].map(
      ([bot, command]) => [bot, own!.bot(command, playable.wire)] as const,
    );
    return [name, { ...playable, ownBots: Object.fromEntries(added) }] as const;
  });
  return {
    commands,
    games: Object.fromEntries(games),
    free: () => own?.free ?? 0,
    outputs,
    token: given ?? drawToken(),
    isTokenNew: given === undefined,
  };
}
