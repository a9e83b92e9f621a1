/** What was read from outside, or why it could not be read, as a sentence without its full stop. */
export type Reading<Fields> =
  | ({ readonly ok: true } & Readonly<Fields>)
  | { readonly ok: false; readonly problem: string };

export const refused = (problem: string) => ({ ok: false, problem }) as const;
