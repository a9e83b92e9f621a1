import { basename } from 'node:path';
import { visibleLines } from '../core/text.ts';
import { Misuse } from './misuse.ts';

/** What each bot may be given, whatever its game. */
export interface BotOptions {
  /** It waits about so long before each move, so that people can watch: no more than a part of a turn's time. */
  readonly pauseMs?: number | undefined;
  /** For its chance: the same game again (default: `WORDHOST_PLAYER_SEED`, else 1). */
  readonly seed?: string | number | undefined;
  /** Before the sentence on standard error, where it cannot play (default: the name of its file). */
  readonly name?: string | undefined;
}

/** The same with what stands where nothing is said. */
export interface Pace {
  readonly pauseMs: number;
  readonly seed: string;
}

/** What a bot has still to do before it ends. */
export interface Ending {
  /** Nothing: it may end at once. */
  readonly isDue: boolean;
  finish(): Promise<void>;
}

/**
 * A bot as a program, from the first message of the host to the last: `sitDown` returns a sentence if it cannot play. Where it plays
 * one game only, it does not sit down in another one. `ending`: where the host ends it. Gives the exit
 * status, which the process has from then on.
 */
export async function asProgram(
  { pauseMs = 0, seed = process.env.WORDHOST_PLAYER_SEED || '1', name }: BotOptions,
  sitDown: (pace: Pace) => Promise<string | undefined>,
  plays?: string,
  ending?: Ending,
): Promise<number> {
  leaveQuietly(ending);
  const problem = otherGame(plays) ?? (await satDown(sitDown, { pauseMs, seed: String(seed) }));
  // A program does not end while its input is read.
  process.stdin.destroy();
  if (problem === undefined) return 0;
  process.stderr.write(visibleLines(`${name ?? basename(process.argv[1] ?? 'bot')}: ${problem}\n`));
  process.exitCode = 2;
  return 2;
}

async function satDown(
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

/** After SIGTERM. A host gives its players a second, and ends their input after a tenth of it. */
const HEARS_ON_MS = 300;

/** The host ends players with SIGTERM, and after the end of the host writes fail. Neither needs a message. */
function leaveQuietly(ending: Ending | undefined): void {
  process.on('SIGTERM', () => {
    if (!ending?.isDue) process.exit(0);
    // Unless the end of the game or of the input is heard first, which the host may have written before it sent the signal.
    setTimeout(() => void ending.finish().finally(() => process.exit(0)), HEARS_ON_MS).unref();
  });
  process.stdout.on('error', () => process.exit(0));
}
