import type { Placement } from '../../../../games/scrabble/wire/messages.ts';
import type { RefusedMove, Scene, Turn } from '../scene.ts';

export type Refusal = (move: RefusedMove) => readonly string[];

/** Each of its plays is legal and is refused with one of these errors. In a game the host sends them only if they are true. */
function failing(name: string, refusals: readonly Refusal[]): Scene {
  const turns = refusals.map((refused): Turn => ({ do: 'turn', wants: 'play', refused }));
  const actions = turns.flatMap((turn) => [turn, { do: 'other', player: 2, does: 'passes' } as const]);
  return {
    name,
    advice:
      'After `error …` lines and `failed` your turn is over: the tiles are still in your hand, the board is as it was. Wait for the next `turn`.',
    setting: { hand: 'CATDOGS' },
    actions: [{ do: 'set-up' }, ...actions, { do: 'quiet' }, { do: 'turn' }],
  };
}

const face = ({ letter, points }: Placement) => `${letter}${points}`;
const first = ({ placements }: RefusedMove) => placements[0]!;
const spelled = ({ placements }: RefusedMove) => placements.map(({ letter }) => letter).join('');

export const tileErrors: readonly Refusal[] = [
  () => ['error emptymove'],
  (move) => [`error piecedoesnotexist ${first(move).id}`],
  (move) => [
    `error playerdoesnothavepiece ${move.seat} ${first(move).id}`,
    `error invalidpieceinst ${first(move).id} ${face(first(move))}`,
  ],
];

export const placeErrors: readonly Refusal[] = [
  (move) => [`error emptytile ${first(move).x} ${first(move).y}`],
  (move) => {
    const { x, y } = first(move);
    return [`error occupiedtile ${face(first(move))} ${x} ${y} E1`];
  },
  ({ placements }) => [`error wordnotonroworcolumn ${placements.map(({ x, y }) => `${x} ${y}`).join(' ')}`],
];

export const howErrors: readonly Refusal[] = [
  () => ['error wordoutsideboard', 'error wordnotconnected'],
  () => ['error firstwordtooshort', 'error firstwordnotovercenter 0 0'],
  () => ['error wordnotadjacent'],
];

export const wordErrors: readonly Refusal[] = [
  (move) => [`error wordnotindictionary ${spelled(move)}`],
  (move) => [`error wordnotindictionary ${spelled(move)}`, 'error wordnotindictionary QQ'],
];

export const unknownErrors: readonly Refusal[] = [
  () => ['error moonisfull 3 x', 'error tilesaretired'],
  () => ['error moonisfull', 'error wordnotadjacent'],
];

/** Whether it goes on after a failed move of its own. */
export const afterFailures: readonly Scene[] = [
  failing('goes on after a play that failed for its tiles', tileErrors),
  failing('goes on after a play that failed for its places', placeErrors),
  failing('goes on after a play that failed for how it lay', howErrors),
  failing('goes on after a play that failed for its words', wordErrors),
  failing('goes on after an error that it does not know', unknownErrors),
  {
    name: 'goes on after a change that was refused',
    advice:
      'After `error notenoughpieces N M` and `failed` you hold what you held. Wait for the next `turn`.',
    setting: { hand: 'VVWCQJK' },
    actions: [
      { do: 'set-up' },
      { do: 'turn', wants: 'change', refused: ({ ids }) => [`error notenoughpieces ${ids.length} 3`] },
      { do: 'other', player: 2, does: { plays: 'RESTING' } },
      { do: 'turn' },
    ],
  },
];
