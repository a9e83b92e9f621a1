import t from 'tap';
import { sideBySide } from '../support/side-by-side.ts';
import { checks } from './checks.ts';
import { scrabbleMistakes } from './scrabble-mistakes.ts';
import { beyondThem, smallBots } from './small-bots.ts';
import { botCommand, impatient, numberOf, sentenceOf, tryStep, tryThis } from './try-step.ts';

t.test('mistakes', async (t) => {
  /** Most of the time a step waits: some go side by side. */
  const AT_ONCE = 4;

  for (const [game, { bot, mistakes, atLeast }] of smallBots) {
    t.test(`Every step of ${game} finds the mistake that it is for, and says what came`, async (t) => {
      await sideBySide(AT_ONCE, mistakes, async ([name, mistake, came]) => {
        const patience = /nothing within|was killed/.test(came.source) ? impatient : undefined;
        const { finding, messages } = await tryStep(
          game,
          numberOf(game, name),
          botCommand(bot, mistake),
          patience,
        );
        if (finding?.is !== 'wrong') t.fail(`${name}: ${mistake} was not found`, { finding, messages });
        else t.match(finding.came, came, `${name}: ${mistake}`);
      });
    });

    t.test(`There is a mistake for every step of ${game}, and a plenty of steps`, async (t) => {
      const tried = [...mistakes.map(([name]) => name), ...beyondThem];
      for (const { name } of checks[game]) t.ok(tried.includes(name), name);
      t.ok(checks[game].length >= atLeast);
      t.equal(
        new Set(checks[game].map(({ name }) => name)).size,
        checks[game].length,
        'each has its own name',
      );
    });
  }

  t.test('A bot that always passes is not wrong; steps about plays are skipped', async (t) => {
    const passes = `while read -r line; do case $line in end) echo ready;; turn*) echo pass;; esac; done`;
    const number = numberOf('scrabble', 'plays a legal first word over the center');
    const { finding } = await tryStep('scrabble', number, passes);
    t.match(finding, {
      is: 'untried',
      why: /^this step needs a play; the bot answered pass with ACDGOST, though it could play .+$/,
    });
  });

  t.test('Tiles and the word list are checked only where something was laid', async (t) => {
    const passes = `while read -r line; do case $line in end) echo ready;; turn*) echo pass;; esac; done`;
    for (const [name, command] of [
      ['has the correct tiles after a change', botCommand('scrabble-bot.mjs', 'forgets-what-it-got')],
      ['uses the word list of this game', passes],
    ] as const) {
      const { finding } = await tryStep('scrabble', numberOf('scrabble', name), command);
      t.match(
        finding,
        { is: 'untried', why: /the bot answered pass with [A-Z]+, though it could play / },
        name,
      );
    }
  });

  t.test('The place of the fault is known, in lines that others follow', async (t) => {
    const { finding, messages } = await tryStep(
      'scrabble',
      1,
      `while read -r line; do [ "$line" = end ] && printf 'ready\\nready\\npass\\n'; done`,
    );
    t.match(finding, { is: 'wrong', at: 6, came: 'line 2: a second ready' });
    t.match(messages.find(({ from }) => from === 'bot')?.text, /^ready\nready\n/);
  });

  t.test('An unfinished message is shown; a reader of lines is told of the period', async (t) => {
    const impatientStart = { ...impatient, readyTimeout: impatient.turnTimeout };
    const unended = await tryStep('scrabble', 1, 'printf ready; cat >/dev/null', impatientStart);
    t.match(unended.finding, {
      came: /^nothing within 3 s that is whole; it wrote `ready` without a line end/,
    });
    const ended = await tryStep('scrabble', 1, 'printf ready');
    t.match(ended.finding, { came: /^it exited with status 0; it wrote `ready` without a line end/ });
    const number = numberOf('bananagrams', 'peels a hand that is one word');
    const short = await tryStep(
      'bananagrams',
      number,
      'printf np001003001CA; cat >/dev/null',
      impatientStart,
    );
    t.match(short.finding, { came: /announced a grid of 3 by 1, and 2 of its 3 cells came$/ });
    const lines = await tryStep('bananagrams', number, 'printf n; read -r line', impatientStart);
    t.match(lines.finding, { advice: /it may read lines: messages.*period/ });
  });

  t.test('A command that cannot be started is what came', async (t) => {
    const { finding } = await tryStep('scrabble', 1, 'exec ./no-such-bot');
    t.match(finding, {
      is: 'wrong',
      came: /^it could not be started: cannot find the file \.\/no-such-bot /,
    });
  });

  t.test('What a bot says on standard error is kept for the report', async (t) => {
    const { stderr } = await tryStep('bananagrams', 1, 'echo lost my words >&2; exit 4');
    t.equal(stderr, 'lost my words\n');
  });
});

t.test('mistakes', async (t) => {
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
    const unknown = numberOf('bananagrams', 'skips unknown messages');
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
});
