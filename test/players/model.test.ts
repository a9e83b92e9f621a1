import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { type Outcome, start } from '../cli/wordhost.ts';
import { type Asked, ModelServer, type Reply } from './model/model-server.ts';

interface Played extends Outcome {
  readonly records: readonly string[];
}

/** A game of a model on a server of ours against a built-in player. */
async function playModel(
  answer: (asked: Asked, number: number) => Reply,
  words: (model: string) => readonly string[],
): Promise<Played & { readonly asked: readonly Asked[] }> {
  await using server = await ModelServer.open(answer);
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-model-'));
  try {
    const model = `wordhost player model --url ${server.url} --model ours`;
    const outcome = await start([...words(model), '--record', folder]).ended;
    const records = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    return { ...outcome, records, asked: server.asked };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

t.test('a model plays a match of Scrabble', async (t) => {
  const { status, stderr, records, asked } = await playModel(
    () => 'Let me see. {"move": "pass"}',
    (model) => ['scrabble', '--seed', '3', '--quiet', model, 'wordhost player greedy'],
  );
  t.equal(status, 0, stderr);
  t.ok(asked.length > 5);
  const { result } = JSON.parse(records[0]!.trimEnd().split('\n').at(-1)!);
  const { ms, ...model } = result.players[0].model;
  t.ok(ms >= 0);
  t.strictSame(model, {
    ...{ requests: asked.length, promptTokens: 100 * asked.length, completionTokens: 7 * asked.length },
    ...{ turns: asked.length, legal: asked.length, illegal: 0, unreadable: 0, cutOff: 0, unanswered: 0 },
  });
});
