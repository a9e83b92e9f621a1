/** Options for stores take a file or such an address. */
export const isPostgresAddress = (where: string): boolean => /^postgres(?:ql)?:/.test(where);

/** Removes the password, so that the address can be printed and logged. Works for passwords that are not encoded correctly too. */
export function withoutPassword(where: string): string {
  return where.replace(/^([a-z]+:\/\/[^:/?#]*):.*@/s, '$1:…@').replace(/([?&]password=)[^&#]*/g, '$1…');
}

/** Removes the password from a word of a command line, such as `--store=postgres://…`. */
export function wordWithoutPassword(word: string): string {
  return word.replace(/postgres(?:ql)?:\/\/.*/s, withoutPassword);
}

/** Splits `postgres://…/farm#league` into the server and the name of an experiment. */
export function splitExperiment(where: string): { readonly server: string; readonly name?: string } {
  const { server, name } = /^(?<server>.*)#(?<name>[^#@]*)$/s.exec(where)?.groups ?? {};
  return server === undefined || name === undefined ? { server: where } : { server, name };
}
