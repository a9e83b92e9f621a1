import { together, UsageError } from '../core/errors.ts';
import { isPostgresAddress } from '../core/postgres-address.ts';
import { either } from '../core/text.ts';
import type { OptionSpec, OptionTable, OptionValues, Relation, ValuesInWords } from '../games/kit/option.ts';
import type { OptionSource } from './settle-options.ts';

/** A store on a server, where workers on any machine play. */
export const onServer: ValuesInWords = {
  words: 'postgres://…',
  has: (store) => typeof store === 'string' && isPostgresAddress(store),
};

/** Options that workers on other machines cannot carry out. */
export const notOnServer: readonly Relation[] = [
  { excludes: ['store'], is: onServer, from: 'anywhere', because: 'workers on any machine play' },
];

export const some: ValuesInWords = { words: 'at least 1', has: (count) => Number(count) > 0 };
export const several: ValuesInWords = { words: 'at least 2', has: (count) => Number(count) > 1 };

/** Refuses options that need another option, or that exclude another one. Options at their defaults are not checked. */
export function refuseBroken(
  table: OptionTable,
  values: OptionValues<OptionTable>,
  sources: readonly OptionSource[],
): void {
  const settled: Settled = { table, values, sources };
  const checks = Object.entries(table).flatMap(([name, { relations = [] }]) =>
    relations.map((relation) => () => checkRelation(name, relation, settled)),
  );
  together(checks);
}

interface Settled {
  readonly table: OptionTable;
  readonly values: OptionValues<OptionTable>;
  readonly sources: readonly OptionSource[];
}

function checkRelation(name: string, relation: Relation, settled: Settled): void {
  const { when, because, from, is } = relation;
  const subject = mention(name, from, when === undefined ? undefined : [when], settled);
  if (subject === undefined) return;
  if ('requires' in relation) {
    const other = relation.requires;
    const spec = settled.table[other];
    if (spec === undefined || isMet(settled.values[other], is)) return;
    const wanted = is === undefined ? (spec.value ?? '') : wordsOf(is);
    const value = settled.values[other];
    const came = is === undefined || value === undefined ? '' : `; got --${other} ${value}`;
    throw new UsageError(`${subject} requires --${other} ${wanted}`.trimEnd() + came + ending(because));
  }
  for (const other of relation.excludes) {
    const object = mention(other, from, is, settled);
    if (object !== undefined)
      throw new UsageError(`${subject} and ${object}: use one or the other${ending(because)}`);
  }
}

/** How messages name an option, with its value if only some values count. An option that changes nothing has no name here. */
function mention(
  name: string,
  from: Relation['from'],
  is: Relation['is'],
  { table, values, sources }: Settled,
): string | undefined {
  const spec = table[name];
  const source = sources.find(({ texts }) => texts[name] !== undefined);
  if (spec === undefined || source === undefined) return undefined;
  if (source.isShared && from !== 'anywhere') return undefined;
  const value = values[name];
  if (is !== undefined && !isMet(value, is)) return undefined;
  if (!changesSomething(spec, value)) return undefined;
  const where = source.where(name);
  return is === undefined || spec.kind === 'text' ? where : `${where} ${value}`;
}

function changesSomething(spec: OptionSpec, value: unknown): boolean {
  if (spec.kind === 'flag') return value !== spec.default;
  // An empty text takes back what another place sets.
  return value !== '' && !(Array.isArray(value) && value.length === 0);
}

function isMet(value: unknown, is: Relation['is']): boolean {
  if (is === undefined) return value !== undefined && value !== false;
  return 'has' in is ? is.has(value) : is.includes(value);
}

const wordsOf = (is: NonNullable<Relation['is']>) => ('has' in is ? is.words : either(is.map(String)));

const ending = (because: string | undefined) => (because === undefined ? '' : `: ${because}`);
