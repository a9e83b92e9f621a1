import { droppedOut, type PlayerResult, type Result } from '../../events/result.ts';
import type { Outcome } from '../schedule/outcome.ts';

/** What a result says to the schedule. */
export function outcomeOf(result: Result): Outcome {
  const { players } = result;
  return {
    points: sharesOf(result),
    out: players.map(droppedOut),
    margins: players.map((player) => marginOf(player, players) ?? 0),
  };
}

/** By seat, the share of the opponents that each has beaten; a draw is half of it. */
function sharesOf({ players }: Result): readonly number[] {
  const table = beatenTable(players);
  const opponents = Math.max(1, players.length - 1);
  return table.map((row) => row.reduce((sum, points) => sum + points, 0) / opponents);
}

/** By seats: 1 where the row has beaten the column, ½ where neither has. A table of three and more is its pairs. */
export function beatenTable(players: readonly PlayerResult[]): readonly (readonly number[])[] {
  const hasWinner = players.some(isAhead);
  return players.map((one) => players.map((other) => (one === other ? 0 : pointsOf(one, other, hasWinner))));
}

function pointsOf(one: PlayerResult, other: PlayerResult, hasWinner: boolean): number {
  const [mine, theirs] = [placeOf(one), placeOf(other)];
  if (mine !== theirs) return Number(mine > theirs);
  // Of two that are out neither has beaten the other.
  if (mine === OUT) return 0;
  // Where nobody has won, points in the game decide nothing either.
  const difference = hasWinner ? (scoreOf(one) ?? 0) - (scoreOf(other) ?? 0) : 0;
  return (Math.sign(difference) + 1) / 2;
}

const OUT = 0;

function placeOf(player: PlayerResult): number {
  if (isAhead(player)) return OUT + 2;
  return player.outcome === 'lost' || player.outcome === 'unfinished' ? OUT + 1 : OUT;
}

const isAhead = ({ outcome }: PlayerResult) => outcome === 'won' || outcome === 'draw';

export function scoreOf({ score }: PlayerResult): number | undefined {
  return typeof score === 'number' ? score : undefined;
}

/** Its points less those of the best opponent. */
export function marginOf(player: PlayerResult, players: readonly PlayerResult[]): number | undefined {
  const mine = scoreOf(player);
  const others = players.flatMap((other) => (other === player ? [] : (scoreOf(other) ?? [])));
  return mine === undefined || others.length === 0 ? undefined : mine - Math.max(...others);
}
