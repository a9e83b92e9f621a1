import t from 'tap';
import { md5Password } from '../../../../host/serve/database/postgres/login.ts';
import {
  columnsOf,
  fieldsOf,
  listOf,
  rowsChanged,
  settingOf,
  textsOf,
} from '../../../../host/serve/database/postgres/wire/backend.ts';
import * as frontend from '../../../../host/serve/database/postgres/wire/frontend.ts';
import { MessageReader } from '../../../../host/serve/database/postgres/wire/message-reader.ts';
import { numberedPlaceholders } from '../../../../host/serve/database/postgres/wire/placeholders.ts';
import fc, { runs } from '../../../support/laws.ts';

const hex = (bytes: Buffer) => bytes.toString('hex');

t.test('what a client sends is as the manual of PostgreSQL describes it, byte for byte', async (t) => {
  t.equal(hex(frontend.sslRequest), '0000000804d2162f');
  t.equal(
    hex(frontend.startup({ user: 'ann', database: 'db' })),
    `0000001e00030000${hex(Buffer.from('user\0ann\0database\0db\0\0'))}`,
  );
  t.equal(hex(frontend.query('SELECT 1')), `510000000d${hex(Buffer.from('SELECT 1\0'))}`);
  t.equal(hex(frontend.parse('s1', 'SELECT $1')), `5000000013${hex(Buffer.from('s1\0SELECT $1\0'))}0000`);
  t.equal(
    hex(frontend.bind('s1', ['é', null, ''])),
    '420000001c007331000000000300000002c3a9ffffffff000000000000',
  );
  t.equal(hex(frontend.describe('s1')), '440000000853733100');
  t.equal(hex(frontend.execute), '45000000090000000000');
  t.equal(hex(frontend.sync), '5300000004');
  t.equal(hex(frontend.terminate), '5800000004');
  t.equal(hex(frontend.password('x')), '70000000067800');
  t.equal(hex(frontend.saslFirst('M', 'ab')), '700000000c4d00000000026162');
  t.equal(hex(frontend.saslNext('ab')), '70000000066162');
});

t.test('messages are read however their bytes are cut', async (t) => {
  const bytes = Buffer.concat([
    frontend.query('SELECT 1'),
    frontend.sync,
    frontend.bind('s1', ['x'.repeat(300)]),
    frontend.sync,
  ]);
  const read = (pieces: readonly Buffer[]) => {
    const reader = new MessageReader();
    return pieces.flatMap((piece) => [...reader.read(piece)]).map(({ type, body }) => `${type}${hex(body)}`);
  };
  const whole = read([bytes]);
  t.same(
    whole.map(([type]) => type),
    ['Q', 'S', 'B', 'S'],
  );
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      t.same(read(pieces), whole);
    }),
    runs(30),
  );
});

t.test('what is no message of the protocol is refused at its first bytes', async (t) => {
  for (const text of ['HTTP/1.1 400 Bad Request', '220 mail ESMTP', '\0\0\0\0\0'])
    t.throws(() => [...new MessageReader().read(Buffer.from(text))], { message: /a message says/ });
});

const column = (name: string, type: number) =>
  `${hex(Buffer.from(`${name}\0`))}000000000000${type.toString(16).padStart(8, '0')}ffffffffffff0000`;

t.test('columns and rows are read; less than they say is refused', async (t) => {
  const columns = Buffer.from(`0002${column('n', 20)}${column('what?', 25)}`, 'hex');
  t.same(columnsOf(columns), [
    { name: 'n', type: 20 },
    { name: 'what?', type: 25 },
  ]);
  const row = Buffer.from('0003000000023132ffffffff00000000', 'hex');
  t.same(textsOf(row), ['12', null, '']);
  for (let end = 2; end < row.length; end++) t.throws(() => textsOf(row.subarray(0, end)), `${end} bytes`);
  for (let end = 2; end < columns.length - 8; end++)
    t.throws(() => columnsOf(columns.subarray(0, end)), `${end} bytes`);
});

t.test('errors, settings, lists and counts are read', async (t) => {
  t.same(fieldsOf(Buffer.from('SERROR\0C42601\0Mno\0\0')), { S: 'ERROR', C: '42601', M: 'no' });
  t.throws(() => fieldsOf(Buffer.from('SERROR')));
  t.same(settingOf(Buffer.from('server_version\x0015.4\0')), ['server_version', '15.4']);
  t.same(listOf(Buffer.from('SCRAM-SHA-256-PLUS\0SCRAM-SHA-256\0\0')), [
    'SCRAM-SHA-256-PLUS',
    'SCRAM-SHA-256',
  ]);
  t.same(
    ['INSERT 0 3', 'UPDATE 12', 'DELETE 0', 'SELECT 7', 'CREATE TABLE', 'COMMIT', ''].map(rowsChanged),
    [3, 12, 0, 0, 0, 0, 0],
  );
});

t.test('question marks become numbers, but not in texts, names and comments', async (t) => {
  const same = (sql: string, expected: string) => t.equal(numberedPlaceholders(sql), expected);
  same('SELECT ?, ? FROM a WHERE b=?', 'SELECT $1, $2 FROM a WHERE b=$3');
  same(`SELECT '?', 'it''s ?', "?", "a""?" , ?`, `SELECT '?', 'it''s ?', "?", "a""?" , $1`);
  same('SELECT ? -- why?\n, ?', 'SELECT $1 -- why?\n, $2');
  same('SELECT ? /* a ?\n? */, ?', 'SELECT $1 /* a ?\n? */, $2');
  same("SELECT '?", "SELECT '$1");
});

t.test('the MD5 hash of a password is that of the user, the salt and it', async (t) => {
  const salt = Buffer.from('01020304', 'hex');
  t.equal(md5Password('ann', 'secret', salt), 'md59009ce60b9ca97f1e752376843d1309e');
});
