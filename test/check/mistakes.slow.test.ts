import t from 'tap';
import { sideBySide } from '../support/side-by-side.ts';
import { checks } from './checks.ts';
import { scrabbleMistakes } from './scrabble-mistakes.ts';
import { beyondThem, smallBots } from './small-bots.ts';
import { botCommand, impatient, numberOf, sentenceOf, tryStep, tryThis } from './try-step.ts';

/** Most of the time a step waits: some go side by side. */
const AT_ONCE = 4;

const longer = new Map(
  checks.scrabble.flatMap(({ name, within }) => (within ? [[name, within] as const] : [])),
);

for (const [game, { bot }] of smallBots)
  t.test(`A right bot passes every step of ${game}`, async (t) => {
    const steps = checks[game].filter(({ name }) => !beyondThem.includes(name));
    await sideBySide(AT_ONCE, steps, async ({ name }) => {
      const report = await tryStep(game, numberOf(game, name), botCommand(bot, 'none'));
      t.equal(sentenceOf(report), 'ok', name);
    });
  });

t.test('A bot that speaks the plain dialect passes, and skips what is for the numbered one', async (t) => {
  const unknown = numberOf('bananagrams', 'skips messages that it does not know');
  const steps = checks.bananagrams.filter(({ name }) => !beyondThem.includes(name));
  await sideBySide(AT_ONCE, steps, async ({ name }) => {
    const number = numberOf('bananagrams', name);
    const { finding } = await tryStep('bananagrams', number, botCommand('bananagrams-bot.mjs', 'plain'));
    t.equal(finding?.is, number === unknown ? 'untried' : undefined, name);
  });
});

t.test('A right bot passes the longer steps, too', async (t) => {
  t.ok(longer.size > 20, 'steps are within longer ones');
  for (const step of new Set(longer.values()))
    t.equal(sentenceOf(await tryThis(step, botCommand('scrabble-bot.mjs', 'none'))), 'ok', step.name);
});

t.test('A mistake that a step finds is found in the longer step that it is within', async (t) => {
  const within = scrabbleMistakes.filter(([name]) => longer.has(name));
  t.equal(within.length, longer.size);
  await sideBySide(AT_ONCE, within, async ([name, mistake, came]) => {
    const patience = /nothing within|was killed/.test(came.source) ? impatient : undefined;
    const { finding } = await tryThis(longer.get(name)!, botCommand('scrabble-bot.mjs', mistake), patience);
    t.equal(finding?.is, 'wrong', `${name}: ${mistake}`);
  });
});

t.test('A mistake shows first in the step that it is for', async (t) => {
  const early = ['garbage', 'tags-with-1', 'keeps-changed-tiles'];
  const shown = scrabbleMistakes.filter(([, mistake]) => early.includes(mistake));
  t.equal(shown.length, early.length);
  const before = shown.flatMap(([name, mistake]) =>
    Array.from({ length: numberOf('scrabble', name) - 1 }, (_, index) => ({ mistake, number: index + 1 })),
  );
  await sideBySide(AT_ONCE, before, async ({ mistake, number }) => {
    const { finding } = await tryStep('scrabble', number, botCommand('scrabble-bot.mjs', mistake));
    t.equal(finding, undefined, `${mistake}, step ${number}`);
  });
});
