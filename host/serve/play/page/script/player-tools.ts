import type { MoveAnswer } from '../../contract.ts';
import type { Table } from './table-element.ts';

type RefusedMove = Extract<MoveAnswer, { ok: false }>;

/** What a player is told, and the move that is on its way. */
export class MoveSender {
  message = '';
  isSending = false;
  readonly #table: Pick<Table, 'play' | 'say'>;
  readonly #render: () => void;

  constructor(table: Pick<Table, 'play' | 'say'>, render: () => void) {
    this.#table = table;
    this.#render = render;
  }

  tell(message: string): void {
    this.message = message;
    this.#table.say(message);
    this.#render();
  }

  /** `refused` is called before the player is told of a refusal. */
  async send(move: unknown, refused: (answer: RefusedMove) => void = () => {}): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    this.message = '';
    this.#render();
    const answer = await this.#table.play(move);
    this.isSending = false;
    if (answer.ok) return this.#render();
    refused(answer);
    this.tell(answer.problem);
  }
}

/** On a board, Tab first turns from across to down, and then leaves. True if the direction changes. */
export function isTurnedBy(event: KeyboardEvent, isDown: boolean): boolean {
  const isOnBoard = (event.target as Element).matches('[data-cell]');
  if (event.key !== 'Tab' || !isOnBoard || isDown !== event.shiftKey) return false;
  event.preventDefault();
  return true;
}
