import type { StoredGame } from '../store/stored-game.ts';
import type { Guessed, Turned } from './game-rules.ts';

/** The sentences of the service that this one answers like. */
export const messages = {
  userMade: (name: string) => `User ${name} created`,
  gameMade: 'Good luck playing Boggle!',
  over: 'Game already over!',
  unknownPlayer: 'Player not found.',
  notPlaying: "You're not playing in this game",
  notItsTurn: "It's not your turn",
  history: 'Here is the history of this game',
  cancelled: (loser: string, winner: string) => `${loser} cancelled the game. ${winner} wins!`,
  /** `why`: what it did, as a part of a sentence after its name. */
  forfeited: (loser: string, why: string, winner: string) => `${loser} ${why}. ${winner} wins! Game over!`,
  average: (turns: number) => `The average moves remaining is ${turns.toFixed(2)}`,
} as const;

/** Of a guess, and of the end of the game if it was the last. */
export function guessMessage(word: string, { event, winner }: Guessed, { names }: StoredGame): string {
  const about = event.reason === undefined ? right(word, event.points) : misses[event.reason](word);
  return winner === undefined ? about : `${about} ${endMessage(winner, names)}`;
}

/** Of a turn without a guess. */
export function unusedMessage(name: string, how: Unused, { winner }: Turned, { names }: StoredGame): string {
  const about = { passed: `${name} passed.`, timeout: `${name} ran out of time.` }[how];
  return winner === undefined ? about : `${about} ${endMessage(winner, names)}`;
}

/** What a turn without a guess was. */
export type Unused = 'passed' | 'timeout';

function right(word: string, points: number): string {
  return `Correct! ${points} points for the word "${word}"`;
}

const misses = {
  notindictionary: (word: string) => `Sorry! "${word}" is not in the english dictionary.`,
  alreadyfound: (word: string) => `Sorry! "${word}" has already been found.`,
  notonboard: (word: string) => `Sorry! The word "${word}" is not in the board.`,
} as const;

function endMessage(winner: NonNullable<Turned['winner']>, names: StoredGame['names']): string {
  return winner === 'nobody' ? "It's a draw! Game over!" : `${names[winner - 1]} wins! Game over!`;
}
