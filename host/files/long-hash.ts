/** The hash SHA-256 of something long, as hex. Node's own: it is loaded when somebody asks, and most starts never do. */
export function longHash(content: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', content);
}

/** The same, beside other work, by a thread of Node's own. */
export async function longHashBeside(content: Uint8Array): Promise<string> {
  const { webcrypto } = process.getBuiltinModule('node:crypto');
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', content as Uint8Array<ArrayBuffer>)).toString(
    'hex',
  );
}
