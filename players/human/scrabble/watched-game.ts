import type { FollowedGame, Greeting, Notice, Placement } from 'wordhost/scrabble';
import { shownName } from '../shown-name.ts';
import { written } from './written.ts';

export class WatchedGame {
  readonly told: Greeting;
  readonly game: FollowedGame;
  readonly names: readonly string[];
  readonly out = new Set<number>();
  readonly moves: { readonly player: number; readonly text: string }[] = [];
  /** The bag according to the host's last message before a turn. */
  bagTold: number | undefined;
  fresh: readonly Placement[] = [];
  /** Private messages of the host since the last move. */
  refused: readonly string[] = [];

  constructor(told: Greeting, game: FollowedGame, ownName?: string) {
    this.told = told;
    this.game = game;
    this.names = told.names.map((name, index) =>
      index + 1 === told.player ? (ownName ?? shownName(name)) : shownName(name),
    );
  }

  get scores(): readonly number[] {
    return this.game.scores;
  }

  get ownName(): string {
    return this.names[this.told.player - 1] ?? '';
  }

  hear(notice: Notice): void {
    this.#note(notice);
    this.game.hear(notice);
    if (notice.type === 'turn' && this.game.isRetry) this.moves.pop();
  }

  /** Tiles that are neither on the board nor ours. Undefined if the host does not tell the numbers. */
  unseen(): ReadonlyMap<number, number> | undefined {
    const { tiles, brief } = this.told;
    if (brief) return undefined;
    const left = new Map(tiles.tiles.map(({ id, count }) => [id, count]));
    for (const { id } of this.game.position.tiles()) left.set(id, (left.get(id) ?? 0) - 1);
    for (const [id, count] of this.game.held) left.set(id, (left.get(id) ?? 0) - count);
    return left;
  }

  #note(notice: Notice): void {
    const { player } = this.told;
    switch (notice.type) {
      case 'playsuccess':
        return void this.#play(player, notice);
      case 'played':
        return void this.#play(notice.player, notice);
      case 'playfailed':
        return void this.#add(notice.player, 'illegal play');
      case 'passed':
        return void this.#add(notice.player, 'pass');
      case 'changed':
        return void this.#add(notice.player, `changed ${notice.tiles}`);
      case 'changesuccess':
        return void this.#add(player, `changed ${notice.drawn.reduce((sum, { count }) => sum + count, 0)}`);
      case 'timeout':
        return void this.#add(notice.player, 'out of time');
      case 'forfeited':
        this.out.add(notice.player);
        return void this.#add(notice.player, 'left the game');
      case 'error':
        this.refused = [...this.refused, notice.words.join(' ')];
        return;
      case 'failed':
        return void this.#add(player, 'illegal move');
      case 'bag':
        this.bagTold = notice.tiles;
        return;
      case 'gameover':
      case 'start':
      case 'bank':
      case 'turn':
        return;
      default:
        notice satisfies never;
    }
  }

  #play(player: number, { placements, points }: { placements: readonly Placement[]; points: number }): void {
    const { terms, position } = this.game;
    this.fresh = placements;
    this.#add(player, `${written(terms, position, placements)} ${points}`);
  }

  #add(player: number, text: string): void {
    this.moves.push({ player, text });
  }
}
