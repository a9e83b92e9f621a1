/** Why an answer is none, by the number that a bot is told. */
export const faults = {
  /** Nothing came in time. */
  late: 1,
  /** There was no connection, it broke, or the status was not 200. */
  transport: 2,
  /** It is no JSON, no response object, or too long. */
  unreadable: 3,
  /** The bot says that something went wrong. */
  failed: 4,
  /** A result of another form. */
  form: 5,
  /** A move that the rules do not allow. */
  illegal: 6,
} as const;

export interface Fault {
  readonly ok: false;
  readonly errorcode: (typeof faults)[keyof typeof faults];
  readonly message: string;
}

export function fault(kind: keyof typeof faults, message: string): Fault {
  return { ok: false, errorcode: faults[kind], message };
}

/** What came, in short. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const LONGEST = 100;
