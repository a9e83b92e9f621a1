import { createHash, createHmac, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { prepared } from './sasl-prep.ts';

/** SCRAM-SHA-256 (RFC 5802, RFC 7677), the side of the client, without channel binding. */
export const MECHANISM = 'SCRAM-SHA-256';

const NO_BINDING = 'n,,';
const BYTES = 32;
/** More would take minutes: no server asks for it. */
const MOST_ITERATIONS = 10_000_000;
const derive = promisify(pbkdf2);

export interface ScramClient {
  readonly first: string;
  /** The answer to what the server said first, and what it has to say last to show that it knows the password, too. */
  answer(
    serverFirst: string,
    password: string,
  ): Promise<{ readonly final: string; readonly expected: string }>;
}

/** The nonce is to be drawn for each login. PostgreSQL takes the name of the user from before and wants none here. */
export function scramClient(nonce: string, user = ''): ScramClient {
  const bare = `n=${user.replaceAll('=', '=3D').replaceAll(',', '=2C')},r=${nonce}`;
  return {
    first: NO_BINDING + bare,
    async answer(serverFirst, password) {
      const { combined, salt, iterations } = challengeOf(serverFirst, nonce);
      const salted = await derive(prepared(password), salt, iterations, BYTES, 'sha256');
      const clientKey = hmac(salted, 'Client Key');
      const withoutProof = `c=${base64(NO_BINDING)},r=${combined}`;
      const signed = `${bare},${serverFirst},${withoutProof}`;
      const signature = hmac(createHash('sha256').update(clientKey).digest(), signed);
      const proof = clientKey.map((byte, index) => byte ^ signature[index]!);
      return {
        final: `${withoutProof},p=${Buffer.from(proof).toString('base64')}`,
        expected: `v=${hmac(hmac(salted, 'Server Key'), signed).toString('base64')}`,
      };
    },
  };
}

export function isExpected(serverFinal: string, expected: string): boolean {
  const [said, awaited] = [Buffer.from(serverFinal), Buffer.from(expected)];
  return said.length === awaited.length && timingSafeEqual(said, awaited);
}

/** Throws where a server does not speak SCRAM, or answers to somebody else. */
function challengeOf(serverFirst: string, nonce: string) {
  const [, combined = '', salt = '', count] =
    /^r=([\x21-\x2b\x2d-\x7e]+),s=([A-Za-z0-9+/]+={0,2}),i=([1-9]\d*)(?:,.*)?$/.exec(serverFirst) ?? [];
  const iterations = Number(count);
  if (combined.length <= nonce.length || !combined.startsWith(nonce) || !(iterations <= MOST_ITERATIONS))
    throw new RangeError('its answer is not one of SCRAM-SHA-256');
  return { combined, salt: Buffer.from(salt, 'base64'), iterations };
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const base64 = (text: string) => Buffer.from(text).toString('base64');
