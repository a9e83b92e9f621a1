/** What links on the page lead to. Players are named by their places in the standings, from 0. */
export const anchors = {
  player: (place: number) => `player-${place + 1}`,
  meeting: (one: number, other: number) => `games-${Math.min(one, other) + 1}-${Math.max(one, other) + 1}`,
  game: (number: number) => `game-${number}`,
} as const;
