import { putBack, takeFrom } from '../../kit/pool.ts';
import { offenceOf } from '../judge/refusal.ts';
import { holds, inAlphabet, withoutTiles, withTiles } from '../tiles/tiles.ts';
import { messageText } from '../wire/text.ts';
import { removePlayer } from './out.ts';
import {
  type BananagramsEffect,
  type BananagramsStep,
  type Dump,
  type Player,
  playerAt,
  type State,
  tell,
  withPlayer,
} from './state.ts';

const TAKEN = 3;

/** A tile for three; refused, and the tile comes back, where there are fewer. */
export function hearDump(state: State, dump: Dump): BananagramsStep {
  const player = playerAt(state, dump.seat);
  const { letter } = dump.message;
  if (!holds(player.tiles, letter)) return dumpedWithoutHolding(state, dump);
  if (state.bunch.left < TAKEN) return answered(state, player, dump, letter, true);
  const [drawn, left] = takeFrom(state.bunch, dump.seat, TAKEN);
  const bunch = putBack(left, [letter]);
  // A dump that waited for a photo finish came before the peel that was accepted in it.
  const lastProgress = Math.max(state.lastProgress, dump.at);
  return answered({ ...state, bunch, lastProgress }, player, dump, inAlphabet(drawn.join('')), false);
}

function answered(state: State, player: Player, dump: Dump, drew: string, refused: boolean): BananagramsStep {
  const { letter } = dump.message;
  const changed = withPossibleHands({
    ...player,
    tiles: withTiles(withoutTiles(player.tiles, letter), drew),
    settled: withoutTiles(player.settled, letter),
    sent: [...player.sent, drew],
  });
  const event = { type: 'dump', seat: player.seat, letter, drew, refused, bytes: dump.bytes } as const;
  const told = tell(player, { type: 'dumped', tiles: drew });
  const record: BananagramsEffect = { do: 'record', event, ...(refused && { noEffect: true }) };
  return { state: withPlayer(state, changed), effects: [record, ...told] };
}

/**
 * A hand with less than none of a letter is that of no grid, now or after more dumps: such hands are forgotten, so
 * that no more messages are remembered than the player has tiles, however often a dump is refused.
 */
function withPossibleHands(player: Player): Player {
  let { settled } = player;
  let forgotten = 0;
  while (settled.some((count) => count < 0)) settled = withTiles(settled, player.sent[forgotten++]!);
  return { ...player, settled, sent: player.sent.slice(forgotten) };
}

function dumpedWithoutHolding(state: State, dump: Dump): BananagramsStep {
  const { letter } = dump.message;
  const refusal = { rule: 'tiles', extra: letter, missing: '', beyond: 0 } as const;
  const offence = offenceOf(refusal, dump.bytes[0], messageText(dump.message));
  return removePlayer(state, dump.seat, { ...offence, detail: `${letter} dumped but not held` }, dump.bytes);
}
