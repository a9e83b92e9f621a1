import { chownSync, closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBriefly } from '../processes/run-briefly.ts';

/**
 * The pipes of one game: named ones, because on the socket pairs that Node makes a player cannot open
 * `/dev/stdin` and `/dev/stdout`. Their folder is private, and gone as soon as every player has opened its own.
 */
export class PipeFolder {
  readonly problem: string | undefined;
  readonly #folder: string;
  #unopened: number;

  constructor(folder: string, players: number, problem: string | undefined) {
    this.#folder = folder;
    this.#unopened = players;
    this.problem = problem;
    if (problem !== undefined || players === 0) this.remove();
  }

  path(index: number): string {
    return join(this.#folder, String(index + 1));
  }

  /** This player has opened its pipes, or never will. */
  opened(): void {
    if (--this.#unopened === 0) this.remove();
  }

  remove(): void {
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true });
  }
}

export async function makePipes(players: number): Promise<PipeFolder> {
  let folder = '';
  try {
    folder = mkdtempSync(join(tmpdir(), 'wordhost-'));
  } catch (error) {
    return new PipeFolder('', players, `no folder for pipes: ${(error as Error).message}`);
  }
  const names = Array.from({ length: players }, (_, index) => join(folder, String(index + 1)));
  const paths = names.flatMap((name) => [`${name}.in`, `${name}.out`, `${name}.err`]);
  const failure = players > 0 ? await runBriefly(['mkfifo', '-m', '600', ...paths]) : undefined;
  return new PipeFolder(folder, players, failure && `no pipes could be made: ${failure.problem}`);
}

/** The host's ends of one player's pipes, as descriptors, and what keeps them open until the player has its own. */
export interface PipeEnds {
  readonly path: string;
  readonly input: number;
  readonly output: number;
  readonly errors: number;
  /** For the player's side to inherit. */
  readonly playerErrors: number;
  readonly placeholders: readonly number[];
}

/** Opened in an order in which nobody waits for the other side. They become the owner's, where one is named. */
export function openPipes(path: string, owner?: number): PipeEnds {
  const opened: number[] = [];
  const open = (end: string, flags: number) => {
    const descriptor = openSync(path + end, flags);
    opened.push(descriptor);
    return descriptor;
  };
  const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
  try {
    const output = open('.out', O_RDONLY | O_NONBLOCK);
    const outputHeld = open('.out', O_WRONLY);
    const inputHeld = open('.in', O_RDONLY | O_NONBLOCK);
    const input = open('.in', O_WRONLY | O_NONBLOCK);
    const errors = open('.err', O_RDONLY | O_NONBLOCK);
    const playerErrors = open('.err', O_WRONLY);
    if (owner !== undefined) for (const end of ['.in', '.out', '.err']) chownSync(path + end, owner, owner);
    return { path, input, output, errors, playerErrors, placeholders: [outputHeld, inputHeld] };
  } catch (error) {
    opened.forEach(closeSync);
    throw error;
  }
}
