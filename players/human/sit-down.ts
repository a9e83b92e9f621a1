import { closeSync, constants, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { isatty } from 'node:tty';
import { Inbox, isColoured, linesOfGreeting, PartReader, paintFor } from 'wordhost/terminal';
import { boggleDesk } from './boggle/boggle-desk.ts';
import type { Desk, DeskRequest } from './desk.ts';
import type { HumanOptions } from './options.ts';
import { scrabbleDesk } from './scrabble/scrabble-desk.ts';
import { Sitting } from './sitting.ts';

interface Place {
  readonly input: Readable;
  readonly send: (text: string) => void;
}

/** By the first word of the wire. */
const desks: Readonly<Record<string, (request: DeskRequest) => Desk | string>> = {
  boggle: boggleDesk,
  scrabble: scrabbleDesk,
};

/** From the first line of the host to the last. Returns a sentence if nobody can play here. */
export async function sitDown(
  { input, send }: Place,
  options: HumanOptions,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const inbox = new Inbox(input, new PartReader('\n'), 'utf8');
  const path = options.terminal ?? environment.WORDHOST_TERMINAL ?? '/dev/tty';
  const problem = whyNot(path);
  if (problem !== undefined) return problem;
  const lines = await linesOfGreeting(inbox);
  if (!lines) return undefined;
  const [game = ''] = (lines[0] ?? '').split(' ');
  const deskFor = Object.hasOwn(desks, game) ? desks[game] : undefined;
  if (!deskFor) return `it does not know the game ${game}, only ${Object.keys(desks).join(', ')}`;
  const paint = paintFor(isColoured({ isTTY: true }, true, environment));
  const desk = deskFor({ lines, options, send, paint });
  if (typeof desk === 'string') return desk;
  const isPlain = (environment.TERM ?? 'dumb') === 'dumb';
  await new Sitting(desk, { inbox, send, path, isPlain }).play();
  return undefined;
}

/** A person without a terminal cannot play. */
function whyNot(path: string): string | undefined {
  const how = 'start the host in a terminal (not with --sandbox strict), or name another one with --terminal';
  try {
    const descriptor = openSync(path, constants.O_RDWR | constants.O_NOCTTY);
    const isTerminal = isatty(descriptor);
    closeSync(descriptor);
    return isTerminal ? undefined : `expected a terminal; ${path} is none: ${how}`;
  } catch (error) {
    return `expected a terminal; ${path} cannot be opened (${(error as NodeJS.ErrnoException).code}): ${how}`;
  }
}
