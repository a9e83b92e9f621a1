import { andThen, unchanged } from '../../game.ts';
import { dropLate, lateFlood, removalByForfeit, removalByOffence } from '../../line-game/removal.ts';
import { isActive, playerAt, tellAll, timingOfMove, withPlayer } from '../../line-game/state.ts';
import { answerTurn, recordPass } from '../../line-game/turns.ts';
import { excerpt, lineFault } from '../../line-game/wire/scanner.ts';
import type { BoggleEvent } from '../events.ts';
import { type GuessJudgement, judgeGuess } from '../judge.ts';
import { type Notice, noticeText } from '../wire/messages.ts';
import { endIfAllAreDone } from './end.ts';
import type { BoggleStep, HeardMove, Player, State } from './state.ts';
import { remove, turnOver } from './turns.ts';

export function hear(state: State, heard: HeardMove): BoggleStep {
  if (!isActive(state, heard.seat)) return unchanged(state);
  const player = playerAt(state, heard.seat);
  if (state.terms.options.rules === 'turns') return hearInTurns(state, player, heard);
  return player.isDone ? drop(state, player, heard) : answer(state, player, heard);
}

function hearInTurns(state: State, player: Player, heard: HeardMove): BoggleStep {
  const { seat, message, bytes } = heard;
  const place = timingOfMove(state.turn, player, heard);
  switch (place.is) {
    case 'answer': {
      const charged: BoggleStep = answerTurn(state, seat, heard.at);
      return andThen(charged, (next) => answer(next, playerAt(next, seat), heard));
    }
    case 'dropped':
      return drop(state, player, heard);
    case 'out-of-order':
      return remove(state, seat, removalByOffence(seat, lineFault(message, 'order', place.problem), bytes));
    default:
      return place satisfies never;
  }
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
      return drop(state, player, heard);
    default:
      return message satisfies never;
  }
}

function drop(state: State, player: Player, heard: HeardMove): BoggleStep {
  const what = player.isDone ? 'of what it said after done' : 'of answers to turns that had run out';
  const flood = lateFlood(state, player, heard, what);
  if (!flood) return dropLate(state, player, heard);
  return remove(state, heard.seat, removalByOffence(heard.seat, flood, heard.bytes));
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
