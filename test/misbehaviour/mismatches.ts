/**
 * Where something is not as it was promised: a line each. An object promises for its own keys alone, a regular expression
 * for the text of what came.
 */
export function mismatches(came: unknown, promised: unknown, path = 'it'): string[] {
  if (promised instanceof RegExp) return promised.test(String(came)) ? [] : [told(came, promised, path)];
  if (typeof promised !== 'object' || promised === null)
    return Object.is(came, promised) ? [] : [told(came, promised, path)];
  if (typeof came !== 'object' || came === null) return [told(came, promised, path)];
  return Object.entries(promised).flatMap(([key, each]) =>
    mismatches((came as Record<string, unknown>)[key], each, `${path}.${key}`),
  );
}

function told(came: unknown, promised: unknown, path: string): string {
  const shown = promised instanceof RegExp ? String(promised) : JSON.stringify(promised);
  return `${path}: expected ${shown}, came ${JSON.stringify(came)}`;
}
