import { jsonText } from '../../core/json.ts';
import {
  anyOf,
  listOf,
  Misfit,
  object,
  oneOf,
  readBy,
  type Shape,
  seat,
  text,
  transform,
  type ValueOf,
  whole,
} from '../../core/shape.ts';
import { type Result, readResult } from '../../events/result.ts';
import type { Move } from '../../games/scrabble/wire/messages.ts';
import { type MatchRequest, readMatchRequest } from '../../match/plan.ts';
import { readEndpoint } from '../../seats/remote/endpoints.ts';

export function endpointOf(written: Shape<string>): Shape<URL> {
  return transform(written, (given) => {
    const url = readEndpoint(given);
    return typeof url === 'string' ? new Misfit(() => url) : url;
  });
}

const flag = transform(oneOf(0, 1), (value) => value === 1);

/** `owner` is the token that registered it. */
export const storedBot = object({
  id: whole(1),
  owner: whole(1),
  name: text(),
  version: text(),
  endpoint: endpointOf(text()),
  language: text(),
  website: text(),
  description: text(),
  isConcurrent: flag,
});

export type StoredBot = ValueOf<typeof storedBot>;

const placements = listOf(
  object({ x: whole(), y: whole(), id: whole(0), letter: text(/^.$/u, 'one letter'), points: whole(0) }),
);
const move: Shape<Move> = anyOf(
  object({ type: oneOf('play'), placements }),
  object({ type: oneOf('change'), ids: listOf(whole(0)) }),
  object({ type: oneOf('pass', 'forfeit') }),
);

const request = readBy<MatchRequest>(object({}), (value) => {
  const read = readMatchRequest(value);
  return read.ok ? read.request : new Misfit(() => read.problem);
});

export const openRow = object({
  request: jsonText(request),
  seats: listOf(object({ bot: whole(1), gameid: whole(1), hasBegun: flag }), 2),
  moves: listOf(
    transform(object({ seat, move: jsonText(move), failure: flag }), ({ failure, ...made }) => ({
      ...made,
      isFailure: failure,
    })),
  ),
});

export const finishedRow = object({
  bots: listOf(whole(1), 2),
  result: transform<string, Result>(text(), (written) => {
    const read = readResult(written);
    return typeof read === 'string' ? new Misfit(() => read) : read;
  }),
});
