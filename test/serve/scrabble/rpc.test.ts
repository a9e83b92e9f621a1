import * as openRpcPackage from '@open-rpc/meta-schema';
import { Ajv } from 'ajv';
import t from 'tap';
import { openRpc, rpcService } from '../../../host/serve/scrabble/rpc.ts';
import { tokenHash } from '../../../host/serve/tokens.ts';
import { blocksOf, page } from '../../docs/pages.ts';
import { OTHER_TOKEN, servedLeague } from './served-league.ts';

/** Its types say nothing of what it exports. */
interface MetaSchemaPackage {
  readonly openrpcDocument: Readonly<Record<string, unknown>>;
}

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

t.test('requests', async (t) => {
  const served = await servedLeague(t, { jobs: 0 });
  const { post, call, register } = served;
  const code = async (body: unknown) => (await post(body)).json?.error?.code;
  const asked = (method: string, params?: unknown) => ({ jsonrpc: '2.0', method, params, id: 'a' });

  t.test('what is no JSON, no request, or names no method has the code of the standard', async (t) => {
    t.equal(await code('{"jsonrpc'), -32700);
    t.equal(await code(`{"jsonrpc":"2.0","method":"Status.Ping","id":1,"params":${deep(6_000)}}`), -32700);
    t.equal(await code(deep(8_000)), -32700);
    t.equal(await code([]), -32600);
    t.equal(await code('7'), -32600);
    t.equal(await code({ jsonrpc: '1.0', method: 'Status.Ping', id: 1 }), -32600);
    t.equal(await code(asked('Status.Pong')), -32601);
    t.equal(await code(asked('constructor')), -32601);
    t.equal(await code(asked('RegistrationService.Register', ['a'])), -32602);
    t.equal(await code(asked('RegistrationService.Register')), -32602);
    t.equal(await code(asked('Scrabble.Ready', {})), -32602);
    t.equal((await post('x'.repeat(20_000))).status, 413);
    t.equal((await fetch(`${served.url}/rpc`)).status, 405);
  });

  t.test('batches are answered in their order, and notifications are not', async (t) => {
    t.same((await post(asked('Status.Ping'))).json, { jsonrpc: '2.0', id: 'a', result: { ping: 'OK' } });
    t.match((await post([asked('Status.Ping'), 7, asked('Nobody')])).json, [
      { id: 'a', result: { ping: 'OK' } },
      { id: null, error: { code: -32600 } },
      { id: 'a', error: { code: -32601 } },
    ]);
    const silent = await post([{ jsonrpc: '2.0', method: 'Status.Ping' }]);
    t.same(silent, { status: 204, json: undefined });
  });

  t.test('rpc.discover describes the methods by the schemas that read them', async (t) => {
    const { result } = await call('rpc.discover');
    t.same(result, openRpc());
    t.equal(result.openrpc, '1.3.2');
    t.match(result.info, { title: /./, version: /^\d+\.\d+\.\d+/ });
    t.same(
      result.methods.map(({ name }: { name: string }) => name),
      ['RegistrationService.Register', 'Scrabble.Ready', 'Status.Ping'],
    );
    for (const { name, params, result: answer, errors } of result.methods) {
      const names = params.map((param: { name: string }) => param.name);
      t.equal(new Set(names).size, names.length, `${name}: each name once`);
      for (const { required, schema } of params)
        t.ok(typeof required === 'boolean' && typeof schema === 'object', name);
      const firstOptional = params.findIndex(({ required }: { required: boolean }) => !required);
      if (firstOptional !== -1)
        t.notOk(
          params.slice(firstOptional).some(({ required }: { required: boolean }) => required),
          `${name}: what may be left out is last`,
        );
      t.equal(answer.schema.type, 'object');
      for (const { code, message } of errors) t.ok(Number.isInteger(code) && message !== '');
    }
  });

  t.test('a token and an address have their limits, and each call of a batch counts', async (t) => {
    const result = async () => ({ result: { message: 'registered' } });
    const service = rpcService({ register: result, ready: result }, {});
    const registered = async (token: string, count: number) => {
      const about = {
        token,
        botname: 'eve',
        botversion: '1',
        game: 'SCRABBLE',
        rpcendpoint: 'http://[::1]/',
      };
      const calls = Array.from({ length: count }, () => asked('RegistrationService.Register', about));
      const answer = await service.request('/rpc', { method: 'POST', body: JSON.stringify(calls) });
      return (await answer.json()) as { readonly result?: unknown; readonly error?: unknown }[];
    };
    t.notOk((await registered('eve', 70)).some(({ error }) => error));
    const tooMany = await registered('eve', 70);
    t.match(tooMany[0], { result: {} }, 'four seconds of them at once');
    const message = 'Too many registrations with this token: wait 1 s.';
    t.match(tooMany.at(-1), { id: 'a', error: { code: -32006, message } });
    t.match(await registered('ada', 1), [{ result: {} }], 'another token');

    const limited = await servedLeague(t, { jobs: 0, callsPerSecond: 5 });
    const pings = Array.from({ length: 60 }, (_, id) => ({ jsonrpc: '2.0', method: 'Status.Ping', id }));
    const answers: { readonly result?: unknown }[] = (await limited.post(pings)).json;
    t.ok(answers.filter(({ result }) => result !== undefined).length >= 20, 'four seconds of them at once');
    t.match(answers.at(-1), {
      id: 59,
      error: { code: -32006, message: /^Too many calls from 127\.0\.0\.1: wait 1 s\.$/ },
    });
  });

  t.test('the document of rpc.discover is one by the meta-schema of OpenRPC', async (t) => {
    // It refers to the schema of draft 7 in two ways, the second with definitions of its own.
    const draft7 = { $ref: 'http://json-schema.org/draft-07/schema#' };
    const definitions = { JSONSchemaObject: { properties: { $ref: { type: 'string' } } } };
    const ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'https://meta.json-schema.tools', ...draft7 });
    ajv.addSchema({ $id: 'https://meta.json-schema.tools/', definitions });
    const { $schema: _, ...metaSchema } = (openRpcPackage as unknown as MetaSchemaPackage).openrpcDocument;
    const isDocument = ajv.compile(metaSchema);
    const document = openRpc();
    t.ok(isDocument(document), ajv.errorsText(isDocument.errors));
    const [method] = document.methods;
    t.notOk(isDocument({ ...document, methods: [{ ...method, params: undefined }] }), 'without params');
    t.notOk(isDocument({ ...document, openrpc: '7' }));
    const schema = { type: 'nothing' };
    const result = { name: 'result', schema };
    t.notOk(isDocument({ ...document, methods: [{ ...method, result }] }), 'with a schema that is none');
  });

  t.test('a page of another site cannot call', async (t) => {
    const body = JSON.stringify(asked('Status.Ping'));
    const headers = { origin: 'https://elsewhere.example' };
    t.equal((await fetch(`${served.url}/rpc`, { method: 'POST', body, headers })).status, 403);
  });

  t.test('a name belongs to the token that took it, and versions are superseded', async (t) => {
    const at = 'http://127.0.0.1:1/rpc';
    t.match(await register('robot', at), { result: { message: 'robot is registered.' } });
    t.match(await register('robot', `${at}2`), { result: { message: 'robot 1 is online again.' } });
    t.match(await served.store.currentBots(), [
      { name: 'robot', version: '1', endpoint: { href: `${at}2` } },
    ]);
    t.match(await register('robot', at, { botversion: '2' }), {
      result: { message: /version 2; the version before finishes/ },
    });
    t.match(await register('robot', at), { error: { code: -32007 } }, 'a version never returns');
    t.match(await register('robot', at, { token: OTHER_TOKEN }), { error: { code: -32002 } });
    t.match(await register('other', at, { token: 'nobody' }), { error: { code: -32001 } });
    const bots = await served.store.currentBots();
    t.same(
      bots.map(({ name, version, endpoint: { href } }) => ({ name, version, endpoint: href })),
      [{ name: 'robot', version: '2', endpoint: at }],
    );
    t.equal(await served.store.revokeToken('ada'), true);
    t.match(await register('third', at), { error: { code: -32001 } }, 'a token that was revoked');
  });

  t.test('the registration of the page is taken, and a Ready without its game is not', async (t) => {
    const [text] = blocksOf(page('docs/reference/web-bots.md'))
      .map((block) => block.text)
      .filter((block) => block.includes('RegistrationService.Register'));
    const request = JSON.parse(text!);
    t.equal(await served.store.addToken('page', tokenHash(request.params.token)), true);
    // Another test has its name.
    request.params.botname = 'page';
    t.match((await post(request)).json, { id: 1, result: { message: 'page is registered.' } });
    const ready = {
      gameid: 7,
      gameboard: 'D34898EC4CADC2B7B85DA262E9320A9646655931',
      dictionary: 'x',
      letters: 'x',
    };
    for (const gameid of [7, '7', 2 ** 53 - 1])
      t.match(await call('Scrabble.Ready', { ...ready, gameid }), {
        error: { code: -32004, message: `gameid: no waiting game ${gameid}` },
      });
    for (const gameid of [
      'x',
      '',
      '0',
      '1e3',
      ' 7',
      0,
      -1,
      1.5,
      2 ** 53,
      '9999999999999999',
      null,
      [7],
      undefined,
    ])
      t.match(await call('Scrabble.Ready', { ...ready, gameid }), {
        error: { code: -32602, message: /^gameid: expected a whole number from 1 to 2\^53 - 1; got / },
      });
  });

  t.test('texts have the lengths of the page, and the last three may be left out', async (t) => {
    const at = 'http://127.0.0.1:1/rpc';
    const lengths = {
      botname: 250,
      botversion: 100,
      programminglanguage: 250,
      website: 500,
      description: 1000,
    };
    for (const [name, most] of Object.entries(lengths)) {
      const long = await register('texts', at, { token: OTHER_TOKEN, [name]: 'x'.repeat(most + 1) });
      t.match(long.error, {
        code: -32602,
        message: new RegExp(`^${name}: expected at most ${most} characters`),
      });
      const fits = await register('texts', at, { token: OTHER_TOKEN, [name]: 'x'.repeat(most) });
      t.ok(fits.result, JSON.stringify(fits));
    }
    for (const [given, message] of [
      [{ rpcendpoint: `http://127.0.0.1/${'x'.repeat(500)}` }, /^rpcendpoint: expected at most 500/],
      [{ rpcendpoint: 'file:///etc/passwd' }, /^rpcendpoint: expected an http or https URL/],
      [{ rpcendpoint: 'http://%ff@127.0.0.1:9/' }, /^rpcendpoint: .*user.*password.* UTF-8/],
      [{ rpcendpoint: 'http://a:%e2%82@127.0.0.1:9/' }, /^rpcendpoint: .*user.*password.* UTF-8/],
      [{ rpcendpoint: 'http://127.0.0.1:0/' }, /^rpcendpoint: expected a port from 1 to 65535; got 0/],
      [{ game: 'TICTACTOE' }, /^game: expected "SCRABBLE"/],
      [{ token: 'x'.repeat(51) }, /^token: expected at most 50/],
      [{ botname: 'a\nready' }, /^botname: .*without control characters/],
      [{ botname: '' }, /^botname: expected.*not empty/],
      [{ botversion: undefined }, /^botversion: expected a string; got nothing/],
      [{ concurrent: 'yes' }, /^concurrent: expected true or false/],
    ] as const)
      t.match((await register('texts', at, { token: OTHER_TOKEN, ...given })).error, {
        code: -32602,
        message,
      });
  });
});
