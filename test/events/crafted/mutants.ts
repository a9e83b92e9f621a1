import { Dice } from '../../fuzz/dice.ts';
import type { Source } from './sources.ts';

export interface Mutant {
  readonly what: string;
  readonly source: Source;
  readonly bytes: Buffer;
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Path = readonly (string | number)[];

const MISSING = Symbol('missing');

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

/** What replaces a value: as text, for some of it is more than can be written otherwise. */
const instead: Readonly<Record<string, string | typeof MISSING>> = {
  missing: MISSING,
  null: 'null',
  true: 'true',
  'an empty text': '""',
  'a text': '"constructor"',
  'a huge text': JSON.stringify('A'.repeat(100_000)),
  'control characters': '"\\u001b[2J\\u009b\\u202e\\n"',
  '0': '0',
  '1': '1',
  '-1': '-1',
  'a fraction': '1.5',
  'a huge number': '9007199254740991',
  'more than a number': '1e999',
  'an empty list': '[]',
  'a list': '[1,2,3]',
  'a long list': `[${'0,'.repeat(20_000)}0]`,
  'a deep list': nested(400),
  'a very deep list': nested(100_000),
  'an empty object': '{}',
  'an object': '{"__proto__":{"seat":1},"constructor":"x","1":"A","99":"Z"}',
};

/** Every field of every type of event in the sources, each with all that may replace it, and its line moved. */
export function* crafted(sources: readonly Source[]): Generator<Mutant> {
  const seen = new Set<string>();
  for (const source of sources) {
    const lines = source.text.trimEnd().split('\n');
    for (const [index, line] of lines.entries()) {
      const event = JSON.parse(line) as { [name: string]: Json };
      const form = `${source.name.split(',')[0]} ${event.type} ${Object.keys(event).join()}`;
      if (seen.has(form)) continue;
      seen.add(form);
      const mutant = (what: string, changed: readonly string[]): Mutant => ({
        what: `${source.name}: line ${index + 1}: ${what}`,
        source,
        bytes: Buffer.from(`${changed.join('\n')}\n`),
      });
      for (const path of pathsIn(event))
        for (const [how, text] of Object.entries(instead))
          yield mutant(
            `${event.type}.${path.join('.')}: ${how}`,
            lines.with(index, changed(event, path, text)),
          );
      for (const place of [0, 1, index + 1, lines.length]) {
        const others = lines.toSpliced(index, 1);
        yield mutant(`moved to ${place}`, others.toSpliced(Math.min(place, others.length), 0, line));
        yield mutant(`once more at ${place}`, lines.toSpliced(place, 0, line));
      }
      yield mutant('taken out', lines.toSpliced(index, 1));
      for (const [how, text] of Object.entries(instead))
        if (typeof text === 'string') yield mutant(`is ${how}`, lines.with(index, text));
    }
  }
}

const MOST_ITEMS = 2;

function pathsIn(value: Json, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return at.length > 0 ? [at] : [];
  const names = Array.isArray(value) ? [...value.keys()].slice(0, MOST_ITEMS) : Object.keys(value);
  const inside = names.flatMap((name) => pathsIn((value as { [name: string]: Json })[name]!, [...at, name]));
  return at.length > 0 ? [at, ...inside] : inside;
}

function changed(event: Json, path: Path, text: string | typeof MISSING): string {
  const copy = structuredClone(event) as { [name: string]: Json };
  let inner = copy;
  for (const name of path.slice(0, -1)) inner = inner[name] as { [name: string]: Json };
  const last = path.at(-1)!;
  if (text === MISSING) delete inner[last];
  else inner[last] = '@@';
  const line = JSON.stringify(copy);
  return typeof text === 'string' ? line.replace('"@@"', () => text) : line;
}

/** One byte of a record is another. */
export function flipped(sources: readonly Source[], seed: number): Mutant {
  const dice = new Dice(seed);
  const source = dice.oneOf(sources);
  const bytes = Buffer.from(source.text);
  const place = dice.roll(bytes.length);
  const bit = 1 << dice.roll(8);
  bytes[place]! ^= bit;
  return { what: `${source.name}: byte ${place}, bit ${bit}`, source, bytes };
}

/** A JSON object with another value at one place, or another text instead of all of it. */
export function changedObject(text: string, dice: Dice): { readonly what: string; readonly text: string } {
  const value = JSON.parse(text) as Json;
  const how = dice.oneOf(Object.keys(instead));
  const other = instead[how]!;
  const paths = pathsIn(value);
  if (typeof other === 'string' && dice.roll(paths.length) === 0) return { what: `all: ${how}`, text: other };
  const path = dice.oneOf(paths);
  return { what: `${path.join('.')}: ${how}`, text: changed(value, path, other) };
}
