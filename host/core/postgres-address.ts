/** Where a file could be named, too. */
export const isPostgresAddress = (where: string): boolean => /^postgres(?:ql)?:/.test(where);

/** As it may be shown and written into logs. */
export function withoutPassword(where: string): string {
  return where.replace(/^([a-z]+:\/\/[^:/?#]*):[^/?#]*@/, '$1:…@').replace(/([?&]password=)[^&]*/g, '$1…');
}
