import { openStream, shuffle } from '../../../core/chance.ts';
import type { Nanos } from '../../../core/units.ts';
import type { Present, Setup } from '../../game.ts';
import { filledPool, takeFrom } from '../../kit/pool.ts';
import type { bananagramsOptions } from '../options.ts';
import { bunchSize, handSize, inAlphabet, tilesOf, tilesOfBunch } from '../tiles.ts';
import { type Dialect, noticeText } from '../wire/messages.ts';
import { endIfFewAreLeft } from './end.ts';
import type { BananagramsEffect, BananagramsStep, Options, Player, State } from './state.ts';

/** Values that are fixed before anybody is ready. */
export type Prepared = Pick<State, 'options' | 'lexicon' | 'named' | 'bunch' | 'order' | 'coin'>;

export function prepareRace(setup: Setup<typeof bananagramsOptions>): Prepared {
  const { options, lexicon, names, key } = setup;
  if (!lexicon) throw new Error('a peel race requires a word list');
  const bunch = filledPool(tilesOfBunch(options.bunch), setup);
  const [order, coin] = [openStream(key, 'order'), openStream(key, 'coin')];
  return { options, lexicon, named: names.length, bunch, order, coin };
}

export function openGame(prepared: Prepared, present: readonly Present[], at: Nanos): BananagramsStep {
  const players = present.map(seated);
  const state: State = { ...prepared, players, peels: 0, lastProgress: at, finish: undefined, over: false };
  const ended = endIfFewAreLeft(state);
  return ended.state.over ? ended : deal(state);
}

function seated({ seat, dialect }: Present): Player {
  const none = tilesOf('');
  const status = { is: 'playing' } as const;
  return { seat, dialect: dialect as Dialect, status, tiles: none, settled: none, sent: [], lateBytes: 0 };
}

function deal(state: State): BananagramsStep {
  const size = dealtTo(state);
  let bunch = state.bunch;
  const effects: BananagramsEffect[] = [];
  const tells: { seat: number; text: string }[] = [];
  const players = state.players.map((player) => {
    let drawn: readonly string[];
    [drawn, bunch] = takeFrom(bunch, player.seat, size);
    const hand = inAlphabet(drawn.join(''));
    effects.push({ do: 'record', event: { type: 'deal', seat: player.seat, tiles: hand } });
    tells.push({ seat: player.seat, text: noticeText({ type: 'hand', tiles: hand }, player.dialect) });
    return { ...player, tiles: tilesOf(hand), settled: tilesOf(hand) };
  });
  const [written, order] = shuffle(state.order, tells);
  effects.push({ do: 'gate', tells: written });
  return { state: { ...state, players, bunch, order }, effects };
}

/** Absent players may make the others' hands larger than the bunch allows. Then the hands stay as for all. */
function dealtTo(state: State): number {
  const { options, players, named, bunch } = state;
  const size = options.hand ?? handSize(players.length);
  return size * players.length <= bunch.left ? size : (options.hand ?? handSize(named));
}

/** Returns a sentence if the bunch cannot deal to all players. */
export function unplayable(options: Options, seats: number): string | undefined {
  const each = options.hand ?? handSize(seats);
  const tiles = bunchSize(options.bunch);
  if (each * seats <= tiles) return undefined;
  const most = Math.floor(tiles / seats);
  const ways = [
    ...(seats > 1 ? ['use fewer players'] : []),
    ...(most > 0 ? [`use --hand N (at most ${most})`] : []),
    'use a larger --bunch FILE',
  ];
  const players = seats === 1 ? 'player' : 'players';
  const needed = `${seats} ${players} with ${each} each need ${each * seats}`;
  return `the bunch has ${tiles} ${tiles === 1 ? 'tile' : 'tiles'}, but ${needed}: ${ways.join(' or ')}`;
}
