import type { OptionSpec, OptionTable, OptionValues, ValueOf } from '../games/kit/option.ts';

/** Options of the platform: each row says the field that its value goes to, so that none can be forgotten. */
export type SettingTable = Readonly<Record<string, OptionSpec & { readonly sets: string }>>;

/** What the options of a table set, by the names that the program has for it. */
export type FieldsOf<Table extends SettingTable> = {
  readonly [Name in keyof Table as Table[Name]['sets']]: ValueOf<Table[Name]>;
};

export function fieldsOf<Table extends SettingTable>(
  table: Table,
  values: Pick<OptionValues<Table>, keyof Table>,
): FieldsOf<Table> {
  const fields = Object.entries(table).map(([name, { sets }]) => [
    sets,
    (values as OptionValues<OptionTable>)[name],
  ]);
  return Object.fromEntries(fields) as FieldsOf<Table>;
}

/** Those options of a table of which something was said. */
export function saidOf<Spec extends OptionSpec>(
  table: Readonly<Record<string, Spec>>,
  said: object,
): Readonly<Record<string, Spec>> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => Object.hasOwn(said, name)));
}
