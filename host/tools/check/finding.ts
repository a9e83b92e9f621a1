/** Why a step does not go through: the bot is wrong, or did nothing by which it could be told. */
export type Finding = Wrong | Untried;

export interface Wrong {
  readonly is: 'wrong';
  /** What the page of the wire has come here. */
  readonly expected: string;
  readonly came: string;
  /** Where in the bot's output the fault stands, in bytes from 0. */
  readonly at?: number | undefined;
  /** What to do, where the step's own advice is not to the point. */
  readonly advice?: string | undefined;
}

export interface Untried {
  readonly is: 'untried';
  readonly why: string;
}

export function untried(why: string): Untried {
  return { is: 'untried', why };
}
