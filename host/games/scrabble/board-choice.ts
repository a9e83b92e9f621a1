import type { Setup } from '../game.ts';
import type { FileReading } from '../kit/option.ts';
import type { Board } from './board/board.ts';
import { builtInBoard, builtInBoardNames } from './board/built-in-boards.ts';
import { boardFromFile } from './board/make-board.ts';
import { namedBoard } from './board/named-board.ts';
import { readRandomName } from './board/random-board.ts';

/** What was asked for as a board: some are only drawn when the match's chance is known. */
export interface BoardChoice {
  /** What it is read back from: its name, or its file. */
  readonly text: string;
  /** None for one that is still to be drawn. */
  readonly board: Board | undefined;
}

/** Those that are drawn have a seed, too: `random:42`. */
export const boardNames: readonly string[] = [...builtInBoardNames, 'random', 'infinite-random'];

type Reading = FileReading & ({ ok: true; value: BoardChoice } | { ok: false });

export function namedChoice(name: string): Reading | undefined {
  const board = builtInBoard(name);
  return board || readRandomName(name) ? { ok: true, value: { text: name, board } } : undefined;
}

/** The text of a board's file. */
export function boardChoice(text: string): Reading {
  const reading = boardFromFile('file', text);
  if (!reading.ok) return { ok: false, problem: reading.problem };
  return { ok: true, value: { text, board: reading.board } };
}

export function boardChoiceText({ text }: BoardChoice): string {
  return text;
}

export function boardOf({ text, board }: BoardChoice, { key, keyOf }: Pick<Setup, 'key' | 'keyOf'>): Board {
  const found = board ?? namedBoard(text, keyOf, key);
  if (!found) throw new Error(`${text} is no board: it was one when it was chosen`);
  return found;
}
