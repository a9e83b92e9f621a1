/** The names of an object's fields, typed. */
export function keysOf<Fields extends object>(fields: Fields): readonly (keyof Fields)[] {
  return Object.keys(fields) as (keyof Fields)[];
}

/** An object without some of its fields. The values of the others stay the same objects. */
export function omit<Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  names: readonly Name[],
): Omit<Fields, Name> {
  const others = Object.entries(fields).filter(([name]) => !names.includes(name as Name));
  return Object.fromEntries(others) as Omit<Fields, Name>;
}

/** Some fields of an object. */
export function pick<Fields extends object, const Name extends keyof Fields>(
  fields: Fields,
  names: readonly Name[],
): Pick<Fields, Name> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Fields, Name>;
}
