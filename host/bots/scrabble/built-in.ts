import { judgePlay } from '../../games/scrabble/judge/judge-move.ts';
import { Endgame, otherRack } from '../../games/scrabble/moves/endgame.ts';
import { staticEquity } from '../../games/scrabble/moves/equity.ts';
import { RankedPlays, worthOf } from '../../games/scrabble/moves/ranked-plays.ts';
import type { Placement } from '../../games/scrabble/wire/messages.ts';
import type { SeatProgram } from '../../seats/remote/program-seats.ts';
import { chanceFrom } from '../chance.ts';
import { sitDown } from './play.ts';
import type { Choice, Chooser, Strategy } from './strategy.ts';

interface Level {
  /** The share of words that it knows. */
  readonly knows: number;
  readonly chooses: (choice: Choice) => Chooser;
}

/** Bots that need no process, from the weakest to the strongest. */
const levels = {
  beginner: { knows: 1 / 8, chooses: anyPlay },
  easy: { knows: 1 / 8, chooses: mostPoints },
  medium: { knows: 1 / 2, chooses: mostPoints },
  hard: { knows: 1, chooses: mostPoints },
  best: { knows: 1, chooses: mostWorth },
} as const satisfies Readonly<Record<string, Level>>;

export const builtInBots = Object.keys(levels) as (keyof typeof levels)[];

/** `past` are its answers before a restart. */
export function builtInBot(name: keyof typeof levels, past: readonly string[]): SeatProgram {
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

/** Reservoir sampling. */
function anyPlay({ chance }: Choice): Chooser {
  let seen = 0;
  let kept: readonly Placement[] | undefined;
  return {
    look(found) {
      seen++;
      if (chance() * seen < 1) kept = found.placements();
    },
    chosen: () => kept,
  };
}

function mostPoints(choice: Choice): Chooser {
  const best = new RankedPlays(choice, 1);
  return {
    get least() {
      return best.least;
    },
    look: (found) => best.look(found),
    chosen: () => best.plays[0]?.placements,
  };
}

/** Looks into this many plays with an empty bag. */
const LOOKED_INTO = 10;

/** Counts kept tiles, and the end of the game with an empty bag. */
function mostWorth(choice: Choice): Chooser {
  const other = otherRack(choice);
  const endgame = other && new Endgame(choice, other);
  const kept = endgame ? undefined : staticEquity(choice, undefined);
  const best = new RankedPlays(choice, endgame ? LOOKED_INTO : 1, endgame?.kept ?? kept);
  return {
    get least() {
      return best.least;
    },
    beside: best.beside,
    look: (found) => best.look(found),
    chosen() {
      const first = endgame ? endgame.best(best.plays) : best.plays[0];
      const change = kept?.change;
      if (change && change.worth > (first ? worthOf(first) : 0)) return { type: 'change', ids: change.ids };
      return first?.placements;
    },
  };
}
