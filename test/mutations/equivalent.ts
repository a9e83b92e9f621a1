/** Mutations that change no behavior, and why: they are not drawn. */
export const equivalent: readonly {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly why: string;
}[] = [];
