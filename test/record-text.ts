import type { Header } from '../host/games/events.ts';

interface Opening extends Partial<Omit<Header, 'players'>> {
  readonly players: number;
}

/** A record that nobody played: its first event, and these. */
export function recordText({ players, ...more }: Opening, ...events: readonly object[]): string {
  const header: Header = {
    wordhost: 1,
    version: '0.1.0',
    id: '0'.repeat(21),
    game: 'bananagrams',
    seed: '1',
    startedAt: '2026-01-01T00:00:00.000Z',
    options: {},
    dictionary: { name: 'none' },
    players: Array.from({ length: players }, (_, index) => playerAt(index + 1)),
    host: { node: 'v24.0.0', platform: 'linux', cpus: 2 },
    ...more,
  };
  const all: readonly object[] = [{ t: 0, type: 'game', ...header }, ...events];
  return all.map((event, index) => `${JSON.stringify({ n: index + 1, ...event })}\n`).join('');
}

function playerAt(seat: number) {
  return { seat, entry: seat, name: `p${seat}`, command: 'x' };
}
