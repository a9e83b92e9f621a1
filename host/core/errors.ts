/** A mistake of the user. The message says what was expected, what came, where, and what to do. The exit status is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Evaluates all parts. Joins their usage errors into one, so that the user can correct all mistakes at once. */
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

/** The machine refused something during a run. It is neither a mistake of the user nor a bug. */
export class HostFailure extends Error {}

/** Makes one game void. Other games continue. */
export class VoidMatch extends HostFailure {}

/** Another value if `act` throws, such as for a file of another process, which may be gone or not ours to see. */
export function attempt<Value, Other>(act: () => Value, otherwise: Other): Value | Other {
  try {
    return act();
  } catch {
    return otherwise;
  }
}
