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

type Line = { [name: string]: Json };

/** A record that was changed by who knows the format: other values of the same kinds, and lines whose numbers follow each other. */
export function forged(sources: readonly Source[], seed: number): Mutant {
  const dice = new Dice(seed);
  const source = dice.oneOf(sources);
  const all = source.text.trimEnd().split('\n');
  const lines = all.map((line) => JSON.parse(line) as Line);
  const others = dice.oneOf(sources.filter(({ text }) => kindOf(text) === kindOf(source.text)));
  const whats: string[] = [];
  for (let count = 1 + dice.roll(3); count > 0 && lines.length > 1; count--) {
    const [how, forge] = dice.oneOf(Object.entries(forgeries));
    const index = dice.roll(lines.length);
    forge(lines, index, dice, others.text);
    whats.push(`${how} at line ${index + 1}`);
  }
  for (const [index, line] of lines.entries()) if ('n' in line) line.n = index + 1;
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  return { what: `${source.name}: ${whats.join(', ')}`, source, bytes: Buffer.from(`${text}\n`) };
}

const kindOf = (text: string) => /"game":"\w+"/.exec(text)?.[0];

type Forgery = (lines: Line[], index: number, dice: Dice, others: string) => void;

const forgeries: Readonly<Record<string, Forgery>> = {
  'another value': (lines, index, dice) => {
    const line = lines[index]!;
    const path = dice.oneOf(pathsIn(line));
    replace(line, path, (value) => alike(value, lines, dice));
  },
  'the other seat': (lines, index) => {
    const line = lines[index]!;
    if (typeof line.seat === 'number') line.seat = 3 - line.seat;
  },
  'two lines in the other order': (lines, index, dice) => {
    const other = dice.roll(lines.length);
    [lines[index], lines[other]] = [lines[other]!, lines[index]!];
  },
  'a line twice': (lines, index, dice) => {
    lines.splice(dice.roll(lines.length + 1), 0, structuredClone(lines[index]!));
  },
  'no line': (lines, index) => {
    lines.splice(index, 1);
  },
  'a line of another game': (lines, index, dice, others) => {
    lines[index] = JSON.parse(dice.oneOf(others.trimEnd().split('\n'))) as Line;
  },
  'the end of another game': (lines, index, _, others) => {
    const end = others
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    lines.splice(index, lines.length, ...end.slice(Math.min(index, end.length - 1)));
  },
  'the same time': (lines, index) => {
    for (const line of lines.slice(index)) if (typeof line.t === 'number') line.t = 0;
  },
};

function replace(line: Line, path: Path, by: (value: Json) => Json): void {
  let inner = line;
  for (const name of path.slice(0, -1)) inner = inner[name] as Line;
  const last = path.at(-1)!;
  inner[last] = by(inner[last]!);
}

/** Another value of its kind; a text is often one that the record has at another place. */
function alike(value: Json, lines: readonly Line[], dice: Dice): Json {
  if (typeof value === 'number') return dice.oneOf([value + 1, value - 1, -value, value * 2, 1, 2]);
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return dice.roll(2) === 0 ? value.toReversed() : [...value, ...value.slice(0, 1)];
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).slice(dice.roll(2)));
  if (typeof value !== 'string') return 'A';
  const line = dice.oneOf(lines);
  const texts = pathsIn(line).flatMap((path) => {
    let inner: Json = line;
    for (const name of path) inner = (inner as Line)[name]!;
    return typeof inner === 'string' ? [inner] : [];
  });
  const letters = [...value];
  if (texts.length > 0 && dice.roll(2) === 0) return dice.oneOf(texts);
  return letters.with(dice.roll(Math.max(1, letters.length)), dice.oneOf(['A', 'B', '1', ' ', 'é'])).join('');
}

/** A JSON object with another value of the same kind at one place. */
export function forgedObject(text: string, dice: Dice): string {
  const value = JSON.parse(text) as Line;
  replace(value, dice.oneOf(pathsIn(value)), (before) => alike(before, [value], dice));
  return JSON.stringify(value);
}

/** Fields that no event has, or that are there twice: one reader of JSON takes the first, another the last. */
export function injected(sources: readonly Source[], seed: number): Mutant {
  const dice = new Dice(seed);
  const source = dice.oneOf(sources);
  const lines = source.text.trimEnd().split('\n');
  const index = dice.roll(lines.length);
  const line = lines[index]!;
  const names = Object.keys(JSON.parse(line) as Line);
  const others = [...source.text.matchAll(/"(\w+)":/g)].map(([, name]) => name!);
  const name = dice.oneOf([dice.oneOf(names), dice.oneOf(others), ...injectedNames]);
  const written = dice.roll(4) === 0 ? name.replace(/^./, (first) => unitEscape(first)) : name;
  const value = dice.oneOf(Object.values(instead).filter((text) => typeof text === 'string'));
  const field = `"${written}":${dice.roll(2) === 0 ? value : valueIn(dice.oneOf(lines), name)}`;
  // Inside of an object of the line, at its beginning or its end.
  const places = [...line.matchAll(/[{}]/g)].map(({ index, 0: sign }) => ({ at: index, sign }));
  const { at, sign } = dice.oneOf(places);
  const put =
    sign === '{'
      ? `{${field}${line[at + 1] === '}' ? '' : ','}`
      : `${line[at - 1] === '{' ? '' : ','}${field}}`;
  const changed = line.slice(0, at) + put + line.slice(at + 1);
  const text = lines.with(index, changed).join('\n');
  return {
    what: `${source.name}: line ${index + 1}: ${written} put in`,
    source,
    bytes: Buffer.from(`${text}\n`),
  };
}

const injectedNames = ['__proto__', 'constructor', 'toString', 'length', 'then', '', '0'];
const unitEscape = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The value of a field as another line has it. */
function valueIn(line: string, name: string): string {
  return JSON.stringify((JSON.parse(line) as Line)[name] ?? null);
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
