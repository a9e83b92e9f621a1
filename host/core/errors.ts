/** The user's mistake: what was expected, what came, where, what to do. Ends the command with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What each part comes to. The mistakes in all of them are one usage error, so that they can be corrected together. */
export function together<Values extends readonly unknown[]>(
  parts: {
    readonly [Place in keyof Values]: () => Values[Place];
  },
): Values {
  const problems: string[] = [];
  const values = parts.map((part) => {
    try {
      return part();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(error.message);
      return undefined;
    }
  });
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return values as unknown as Values;
}

/** A refusal of the machine in the middle of a run: neither a mistake of the user nor a bug of ours. */
export class HostFailure extends Error {}

/** One game is void because of it; the others can go on. */
export class VoidMatch extends HostFailure {}
