type Reading = { readonly ok: true } | { readonly ok: false; readonly problem: string };

/** A reading that succeeded; another one fails the test with its problem. */
export function expectOk<Read extends Reading>(reading: Read): Extract<Read, { readonly ok: true }> {
  if (!reading.ok) throw new Error(reading.problem);
  return reading as Extract<Read, { readonly ok: true }>;
}
