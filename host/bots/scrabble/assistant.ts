import { judgePlay } from '../../games/scrabble/judge/judge-move.ts';
import { type Move, moveText, readNotice } from '../../games/scrabble/wire/messages.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { type AssistantMove, type AssistantSeat, WireLines } from '../assistant.ts';
import { followGame, type GameSetup } from './game.ts';
import { readMove } from './model/model-player.ts';
import { describePosition, describeRules, PastMoves } from './model/prompt.ts';
import type { Choice } from './strategy.ts';

const MOVES_SHOWN = 3;

export class ScrabbleAssistant implements AssistantSeat {
  readonly ready = 'ready\n';
  readonly #lines: WireLines;
  #setup!: GameSetup;
  #moves!: PastMoves;

  constructor(lexicon: Lexicon) {
    const begin = (lines: readonly string[]) => {
      const setup = followGame(lines, lexicon);
      if (typeof setup === 'string') throw new Error(setup);
      this.#setup = setup;
      this.#moves = new PastMoves(setup.told);
    };
    this.#lines = new WireLines(begin, (line) => {
      const notice = readNotice(line);
      if (!notice) return;
      this.#setup.game.hear(notice);
      this.#moves.hear(notice);
    });
  }

  get isDue(): boolean {
    return this.#setup?.game.turn !== undefined;
  }

  hear(text: string): void {
    this.#lines.take(text);
  }

  rules(): string {
    const rules = describeRules(this.#setup.told, this.#choice());
    return `${rules}\nIn make_move write the text of "move" alone, such as 8H WORD.`;
  }

  position(): string {
    return describePosition(this.#setup.told, this.#choice(), this.#moves.last(MOVES_SHOWN));
  }

  read(written: string): AssistantMove | string {
    const choice = this.#choice();
    const read = readMove({ move: written }, choice);
    if (typeof read === 'string') return read;
    const { move, refused } = read;
    if (refused !== undefined) return refused;
    const { game } = this.#setup;
    return {
      brings: inWords(move, choice),
      send() {
        const { k } = game.turn!;
        game.answer(move);
        return `${moveText(move, k)}\n`;
      },
    };
  }

  #choice(): Choice {
    return this.#setup.game.choice(() => 0);
  }
}

function inWords(move: Move, { terms, position, held }: Choice): string {
  if (move.type === 'change') return `exchanges ${move.ids.length} tiles`;
  const judgement = move.type === 'play' ? judgePlay(terms, position, held, move.placements) : undefined;
  if (!judgement?.legal) return 'no points';
  return `${judgement.points} points: ${judgement.words.map(({ letters, points }) => `${letters} ${points}`).join(', ')}`;
}
