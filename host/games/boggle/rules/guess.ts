import { withPlayer } from '../../line-game/players.ts';
import { tellAll } from '../../line-game/telling.ts';
import { excerpt } from '../../line-game/wire/move-scanner.ts';
import { andThen } from '../../steps.ts';
import type { BoggleEvent } from '../events.ts';
import { type GuessJudgement, judgeGuess } from '../judge-guess.ts';
import type { Notice } from '../wire/messages.ts';
import { noticeText } from '../wire/text.ts';
import type { BoggleStep, HeardMove, Player, State } from './state.ts';
import { turnOver } from './turns.ts';

/** All play at once: it is judged and recorded, and nothing is told before the end. */
export function noteGuess(state: State, player: Player, heard: HeardMove, word: string): BoggleStep {
  const judgement = judgeGuess(state.terms, word, (known) => player.found.has(known));
  const event = guessEvent(heard, word, judgement);
  const after = judgement.right ? withPlayer(state, { ...player, found: player.found.with(word) }) : state;
  return { state: after, effects: [{ do: 'record', event }] };
}

/** Right or wrong it is told to all, and ends the turn. */
export function playGuess(state: State, player: Player, heard: HeardMove, word: string): BoggleStep {
  const { seat } = player;
  const isFound = (known: string) => state.players.some(({ found }) => found.has(known));
  const judgement = judgeGuess(state.terms, word, isFound);
  const text = noticeText(guessNotice(player, word, judgement));
  const after = judgement.right
    ? withPlayer(state, {
        ...player,
        found: player.found.with(word),
        score: player.score + judgement.points,
      })
    : state;
  const told: BoggleStep = {
    state: after,
    effects: [{ do: 'record', event: guessEvent(heard, word, judgement) }, ...tellAll(after, seat, text)],
  };
  return andThen(told, (next) => turnOver(next, seat));
}

function guessEvent({ seat, bytes }: HeardMove, word: string, judgement: GuessJudgement): BoggleEvent {
  if (!judgement.right) return { type: 'guess', seat, word: excerpt(word), reason: judgement.reason, bytes };
  const { points, path } = judgement;
  return { type: 'guess', seat, word, points, path, bytes };
}

function guessNotice({ seat }: Player, word: string, judgement: GuessJudgement): Notice {
  return judgement.right
    ? { type: 'scored', player: seat, word, points: judgement.points }
    : { type: 'missed', player: seat, word, reason: judgement.reason };
}
