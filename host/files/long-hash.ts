/** The hash SHA-256 of something long, as hex. Node's own: it is loaded when somebody asks, and most starts never do. */
export function longHash(content: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', content);
}
