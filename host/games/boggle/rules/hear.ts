import type { Nanos } from '../../../core/units.ts';
import { andThen, unchanged } from '../../game.ts';
import { courseOf } from '../../line-game/course.ts';
import { removalByForfeit } from '../../line-game/removal.ts';
import { isActive, playerAt, tellAll, withPlayer } from '../../line-game/state.ts';
import { recordPass } from '../../line-game/turns.ts';
import { excerpt } from '../../line-game/wire/scanner.ts';
import type { BoggleEvent } from '../events.ts';
import { type GuessJudgement, judgeGuess } from '../judge.ts';
import { type Message, type Notice, noticeText } from '../wire/messages.ts';
import { endByScore, endIfAllAreDone } from './end.ts';
import type { BoggleStep, HeardMove, Player, State } from './state.ts';
import { remove, turnOver } from './turns.ts';

const course = courseOf<Player, State, Message, BoggleEvent>({ answer, remove, turnOver });
export const { leave, spent } = course;

export function hear(state: State, heard: HeardMove): BoggleStep {
  if (state.terms.options.rules === 'turns') return course.hear(state, heard);
  if (!isActive(state, heard.seat)) return unchanged(state);
  const player = playerAt(state, heard.seat);
  return player.isDone ? dropAfterDone(state, player, heard) : answer(state, player, heard);
}

export function wake(state: State, at: Nanos): BoggleStep {
  return state.turn || state.over ? course.wake(state, at) : endByScore(state, 'time-up');
}

function answer(state: State, player: Player, heard: HeardMove): BoggleStep {
  const { seat, message, bytes } = heard;
  switch (message.type) {
    case 'guess':
      return state.terms.options.rules === 'turns'
        ? playGuess(state, player, heard, message.word)
        : noteGuess(state, player, heard, message.word);
    case 'pass': {
      const step: BoggleStep = recordPass(state, { type: 'pass', seat, bytes });
      return andThen(step, (next) => turnOver(next, seat));
    }
    case 'done': {
      const event = { type: 'done', seat, bytes } as const;
      const done = withPlayer(state, { ...player, isDone: true });
      const step: BoggleStep = { state: done, effects: [{ do: 'record', event }] };
      return andThen(step, endIfAllAreDone);
    }
    case 'forfeit':
      return remove(state, seat, removalByForfeit(seat, bytes));
    case 'unread':
      return dropAfterDone(state, player, heard);
    default:
      return message satisfies never;
  }
}

function dropAfterDone(state: State, player: Player, heard: HeardMove): BoggleStep {
  return course.drop(state, player, heard, 'of what it said after done');
}

/** Judges and records a simultaneous guess. Players hear nothing before the end. */
function noteGuess(state: State, player: Player, heard: HeardMove, word: string): BoggleStep {
  const judgement = judgeGuess(state.terms, word, (known) => player.found.has(known));
  const event = guessEvent(heard, word, judgement);
  const after = judgement.right ? withPlayer(state, { ...player, found: player.found.with(word) }) : state;
  return { state: after, effects: [{ do: 'record', event }] };
}

/** Tells everybody and ends the turn. */
function playGuess(state: State, player: Player, heard: HeardMove, word: string): BoggleStep {
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
