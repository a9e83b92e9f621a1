import { shown } from '../../tiles/letter.ts';
import type { Cgp, CgpOperation } from './cgp.ts';

export type CgpReading =
  | { readonly ok: true; readonly cgp: Cgp }
  | { readonly ok: false; readonly problem: string };

/** A part of the text; `at` counts its characters from 1. */
interface Part {
  readonly text: string;
  readonly at: number;
}

type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

/** A row, and a board, with more than that many places or rows is none. */
const MOST = 1_000;

/** A position as text. Whether it fits a board and its tiles is another question. */
export function readCgp(text: string): CgpReading {
  const parts = [...text.matchAll(/\S+/g)].map(({ 0: word, index }): Part => ({ text: word, at: index + 1 }));
  const [board, racks, scores, scoreless] = parts;
  if (!board || !racks || !scores || !scoreless) return wrong(text.length + 1, FOUR_PARTS, `${parts.length}`);
  const rows = eachOf(board, readRow);
  if (!rows.ok) return rows;
  const held = eachOf(racks, readRack);
  if (!held.ok) return held;
  const points = eachOf(scores, readScore);
  if (!points.ok) return points;
  if (points.value.length !== held.value.length)
    return wrong(scores.at, scoresFor(held.value.length), `${points.value.length}`);
  if (!/^\d{1,9}$/.test(scoreless.text))
    return wrong(scoreless.at, 'how many turns in a row brought no points, as in 0', shown(scoreless.text));
  const operations = readOperations(text, scoreless.at + scoreless.text.length);
  if (!operations.ok) return operations;
  const cgp = {
    rows: rows.value,
    racks: held.value,
    scores: points.value,
    scoreless: Number(scoreless.text),
  };
  return { ok: true, cgp: { ...cgp, operations: operations.value } };
}

function scoresFor(racks: number): string {
  return racks === 1 ? 'one score, as there is one rack' : `a score for each of ${racks} racks`;
}

const FOUR_PARTS = 'four parts with spaces between them: board, racks, scores, turns in a row without points';

function wrong(at: number, expected: string, got: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem: `character ${at}: expected ${expected}; got ${got}` };
}

/** What stands between the slashes, each read; it stops at the first that is wrong. */
function eachOf<Value>({ text, at }: Part, read: (part: Part) => Read<Value>): Read<readonly Value[]> {
  const values: Value[] = [];
  let next = at;
  for (const each of text.split('/')) {
    if (values.length === MOST) return wrong(next, `at most ${MOST} between slashes`, 'more');
    const one = read({ text: each, at: next });
    if (!one.ok) return one;
    values.push(one.value);
    next += each.length + 1;
  }
  return { ok: true, value: values };
}

const ROW = 'a letter, a small letter for a blank, or a number of free places';

function readRow({ text, at }: Part): Read<string> {
  let row = '';
  let places = 0;
  for (const { 0: word, index } of text.matchAll(/\d+|./gsu)) {
    const free = Number(word);
    if (word.startsWith('[')) return wrong(at + index, 'tiles of one letter', shown(text.slice(index)));
    if (/^\d/.test(word) ? free < 1 || free > MOST : !isLetter(word))
      return wrong(at + index, ROW, shown(word));
    places += /^\d/.test(word) ? free : 1;
    if (places > MOST) return wrong(at + index, `at most ${MOST} places in a row`, 'more');
    row += /^\d/.test(word) ? '.'.repeat(free) : word;
  }
  return row === '' ? wrong(at, ROW, 'nothing') : { ok: true, value: row };
}

/** One that has a capital of one code point. */
const isLetter = (sign: string) => /^\p{L}$/u.test(sign) && /^\p{L}$/u.test(sign.toUpperCase());

function readRack({ text, at }: Part): Read<string> {
  for (const { 0: sign, index } of text.matchAll(/./gsu))
    if (sign !== '?' && !(isLetter(sign) && sign === sign.toUpperCase()))
      return wrong(at + index, 'capital letters, and ? for a blank', shown(sign));
  return { ok: true, value: text };
}

function readScore({ text, at }: Part): Read<number> {
  if (/^-?\d{1,9}$/.test(text)) return { ok: true, value: Number(text) + 0 };
  return wrong(at, 'a score, as in 357', text === '' ? 'nothing' : shown(text));
}

/** Each ends with a semicolon. Options of a console, as in `-lex NWL20`, are taken for the operations of that name. */
function readOperations(text: string, from: number): Read<readonly CgpOperation[]> {
  const operations: CgpOperation[] = [];
  for (const { 0: said, index } of text.slice(from).matchAll(/(?:(?!\s-[a-z])[^;])+/gi)) {
    const [first, ...words] = said.trim().split(/\s+/);
    if (!first) continue;
    const [, name] = /^-?([a-z][a-z0-9]*)$/i.exec(first) ?? [];
    const at = from + index + said.indexOf(first) + 1;
    if (name === undefined) return wrong(at, 'the name of an operation, such as lex', shown(first));
    operations.push({ name, value: words.join(' ') });
  }
  return { ok: true, value: operations };
}
