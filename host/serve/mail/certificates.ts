import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { faultInWords } from '../../files/output/fault-in-words.ts';

type Certificates =
  | { readonly ok: true; readonly pem: Buffer }
  | { readonly ok: false; readonly problem: string; readonly cause: unknown };

/** Those in a file, or why there are none. */
export function readCertificates(path: string): Certificates {
  let pem: Buffer;
  try {
    pem = readFileSync(path);
  } catch (error) {
    return { ok: false, problem: `ca: ${path}: ${faultInWords(error as Error)}`, cause: error };
  }
  try {
    // TLS would leave out what is none, and then trust nobody.
    void new X509Certificate(pem);
    return { ok: true, pem };
  } catch (error) {
    return { ok: false, problem: `ca: ${path}: expected certificates as PEM`, cause: error };
  }
}
