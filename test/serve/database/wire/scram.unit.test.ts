import t from 'tap';
import { prepared } from '../../../../host/serve/database/postgres/wire/sasl-prep.ts';
import { isExpected, scramClient } from '../../../../host/serve/database/postgres/wire/scram.ts';

const NONCE = 'rOprNGfwEbeRWgbNEkqO';
const SERVER_FIRST = 'r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096';

t.test('the exchange of RFC 7677 comes out as it is there', async (t) => {
  const client = scramClient(NONCE, 'user');
  t.equal(client.first, 'n,,n=user,r=rOprNGfwEbeRWgbNEkqO');
  const { final, expected } = await client.answer(SERVER_FIRST, 'pencil');
  t.equal(
    final,
    'c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=',
  );
  t.equal(expected, 'v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=');
  t.ok(isExpected('v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=', expected));
});

t.test('a server that does not know the password is found out', async (t) => {
  const { expected } = await scramClient(NONCE, 'user').answer(SERVER_FIRST, 'pencil');
  for (const said of ['v=', '', 'e=other-error', 'v=7rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4='])
    t.notOk(isExpected(said, expected), said);
});

t.test('an answer to another nonce, or one that is none of SCRAM, is refused', async (t) => {
  const salt = 's=W22ZaJ0SNY7soEsUEjb6gQ==';
  for (const first of [
    `r=${NONCE},${salt},i=4096`,
    `r=other${NONCE},${salt},i=4096`,
    `r=${NONCE}x,${salt},i=0`,
    `r=${NONCE}x,${salt},i=99999999999`,
    `r=${NONCE}x,s=!,i=4096`,
    `m=new,r=${NONCE}x,${salt},i=4096`,
    'e=unknown-user',
    '',
  ])
    await t.rejects(scramClient(NONCE).answer(first, 'pencil'), { name: 'RangeError' }, first);
});

t.test('a comma and an equals sign in the name of a user are written as RFC 5802 says', async (t) => {
  t.equal(scramClient('x', 'a=b,c').first, 'n,,n=a=3Db=2Cc,r=x');
});

t.test('passwords are prepared as in the examples of RFC 4013', async (t) => {
  t.equal(prepared('I\u00ADX'), 'IX', 'a soft hyphen is mapped to nothing');
  t.equal(prepared('user'), 'user');
  t.equal(prepared('USER'), 'USER', 'case is kept');
  t.equal(prepared('\u00AA'), 'a');
  t.equal(prepared('\u2168'), 'IX');
  t.equal(prepared('a\u00A0b\u3000c'), 'a b c', 'spaces are that of ASCII');
  t.equal(prepared('e\u0301'), '\u00E9', 'composed');
  t.equal(prepared('\u0007'), '\u0007', 'what is prohibited is left to the server');
});
