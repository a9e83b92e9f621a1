/** The user's mistake: what was expected, what came, where, what to do. Ends the command with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A refusal of the machine in the middle of a run: neither a mistake of the user nor a bug of ours. */
export class HostFailure extends Error {}

/** One game is void because of it; the others can go on. */
export class VoidMatch extends HostFailure {}
