import { judgePlay } from '../../games/scrabble/judge/judge-move.ts';
import type { SeatProgram } from '../../seats/remote/program-seats.ts';
import { chanceFrom } from '../chance.ts';
import type { Strength } from '../strengths.ts';
import { anyPlay } from './any-play.ts';
import { bestPlay } from './best-play.ts';
import { sitDown } from './play.ts';
import type { Chooser, Strategy } from './strategy.ts';

interface Level {
  /** The share of words that it knows. */
  readonly knows: number;
  readonly chooses: Strategy;
}

/** Bots that need no process, as strong as those of `wordhost play`. */
const levels = {
  beginner: { knows: 1 / 8, chooses: anyPlay },
  easy: { knows: 1 / 8, chooses: bestPlay({}) },
  medium: { knows: 1 / 2, chooses: bestPlay({}) },
  hard: { knows: 1, chooses: bestPlay({}) },
  best: { knows: 1, chooses: bestPlay({ leave: true }) },
} as const satisfies Readonly<Record<Strength, Level>>;

/** `past` are its answers before a restart. */
export function builtInBot(name: Strength, past: readonly string[]): SeatProgram {
  return async ({ lexicon, seed }, { input, send }) => {
    const strategy = withKnownWords(levels[name], String(seed));
    const pace = { pauseMs: 0, seed: String(seed), bestFirst: levels[name].knows === 1 };
    return await sitDown({ input, send, lexicon, past }, strategy, pace);
  };
}

function withKnownWords({ knows, chooses }: Level, seed: string): Strategy {
  if (knows === 1) return chooses;
  const isKnown = (word: string) => chanceFrom(`${seed} ${word}`)() < knows;
  return (choice) => {
    const { terms, position, held } = choice;
    const chooser = chooses(choice);
    const look: Chooser['look'] = (found) => {
      const judgement = judgePlay(terms, position, held, found.placements());
      const word = judgement.legal ? judgement.words[0]?.letters : undefined;
      if (word !== undefined && isKnown(word)) chooser.look(found);
    };
    return { look, chosen: () => chooser.chosen() };
  };
}
