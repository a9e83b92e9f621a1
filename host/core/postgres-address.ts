/** Where a file could be named, too. */
export const isPostgresAddress = (where: string): boolean => /^postgres(?:ql)?:/.test(where);

/** As it may be shown and written into logs, also where what is in the password should have been encoded. */
export function withoutPassword(where: string): string {
  return where.replace(/^([a-z]+:\/\/[^:/?#]*):.*@/s, '$1:…@').replace(/([?&]password=)[^&]*/g, '$1…');
}
