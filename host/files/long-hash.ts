/** A SHA-256 hash as hex. Node's crypto is loaded on demand, because most starts need none. */
export function longHash(content: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', content);
}

/** Hashes in a thread of Node's. */
export async function longHashBeside(content: Uint8Array): Promise<string> {
  const { webcrypto } = process.getBuiltinModule('node:crypto');
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', content as Uint8Array<ArrayBuffer>)).toString(
    'hex',
  );
}
