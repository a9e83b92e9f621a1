/** A program for these rows: `a` is the column and `b` the row, from 0. Other squares are of kind 0. */
export function programOfRows(rows: readonly (readonly number[])[], kinds: readonly number[]): string {
  const programs = rows.map((row) =>
    kinds.reduce((rest, kind) => {
      const columns = row.flatMap((each, column) => (each === kind ? [column] : []));
      if (columns.length === 0) return rest;
      const result = kind < 0 ? `(${kind})` : kind;
      return `if ${columns.map((column) => `(a = ${column})`).reduce((tests, test) => `(${tests} \\/ ${test})`)} then { _result_ := ${result} } else { ${rest} }`;
    }, '_result_ := 0'),
  );
  return choose(programs, 0);
}

/** Selects a row's program by binary search. */
function choose(programs: readonly string[], first: number): string {
  const half = programs.length >> 1;
  if (half === 0) return programs[0]!;
  const above = choose(programs.slice(0, half), first);
  const below = choose(programs.slice(half), first + half);
  return `if (b < ${first + half}) then { ${above} } else { ${below} }`;
}
