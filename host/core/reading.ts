/** A value that was read from outside, or a sentence without its full stop that says why it could not be read. */
export type Reading<Fields> =
  | ({ readonly ok: true } & Readonly<Fields>)
  | { readonly ok: false; readonly problem: string };

export const refused = (problem: string) => ({ ok: false, problem }) as const;
