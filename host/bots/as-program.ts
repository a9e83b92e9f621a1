import { basename } from 'node:path';
import { visibleLines } from '../core/text.ts';
import { Misuse } from './misuse.ts';

/** The options of each bot, whatever its game. */
export interface BotOptions {
  /** A pause of about this length before each move, so that people can watch. */
  readonly pauseMs?: number | undefined;
  /** The seed of the bot's chance (default: `WORDHOST_PLAYER_SEED`, else 1). */
  readonly seed?: string | number | undefined;
  /** The name in errors on standard error (default: the name of its file). */
  readonly name?: string | undefined;
}

/** Options with their defaults filled in. */
export interface Pace {
  readonly pauseMs: number;
  readonly seed: string;
}

/** The work of a bot before it ends. */
export interface Ending {
  readonly isDue: boolean;
  finish(): Promise<void>;
}

/**
 * Runs a bot as a program. `sitDown` plays until the last message and returns a sentence if it cannot play.
 * `plays` names the only game of the bot. `ending` runs if the host ends the bot. Returns the exit status,
 * which the process has from then on.
 */
export async function asProgram(
  { pauseMs = 0, seed = process.env.WORDHOST_PLAYER_SEED || '1', name }: BotOptions,
  sitDown: (pace: Pace) => Promise<string | undefined>,
  plays?: string,
  ending?: Ending,
): Promise<number> {
  leaveQuietly(ending);
  const problem = otherGame(plays) ?? (await sitDownSafely(sitDown, { pauseMs, seed: String(seed) }));
  // A program does not end while its input is read.
  process.stdin.destroy();
  if (problem === undefined) return 0;
  process.stderr.write(visibleLines(`${name ?? basename(process.argv[1] ?? 'bot')}: ${problem}\n`));
  process.exitCode = 2;
  return 2;
}

async function sitDownSafely(
  sitDown: (pace: Pace) => Promise<string | undefined>,
  pace: Pace,
): Promise<string | undefined> {
  try {
    return await sitDown(pace);
  } catch (error) {
    if (error instanceof Misuse) return error.message;
    throw error;
  }
}

/** A host that does not name its game may play any. */
function otherGame(plays: string | undefined): string | undefined {
  const game = process.env.WORDHOST_GAME_NAME || plays;
  if (plays === undefined || game === plays) return undefined;
  return `this player plays ${plays}, but this game is ${game}. Name its game before the players (wordhost ${plays} PLAYER…)`;
}

/** A host gives its players a second after SIGTERM and ends their input after a tenth of it. */
const HEARS_ON_MS = 300;

/** The host ends players with SIGTERM, and writes fail after its end. Neither needs a message. */
function leaveQuietly(ending: Ending | undefined): void {
  process.on('SIGTERM', () => {
    if (!ending?.isDue) process.exit(0);
    // The end of the game or of the input may come first: the host may have written it before the signal.
    setTimeout(() => void ending.finish().finally(() => process.exit(0)), HEARS_ON_MS).unref();
  });
  process.stdout.on('error', () => process.exit(0));
}
