interface Line {
  readonly n: number;
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface ChangedRecord {
  /** `play-points`. */
  readonly what: string;
  readonly text: string;
}

/** What a judge decides. Facts are not judged, and neither are numbers, times and sentences. */
const DECIDED =
  /^(ready|out|offence|left|deal|peel|late|dump|board|turn|play|change|pass|forfeit|timeout|overtime|scores|guess|done|found)$/;
const UNJUDGED = /^(n|t|type|detail|at|unit|message|name|layout|unpolled)$/;

/** For each field of each kind of decision a record in which one is another, and one without such a decision. */
export function changedRecords(records: readonly string[]): readonly ChangedRecord[] {
  const changed = new Map<string, string>();
  for (const record of records) {
    const lines = record
      .trimEnd()
      .split('\n')
      .map((line): Line => JSON.parse(line) as Line);
    const { game } = lines[0]!;
    const keep = (what: string, make: () => readonly Line[]) => {
      const key = `${game}-${what}`;
      if (!changed.has(key)) changed.set(key, textOf(make()));
    };
    for (const [index, line] of lines.entries()) {
      if (!DECIDED.test(line.type)) continue;
      keep(`${line.type}-left-out`, () => lines.toSpliced(index, 1));
      for (const [name, value] of Object.entries(line))
        if (!UNJUDGED.test(name))
          keep(`${line.type}-${name}`, () => lines.with(index, { ...line, [name]: another(value) }));
    }
  }
  return [...changed].map(([what, text]) => ({ what, text }));
}

function textOf(lines: readonly Line[]): string {
  return lines.map((line, index) => `${JSON.stringify({ ...line, n: index + 1 })}\n`).join('');
}

function another(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return value === '' ? 'X' : `${value.slice(0, -1)}~`;
  if (Array.isArray(value)) return value.length > 0 ? value.slice(1) : ['X'];
  return value === null || Object.keys(value as object).length === 0 ? { 1: 'X' } : {};
}
