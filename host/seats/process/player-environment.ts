import type { Seat } from '../../core/units.ts';
import { controllingTerminal } from '../../terminal/controlling-terminal.ts';
import type { Hosting } from './hosting.ts';

/** The host's own environment but for its options, and what every player is told. */
export function playerEnvironment(
  host: NodeJS.ProcessEnv,
  hosting: Hosting,
  seat: Seat,
): Record<string, string> {
  const own = environmentFrom(host, (name) => !name.startsWith('WORDHOST_OPT_'), hosting, seat);
  const terminal = controllingTerminal();
  return terminal === undefined ? own : { WORDHOST_TERMINAL: terminal, ...own };
}

const LET_THROUGH = /^(PATH|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|PYTHONUNBUFFERED)$/;

/** A player that is not trusted sees neither the host's secrets nor where its home is. */
export function strictEnvironment(
  host: NodeJS.ProcessEnv,
  hosting: Hosting,
  seat: Seat,
): Record<string, string> {
  const own = { HOME: '/tmp', TMPDIR: '/tmp' };
  return { ...own, ...environmentFrom(host, (name) => LET_THROUGH.test(name), hosting, seat) };
}

function environmentFrom(
  host: NodeJS.ProcessEnv,
  letsThrough: (name: string) => boolean,
  hosting: Hosting,
  seat: Seat,
): Record<string, string> {
  const environment: Record<string, string> = { PYTHONUNBUFFERED: '1' };
  for (const [name, value] of Object.entries(host))
    if (value !== undefined && letsThrough(name)) environment[name] = value;
  Object.assign(environment, hosting.environment(seat), hosting.variables);
  return Object.assign(environment, marks(hosting.game, seat));
}

/** What every process of a player carries, so that it is known again wherever it went. */
export function marks(game: string, seat: Seat): Record<string, string> {
  return { WORDHOST_GAME: game, WORDHOST_SEAT: String(seat) };
}
