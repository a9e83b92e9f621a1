import t from 'tap';
import { isPostgresAddress, withoutPassword } from '../../host/core/postgres-address.ts';
import { readAddress } from '../../host/postgres/address.ts';
import { expectOk } from '../support/expect-ok.ts';

const addressOf = (where: string) => {
  return expectOk(readAddress(where)).address;
};

t.test('an address has its parts, and what it lacks has the defaults of libpq', async (t) => {
  t.same(addressOf('postgres://ann:s%40crt@db.example:6000/league?sslmode=require'), {
    ...{ host: 'db.example', port: 6000, user: 'ann', password: 's@crt', database: 'league' },
    ...{ sslMode: 'require', ssl: { rejectUnauthorized: false }, connectSeconds: 10, options: undefined },
  });
  t.match(addressOf('postgresql://ann@db'), {
    port: 5432,
    database: 'ann',
    sslMode: 'prefer',
    password: undefined,
  });
  t.match(addressOf('postgres://ann@[::1]:5/x'), { host: '::1', port: 5, database: 'x' });
  t.match(addressOf('postgres:///x?host=/run/pg&user=bob&password=a%26b%2B+'), {
    host: '/run/pg',
    user: 'bob',
    password: 'a&b++',
    database: 'x',
  });
  t.match(addressOf('postgres://ann@%2Frun%2Fpg/x'), { host: '/run/pg' });
  t.match(addressOf('postgres://ann@/x'), { host: '/var/run/postgresql' });
  t.match(addressOf('postgres://ann@/x?sslmode=require'), { ssl: false }, 'a socket has no TLS');
  t.match(addressOf('postgres://a@h/x?dbname=y&sslmode=verify-full'), { database: 'y', ssl: {} });
  t.match(addressOf('postgres://a@h/x?sslmode=disable'), { ssl: false });
  t.match(addressOf('postgres://a@h/x?options=-c%20search_path%3Dleague&connect_timeout=3'), {
    options: '-c search_path=league',
    connectSeconds: 3,
  });
});

t.test('what is no address is refused with what was expected, and without its password', async (t) => {
  const refused = {
    'postgres:/ann@db': /^postgres:\/ann@db: expected postgres:\/\/USER:PASSWORD@HOST/,
    'postgres://ann:a/b@db/x': /^postgres:\/\/ann:…@db\/x: expected .*and \/ as %2F/,
    'postgres://db:0/x': /expected port from 1 to 65535; got "0"/,
    'postgres://db:99999/x': /expected .*with a PORT from 1 to 65535/,
    'postgres://db:x/x': /expected .*with a PORT from 1 to 65535/,
    'postgres://db/x?connect_timeout=1.5': /expected connect_timeout from 1 to 3600; got "1.5"/,
    'postgres://ann bob@db/x': /expected postgres:/,
    'postgres://db/x?sslmode=on':
      /expected sslmode disable, prefer, require, verify-ca or verify-full; got "on"/,
    'postgres://db/x?ssl=1': /expected host, .* after the "\?"; got "ssl"/,
    'postgres://%zz@db/x': /write % itself as %25/,
  };
  for (const [where, problem] of Object.entries(refused))
    t.match(readAddress(where), { ok: false, problem }, where);
});

t.test('an address is known by its beginning, and shown without its password', async (t) => {
  t.same(['postgres://x', 'postgresql://x', 'postgres.db', './postgres:x'].map(isPostgresAddress), [
    true,
    true,
    false,
    false,
  ]);
  t.equal(
    withoutPassword('postgres://ann:secret@db/x?password=secret&a=b'),
    'postgres://ann:…@db/x?password=…&a=b',
  );
  t.equal(withoutPassword('postgres://ann@db:5432/x'), 'postgres://ann@db:5432/x');
});
