/** Where a file could be named, too. */
export const isPostgresAddress = (where: string): boolean => /^postgres(?:ql)?:/.test(where);

/** As it may be shown and written into logs, also where what is in the password should have been encoded. */
export function withoutPassword(where: string): string {
  return where.replace(/^([a-z]+:\/\/[^:/?#]*):.*@/s, '$1:…@').replace(/([?&]password=)[^&#]*/g, '$1…');
}

/** The same of a word of a command line, such as `--store=postgres://…`. */
export function wordWithoutPassword(word: string): string {
  return word.replace(/postgres(?:ql)?:\/\/.*/s, withoutPassword);
}

/** `postgres://…/farm#league`: the server, and which of the experiments that it keeps. */
export function splitExperiment(where: string): { readonly server: string; readonly name?: string } {
  const { server, name } = /^(?<server>.*)#(?<name>[^#@]*)$/s.exec(where)?.groups ?? {};
  return server === undefined || name === undefined ? { server: where } : { server, name };
}
