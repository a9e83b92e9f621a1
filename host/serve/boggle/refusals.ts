const refusals = {
  'name-taken': { status: 409, message: () => 'A User with that name already exists!' },
  'no-such-player': { status: 404, message: (name) => `A user named ${name} does not exist!` },
  'against-oneself': { status: 400, message: () => "Sorry, you can't play against yourself" },
  'invalid-key': { status: 400, message: () => 'Invalid key' },
  'no-such-game': { status: 404, message: () => 'Game not found!' },
  'not-over': { status: 409, message: () => 'The game is not over yet' },
  'no-such-user': { status: 404, message: () => 'User not found!' },
  'not-a-participant': { status: 403, message: () => 'Only the participants can cancel a game' },
  'wrong-parameter': { status: 400, message: (problem) => problem },
  'no-token': {
    status: 401,
    message: (name) => `expected the token of ${name}, as in "Authorization: Bearer TOKEN"; there is none`,
  },
  'unknown-token': {
    status: 401,
    message: (name) => `expected the token of ${name}; no user has the one that came`,
  },
  'token-of-another': {
    status: 403,
    message: (name) => `expected the token of ${name}; the one that came is of another user`,
  },
} as const satisfies Record<string, { status: number; message: (about: string) => string }>;

export type RefusalReason = keyof typeof refusals;

/** A refusal is a result, not a fault. */
export interface Refusal {
  readonly refused: { readonly why: RefusalReason; readonly status: number; readonly message: string };
}

/** `about` is the name that it is about, or the whole sentence. */
export function refusal(why: RefusalReason, about = ''): Refusal {
  const { status, message } = refusals[why];
  return { refused: { why, status, message: message(about) } };
}
