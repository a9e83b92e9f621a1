import { cut } from '../../core/columns.ts';
import { visible } from '../../core/visible.ts';
import type { PlayerResult, Result } from '../../events/result.ts';

/** How a game ended, for people. */
const reasons: Readonly<Record<Result['reason'], string>> = {
  'bunch-empty': 'the bunch is empty',
  'played-out': 'bag and hand are empty',
  scoreless: 'nobody scored any more',
  'passed-out': 'everybody passed',
  'turns-used': 'all turns are used',
  'time-up': 'the time is up',
  'last-player': 'the only player left',
  'nobody-left': 'nobody is left',
  stalled: 'nothing went on any more',
  'game-timeout': 'the game took too long',
  'max-turns': 'the limit of turns is reached',
  interrupted: 'interrupted',
};

/** The same in a game in which it is something else. */
const ownReasons: Readonly<Record<string, Partial<typeof reasons>>> = {
  boggle: { 'played-out': 'everybody is done' },
};

export function endingSentence(result: Result): string {
  const why = ownReasons[result.game]?.[result.reason] ?? reasons[result.reason];
  const winner = result.players.find(({ seat }) => seat === result.winner);
  if (winner) return `${whoIs(winner)} has won: ${why}`;
  return result.outcome === 'draw' ? `a draw: ${why}` : `no winner: ${why}`;
}

const LONGEST_NAME = 60;

export function whoIs({ seat, name }: { readonly seat: number; readonly name: string }): string {
  return `player ${seat} (${cut(visible(name), LONGEST_NAME)})`;
}

/** A player's outcome in a few words. */
export function outcomeWords({ outcome, cause, offence }: PlayerResult): string {
  if (cause) return `${outcome} (${cause})`;
  return offence ? `${outcome} (${cut(visible(offence.rule), LONGEST_NAME)})` : outcome;
}

export function duration(ms: number): string {
  if (ms < 1000) return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}
