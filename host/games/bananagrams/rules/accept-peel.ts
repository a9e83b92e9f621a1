import { shuffle } from '../../../core/chance.ts';
import type { Nanos, Seat } from '../../../core/units.ts';
import { takeFrom } from '../../kit/pool.ts';
import { andThen } from '../../steps.ts';
import type { BananagramsEvent } from '../events.ts';
import { withTiles } from '../tiles/tiles.ts';
import { gridText, threeDigits, trimmed } from '../wire/grid-text.ts';
import { noticeText } from '../wire/text.ts';
import { numberAfter } from './peel-number.ts';
import {
  type BananagramsEffect,
  type BananagramsStep,
  type Peel,
  type Player,
  playing,
  type State,
} from './state.ts';
import { won } from './verdicts.ts';

/** The peel is accepted: all players draw, or the bunch has too few tiles and the peeler has won. */
export function acceptPeel(state: State, peel: Peel, at: Nanos): BananagramsStep {
  const { seat, message, bytes } = peel;
  const number = numberAfter(state.peels);
  const accepted: State = { ...state, peels: state.peels + 1, lastProgress: at };
  const event = {
    type: 'peel',
    seat,
    number: threeDigits(number),
    grid: gridText(trimmed(message.grid)),
    bytes,
  } as const;
  if (accepted.bunch.left < playing(accepted).length) return lastPeel(accepted, seat, number, event);
  return everybodyDraws(accepted, seat, number, event);
}

type PeelEvent = Omit<BananagramsEvent & { readonly type: 'peel' }, 'drew'>;

function everybodyDraws(state: State, peeler: Seat, number: number, event: PeelEvent): BananagramsStep {
  let { bunch } = state;
  const drew: Record<string, string> = {};
  const tells: { seat: Seat; text: string }[] = [];
  const players = state.players.map((player) => {
    if (player.status.is !== 'playing') return player;
    let taken: readonly string[];
    [taken, bunch] = takeFrom(bunch, player.seat, 1);
    const [letter = ''] = taken;
    drew[player.seat] = letter;
    const mine = player.seat === peeler;
    tells.push({
      seat: player.seat,
      text: noticeText({ type: 'peeled', number, mine, drew: letter }, player.dialect),
    });
    return drawn(player, letter, mine);
  });
  const [written, order] = shuffle(state.order, tells);
  const effects: BananagramsEffect[] = [
    { do: 'record', event: { ...event, drew } },
    { do: 'gate', tells: written, by: peeler },
  ];
  return { state: { ...state, players, bunch, order }, effects };
}

/** The peeler's hand is settled by its peel; for the others one more message is on its way. */
function drawn(player: Player, letter: string, mine: boolean): Player {
  const tiles = withTiles(player.tiles, letter);
  if (mine) return { ...player, tiles, settled: player.tiles, sent: [letter] };
  return { ...player, tiles, sent: [...player.sent, letter] };
}

function lastPeel(state: State, peeler: Seat, number: number, event: PeelEvent): BananagramsStep {
  const tells = playing(state)
    .map(({ seat, dialect }) => {
      const notice = { type: 'peeled', number, mine: seat === peeler, drew: '' } as const;
      return { seat, text: noticeText(notice, dialect) };
    })
    .filter(({ text }) => text !== '');
  const [written, order] = shuffle(state.order, tells);
  const effects: BananagramsEffect[] = [{ do: 'record', event: { ...event, drew: {} } }];
  if (written.length > 0) effects.push({ do: 'gate', tells: written, by: peeler });
  return andThen({ state: { ...state, order }, effects }, (last) => won(last, peeler, 'bunch-empty'));
}
