import { closeSync, constants, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { isatty } from 'node:tty';
import { claimTerminal, Inbox, isColoured, linesOfGreeting, PartReader, paintFor } from 'wordhost/terminal';
import { bananagramsDesk } from './bananagrams/bananagrams-desk.ts';
import { boggleDesk } from './boggle/boggle-desk.ts';
import type { Desk, DeskRequest } from './desk.ts';
import type { HumanOptions } from './options.ts';
import { scrabbleDesk } from './scrabble/scrabble-desk.ts';
import { Sitting } from './sitting.ts';
import { lines, numbered } from './wire.ts';

interface PersonPlace {
  readonly input: Readable;
  readonly send: (text: string) => void;
}

type DeskFor = (request: DeskRequest) => Desk | string;

/** Desks by the first word of the wire. */
const inLines: Readonly<Record<string, DeskFor>> = { boggle: boggleDesk, scrabble: scrabbleDesk };

/** In these games a player speaks first. */
const withoutGreeting: Readonly<Record<string, DeskFor>> = { bananagrams: bananagramsDesk };

/** Returns a sentence if nobody can play here. */
export async function sitDown(
  { input, send }: PersonPlace,
  options: HumanOptions,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const { WORDHOST_GAME_NAME: name = '', WORDHOST_GAME: match = '' } = environment;
  const speaksFirst = Object.hasOwn(withoutGreeting, name) ? withoutGreeting[name] : undefined;
  const wire = speaksFirst ? numbered : lines;
  const inbox = new Inbox(input, new PartReader(wire.end), speaksFirst ? 'latin1' : 'utf8');
  const path = options.terminal ?? environment.WORDHOST_TERMINAL ?? '/dev/tty';
  const problem = whyNot(path);
  if (problem !== undefined) return problem;
  const paint = paintFor(isColoured({ isTTY: true }, true, environment));
  const request = { options, environment, send, paint };
  const desk = speaksFirst ? speaksFirst({ ...request, lines: [] }) : await greetedDesk(inbox, request);
  if (desk === undefined || typeof desk === 'string') return desk;
  if (desk.isLive && !(await claimTerminal(path, match)))
    return `another person plays this game on ${path}, and all players play at the same time. Open a second terminal, run \`tty; sleep 1d\` there, and pass the printed path with --terminal`;
  const isPlain = (environment.TERM ?? 'dumb') === 'dumb';
  await new Sitting(desk, { inbox, send, wire, path, isPlain, isShared: options.shared }).play();
  return undefined;
}

/** Undefined if the host ended during the set-up. */
async function greetedDesk(
  inbox: Inbox<string>,
  request: Omit<DeskRequest, 'lines'>,
): Promise<Desk | string | undefined> {
  const greeting = await linesOfGreeting(inbox);
  if (!greeting) return undefined;
  const [game = ''] = (greeting[0] ?? '').split(' ');
  const deskFor = Object.hasOwn(inLines, game) ? inLines[game] : undefined;
  if (deskFor) return deskFor({ ...request, lines: greeting });
  const known = [...Object.keys(withoutGreeting), ...Object.keys(inLines)].join(', ');
  return `expected one of the games ${known}; got ${game}`;
}

/** A person without a terminal cannot play. */
function whyNot(path: string): string | undefined {
  const how =
    'Start the host in a terminal (not with --sandbox strict), or name another terminal with --terminal';
  try {
    const descriptor = openSync(path, constants.O_RDWR | constants.O_NOCTTY);
    const isTerminal = isatty(descriptor);
    closeSync(descriptor);
    return isTerminal ? undefined : `${path} is not a terminal. ${how}`;
  } catch (error) {
    return `cannot open the terminal ${path} (${(error as NodeJS.ErrnoException).code}). ${how}`;
  }
}
