/** The user's mistake: what was expected, what came, where, what to do. Ends the command with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
