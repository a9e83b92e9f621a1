import t from 'tap';
import type { Noted } from '../../../../host/events/noted.ts';
import { type BotOut, BotTurns } from '../../../../host/serve/boggle/bots/bot-turns.ts';
import type { BotService } from '../../../../host/serve/boggle/bots/web-game.ts';

/** What everybody is shown and what the operator is told of a bot with these last events. */
async function saidOf(...events: readonly object[]) {
  const shown: string[] = [];
  const told: BotOut[] = [];
  const service: BotService = {
    gamesThatWait: async () => [],
    game: async () => undefined,
    useTurn: async () => true,
    forfeit: async (_key, _name, why) => void shown.push(why),
  };
  const names = ['ann', 'robot'];
  const watched = { key: 'g', names, bots: [2], played: [], wentOut: (out: BotOut) => void told.push(out) };
  const turns = new BotTurns(watched, service, () => {});
  for (const [index, event] of [...events, { type: 'exit' }].entries())
    turns.take({ n: index + 1, t: 0, seat: 2, ...event } as unknown as Noted);
  await turns.kept();
  return { shown, told: told.map(({ problem }) => problem) };
}

t.test('what is wrong with the files of this host is told on standard error only', async (t) => {
  const problem = 'there is no file ./nope in /srv/bots';
  const gone = { type: 'gone', cause: 'crashed', code: 127, signal: null, problem };
  const offence = { type: 'offence', kind: 'startup', rule: 'not-found', detail: `status 127: ${problem}` };
  t.same(await saidOf(gone, offence), {
    shown: ['could not be started'],
    told: [`broke the rules for bots: status 127: ${problem}`],
  });
  t.same(await saidOf(gone, { type: 'left', cause: 'crashed' }), {
    shown: ['crashed (exit status 127)'],
    told: [`crashed (${problem})`],
  });
});

t.test('what a bot did itself is told everybody', async (t) => {
  const offence = { type: 'offence', kind: 'protocol', rule: 'order', detail: 'said hello' };
  const gone = { type: 'gone', cause: 'crashed', code: null, signal: 'SIGSEGV' };
  for (const [events, said] of [
    [[offence], 'broke the rules for bots: said hello'],
    [[gone, { type: 'left', cause: 'crashed' }], 'crashed (SIGSEGV)'],
  ] as const)
    t.same(await saidOf(...events), { shown: [said], told: [said] });
});
