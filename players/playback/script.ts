/** One thing that the player of a record did, and how much of the host's output it had been sent by then. */
export interface Deed {
  readonly afterBytes: number;
  /** What it wrote, or the exit status with which it went. */
  readonly what: { readonly write: Buffer } | { readonly exit: number };
}

export interface Script {
  readonly deeds: readonly Deed[];
  /** The record ends in half a line, as it does when the host was killed. */
  readonly torn: boolean;
}

export type ScriptReading =
  | { readonly ok: true; readonly script: Script }
  | { readonly ok: false; readonly problem: string };

type Line = Readonly<Record<string, unknown>>;

/** What one seat did, from the lines of a record. */
export function readScript(text: string, seat: number): ScriptReading {
  const lines = text.split('\n').filter((line) => line !== '');
  const read = lines.map(parse);
  const torn = read.length > 0 && read.at(-1) === undefined;
  const events = torn ? read.slice(0, -1) : read;

  const first = events[0];
  if (first?.type !== 'game' || !Array.isArray(first.players))
    return refuse('this is no record: its first line is not the event "game" with the players');
  const broken = events.indexOf(undefined);
  if (broken >= 0) return refuse(`line ${broken + 1} is no JSON object: a record has one event a line`);
  const seats = first.players.map((player: { seat?: unknown }) => player?.seat);
  if (!seats.includes(seat))
    return refuse(`there is no seat ${seat} in this record, only ${seats.join(', ')}`);
  return { ok: true, script: { deeds: deedsOf(events.filter((event) => event?.seat === seat)), torn } };
}

function deedsOf(events: readonly (Line | undefined)[]): Deed[] {
  const deeds: Deed[] = [];
  let sent = 0;
  for (const event of events) {
    if (event?.type === 'out') sent += Buffer.byteLength(String(event.text ?? ''));
    if (event?.type === 'in') deeds.push({ afterBytes: sent, what: { write: bytesOf(event) } });
    if (event?.type === 'left')
      deeds.push({ afterBytes: sent, what: { exit: event.cause === 'crashed' ? 1 : 0 } });
  }
  return deeds;
}

const bytesOf = ({ text, hex }: Line): Buffer =>
  typeof hex === 'string' ? Buffer.from(hex, 'hex') : Buffer.from(String(text ?? ''));

function parse(line: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
}

const refuse = (problem: string): ScriptReading => ({ ok: false, problem });
