import { createHash, randomBytes } from 'node:crypto';
import type { Address } from './address.ts';
import type { Channel } from './channel.ts';
import { LostConnection, PostgresError, serverFault } from './errors.ts';
import { listOf, settingOf } from './wire/backend.ts';
import { password, saslFirst, saslNext, startup } from './wire/frontend.ts';
import { isExpected, MECHANISM, scramClient } from './wire/scram.ts';

const [OLDEST_MAJOR, NONCE_BYTES] = [12, 18];

/** The ways to show who one is, by their numbers. */
const ways = { ok: 0, cleartext: 3, md5: 5, sasl: 10 } as const;

/** Says who is there, until the server is ready. Throws a `LostConnection` with what it refuses, for people. */
export async function logIn(channel: Channel, address: Address): Promise<void> {
  const { user, database, options } = address;
  channel.send(
    startup({
      user,
      database,
      client_encoding: 'UTF8',
      application_name: 'wordhost',
      ...(options !== undefined && { options }),
    }),
  );
  for (;;) {
    const body = await awaited(channel, address, 'R', 'S', 'Z');
    if (body.type === 'Z') return;
    if (body.type === 'R') await authenticate(channel, address, body.body);
    else refuseOld(settingOf(body.body));
  }
}

async function authenticate(channel: Channel, address: Address, body: Buffer): Promise<void> {
  const way = body.readInt32BE(0);
  switch (way) {
    case ways.ok:
      return;
    case ways.cleartext:
      return channel.send(password(passwordOf(address)));
    case ways.md5:
      return channel.send(password(md5Password(address.user, passwordOf(address), body.subarray(4, 8))));
    case ways.sasl:
      return withScram(channel, address, listOf(body.subarray(4)));
    default:
      throw new LostConnection(
        `the server wants a way of authentication that is not known here (${way}): expected a password`,
      );
  }
}

/** To show one's name and password without sending it, and to be shown that the server knows it. */
async function withScram(channel: Channel, address: Address, mechanisms: readonly string[]): Promise<void> {
  if (!mechanisms.includes(MECHANISM))
    throw new LostConnection(`the server wants ${mechanisms.join(' or ')}; expected ${MECHANISM}`);
  const scram = scramClient(randomBytes(NONCE_BYTES).toString('base64'));
  channel.send(saslFirst(MECHANISM, scram.first));
  const first = (await awaited(channel, address, 'R')).body.toString('utf8', 4);
  const { final, expected } = await scram.answer(first, passwordOf(address)).catch((error: Error) => {
    throw new LostConnection(error.message, error);
  });
  channel.send(saslNext(final));
  const last = (await awaited(channel, address, 'R')).body.toString('utf8', 4);
  if (!isExpected(last, expected))
    throw new LostConnection('the server does not know the password: another one answers in its place');
}

export function md5Password(user: string, secret: string, salt: Uint8Array): string {
  const hash = (...parts: (string | Uint8Array)[]) =>
    parts.reduce((sum, part) => sum.update(part), createHash('md5')).digest('hex');
  return `md5${hash(hash(secret, user), salt)}`;
}

function passwordOf({ user, password }: Address): string {
  if (password !== undefined) return password;
  throw new LostConnection(
    `the server asks for the password of "${user}". Write it into the address: postgres://${user}:PASSWORD@…`,
  );
}

/** The next message of these types. */
async function awaited(channel: Channel, address: Address, ...types: readonly string[]) {
  for (;;) {
    const message = await channel.next();
    if (message.type === 'E') {
      const error = new PostgresError(message.body);
      throw new LostConnection(loginFault(error, address), error);
    }
    if (types.includes(message.type)) return message;
  }
}

function loginFault(error: PostgresError, { user, database }: Address): string {
  switch (error.code) {
    case '28P01':
      return `the password of "${user}" is wrong, or there is no such user`;
    case '28000':
      return `the server does not let "${user}" in: ${error.message}`;
    case '3D000':
      return `there is no database "${database}". Make it: createdb ${database}`;
    default:
      return serverFault(error);
  }
}

function refuseOld([name, value]: readonly [string, string]): void {
  if (name === 'server_version' && Number.parseInt(value, 10) < OLDEST_MAJOR)
    throw new LostConnection(`expected PostgreSQL ${OLDEST_MAJOR} or newer; got ${value}`);
}
