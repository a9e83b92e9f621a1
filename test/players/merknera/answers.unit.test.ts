import t from 'tap';
import { readAnswer } from '../../../players/merknera/read-answer.ts';
import { answersTo, error } from '../../../players/merknera/served/requests.ts';

t.test('an answer is a result, what the bot says went wrong, or nothing that can be read', async (t) => {
  t.same(readAnswer('{"jsonrpc":"2.0","result":{"type":"PASS"},"error":null,"id":1}'), {
    ok: true,
    result: { type: 'PASS' },
  });
  t.same(readAnswer('{"result":null}'), { ok: true, result: null }, 'without an error');
  const said = (text: string) => {
    const answer = readAnswer(text);
    return answer.ok ? answer : [answer.errorcode, answer.message];
  };
  t.same(said('{"error":"out of words"}'), [4, 'the bot answered with the error "out of words"']);
  t.same(said('{"error":{"code":1,"message":"broken"}}'), [4, 'the bot answered with the error "broken"']);
  t.same(said('{"error":{"why":1}}'), [4, 'the bot answered with the error {"why":1}']);
  t.same(said('<html>'), [3, 'expected JSON; got "<html>"']);
  t.same(said('[]'), [3, 'expected a response object; got []']);
  t.same(said('null'), [3, 'expected a response object; got null']);
  t.same(said('x'.repeat(500)), [3, `expected JSON; got "${'x'.repeat(99)}…`], 'a long one is cut off');
});

const methods = {
  Add: (params: unknown) =>
    Array.isArray(params) ? { result: params.length } : error(-32602, 'expected an array'),
};
const asked = (request: unknown) => answersTo(JSON.stringify(request), methods);
const code = (answer: unknown) => (answer as { error?: { code: number } }).error?.code;

t.test('requests are answered by their id, alone and in batches, and notifications are not', async (t) => {
  t.same(asked({ jsonrpc: '2.0', method: 'Add', params: [1, 2], id: 'a' }), {
    jsonrpc: '2.0',
    id: 'a',
    result: 2,
  });
  t.equal(asked({ jsonrpc: '2.0', method: 'Add', params: [1, 2] }), undefined, 'a notification');
  t.equal(asked([{ jsonrpc: '2.0', method: 'Add' }]), undefined, 'a batch of notifications');
  const batch = asked([
    { jsonrpc: '2.0', method: 'Add', params: [], id: 1 },
    { jsonrpc: '2.0', method: 'Add', params: [] },
    7,
    { jsonrpc: '2.0', method: 'Sub', id: null },
  ]) as readonly { id: unknown }[];
  t.same(
    batch.map((answer) => [answer.id, code(answer)]),
    [
      [1, undefined],
      [null, -32600],
      [null, -32601],
    ],
  );
});

t.test('requests that are none have the codes of the standard', async (t) => {
  t.equal(code(answersTo('{"jsonrpc', methods)), -32700);
  t.equal(code(answersTo('', methods)), -32700);
  t.equal(code(asked([])), -32600);
  t.equal(code(asked('Add')), -32600);
  t.equal(code(asked(null)), -32600);
  t.equal(code(asked({ method: 'Add', id: 1 })), -32600, 'without its version');
  t.equal(code(asked({ jsonrpc: '2.0', method: 1, id: 1 })), -32600);
  t.equal(code(asked({ jsonrpc: '2.0', method: 'Add', params: 'x', id: 1 })), -32600);
  t.equal(code(asked({ jsonrpc: '2.0', method: 'Add', id: {} })), -32600);
  t.equal(code(asked({ jsonrpc: '2.0', method: 'constructor', id: 1 })), -32601);
  t.equal(code(asked({ jsonrpc: '2.0', method: 'Add', params: {}, id: 1 })), -32602);
});
