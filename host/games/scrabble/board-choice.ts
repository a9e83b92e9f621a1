import { type Key, keyFromText, openStream } from '../../tabletop/chance.ts';
import type { FileReading } from '../option.ts';
import type { Board } from './board/board.ts';
import { builtInBoard } from './board/built-in-boards.ts';
import { boardFromFile } from './board/make-board.ts';
import { type RandomBoard, randomBoard, readRandomName } from './board/random-board.ts';

/** What was asked for as a board: some are only drawn when the match's chance is known. */
export type BoardChoice =
  /** `text` is what it is read back from: its name, or its file. */
  | { readonly is: 'made'; readonly board: Board; readonly text: string }
  | {
      readonly is: 'random';
      readonly kind: RandomBoard;
      readonly seed: string | undefined;
      readonly text: string;
    };

type Reading = FileReading & ({ ok: true; value: BoardChoice } | { ok: false });

export function namedBoard(name: string): Reading | undefined {
  const random = readRandomName(name);
  if (random) return { ok: true, value: { is: 'random', ...random, text: name } };
  const board = builtInBoard(name);
  return board && { ok: true, value: { is: 'made', board, text: name } };
}

/** The text of a board's file. */
export function boardChoice(text: string): Reading {
  const reading = boardFromFile('file', text);
  if (!reading.ok) return { ok: false, problem: reading.problem };
  return { ok: true, value: { is: 'made', board: reading.board, text } };
}

export function boardChoiceText({ text }: BoardChoice): string {
  return text;
}

/** Nothing where nothing was asked for. */
export function boardOf(choice: BoardChoice | undefined, key: Key): Board | undefined {
  if (choice === undefined) return undefined;
  if (choice.is === 'made') return choice.board;
  const { kind, seed, text } = choice;
  return randomBoard(kind, text, openStream(seed === undefined ? key : keyFromText(seed), 'board'));
}
