/** Why a step is not ok: the bot is wrong, or the step could not find out. */
export type Finding = Wrong | Untried;

export interface Wrong {
  readonly is: 'wrong';
  /** What the wire requires here. */
  readonly expected: string;
  readonly came: string;
  /** The offset of the fault in the bot's output, in bytes. */
  readonly at?: number | undefined;
  /** What to do, if the advice of the step does not fit. */
  readonly advice?: string | undefined;
  /** By which it is known again in another step, where the sentences differ from one hand to the next. */
  readonly fault?: string | undefined;
  /** The bot wrote nothing, and its time was waited for. */
  readonly silent?: true;
}

export interface Untried {
  readonly is: 'untried';
  readonly why: string;
  /** By which it is known again in another step, as a fault is. */
  readonly alike: string;
}

export function untried(why: string, alike = why): Untried {
  return { is: 'untried', why, alike };
}
