import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import t from 'tap';
import { parse } from 'yaml';
import { commandsOf } from '../../host/cli/commands.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import type { Noted } from '../../host/events/noted.ts';
import { eventLine } from '../../host/events/noted.ts';
import { unreadOffence } from '../../host/match/seat.ts';
import { players } from '../../players/index.ts';
import { dealt, planOf, scriptPlayed } from '../match/hand-played.ts';
import { randomScript } from '../match/random-script.ts';
import { firstPages, followPages } from './follow-pages.ts';
import { generatedFiles } from './generated.ts';
import { allPages, blocksOf, type Page, page, root } from './pages.ts';
import { Reader } from './reader.ts';
import {
  checkEvents,
  coming,
  fits,
  isAnyEvent,
  isConfig,
  isResult,
  notBuilt,
  playAndCheck,
  types,
  typesOfBoggle,
  typesOfScrabble,
} from './schemas.ts';
import { notExactly, notPrinted } from './shown-output.ts';

t.test('pages', async (t) => {
  const pages = allPages();
  const reference = page('docs/reference/command-line.md').text;

  interface Link {
    readonly path: string;
    readonly heading: string | undefined;
  }

  function linksOf({ path, text }: Page): readonly Link[] {
    const prose = text.replace(/^ *```[\s\S]*?\n *```$/gm, '');
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
    return targets
      .filter((target) => !/^https?:/.test(target))
      .map((target) => {
        const [file = '', heading] = target.split('#');
        return { path: file === '' ? path : relative(root, join(root, dirname(path), file)), heading };
      });
  }

  function headingsOf(text: string): readonly string[] {
    const lines = text.replace(/^ *```[\s\S]*?\n *```$/gm, '').match(/^#+ .+$/gm) ?? [];
    return lines.map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
  }

  t.test('Every link between pages leads somewhere', async (t) => {
    for (const from of pages)
      for (const { path, heading } of linksOf(from)) {
        t.ok(existsSync(join(root, path)), `${from.path} -> ${path}`);
        if (heading !== undefined && path.endsWith('.md'))
          t.ok(headingsOf(page(path).text).includes(heading), `${from.path} -> ${path}#${heading}`);
      }
  });

  t.test('Every page can be found from the README, link by link', async (t) => {
    const found = new Set(['README.md']);
    for (const path of found) {
      const known = pages.find((one) => one.path === path);
      for (const link of known ? linksOf(known) : []) found.add(link.path);
    }
    // A link to a folder shows what is in it.
    for (const { path } of pages) t.ok(found.has(path) || found.has(dirname(path)), path);
  });

  t.test('Every command and every option is in the reference', async (t) => {
    for (const [name, command] of Object.entries(commandsOf(gameWords))) {
      t.match(reference, `[\`${name}\`](#`, `${name}, in the list of commands`);
      const { options } = await command.load();
      for (const option of Object.keys(options)) t.match(reference, new RegExp(`\`--(no-)?${option}[\` [=]`));
    }
  });

  t.test('Every built-in player is in the reference, with its options', async (t) => {
    for (const name of Object.keys(players)) {
      t.match(reference, `\`wordhost player ${name}`, name);
      const { help } = (await import(`../../players/${name}/options.ts`)) as { help: string };
      for (const [option] of help.matchAll(/--[a-z]+(?:-[a-z]+)*/g))
        t.match(reference, new RegExp(`\`${option}[\` [=]`), option);
    }
  });

  t.test('What is made from the options is up to date', async (t) => {
    for (const { path, text } of await generatedFiles())
      t.equal(page(path).text, text, `${path}: run test/docs/write-option-tables.ts`);
  });
});

t.test('schemas', async (t) => {
  const games = [
    { name: 'a game to its end', options: '', players: [coming, `${coming} --dialect plain`] },
    { name: 'an offender', options: '', players: ["printf 'n\\n'; cat > /dev/null", coming] },
    { name: 'bytes that are no text', options: '', players: ["printf 'n\\001'", coming] },
    {
      name: 'one that leaves',
      options: '',
      players: ['printf r; sleep 0.3; exit 3', 'printf n; cat > /dev/null'],
    },
    { name: 'one that cannot be started', options: '', players: ['no_such_bot', coming] },
    { name: 'a game that stalls', options: '--stall 50ms', players: ['printf r; cat > /dev/null'] },
  ];

  t.test('Records and results of real games are as the schemas say', { skip: notBuilt }, async (t) => {
    using reader = new Reader();
    for (const game of games) playAndCheck(t, reader, 'bananagrams', game);
  });

  t.test('Records and results of real games of Scrabble and Boggle too', { skip: notBuilt }, async (t) => {
    using reader = new Reader();
    const short = {
      name: 'a game to its end',
      options: '--max-turns 6',
      players: ['wordhost player random', 'wordhost player longest'],
    };
    playAndCheck(t, reader, 'scrabble', short);
    playAndCheck(t, reader, 'boggle', {
      ...short,
      options: '',
      players: ['wordhost player boggle --level few'],
    });
  });

  t.test('Every type of event in the schema happens, and every one that happens is in it', async (t) => {
    const seen = new Set(['spawn', 'exit', 'signal', 'load', 'stderr', 'end']);
    for (let chance = 1; chance <= 20; chance++) {
      const scripts = [1, 2, 3].map((player) => randomScript(10 * chance + player));
      const { events } = await scriptPlayed(planOf({ players: 3, seed: String(chance) }), () => scripts);
      for (const type of checkEvents(
        t,
        events.map((event) => eventLine(event as Noted)),
        `match ${chance}`,
      ))
        seen.add(type);
    }
    const match = await dealt('nrr');
    match.stages[1]!.say('p');
    match.listeners[0]!.caught(unreadOffence(2_000_000), match.dealtAt + 1);
    await match.clock.quiet();
    match.interrupt.abort();
    await match.clock.run(match.played);
    for (const type of checkEvents(
      t,
      match.events.map((event) => eventLine(event as Noted)),
      'an interrupted match',
    ))
      seen.add(type);
    const elsewhere = [...typesOfScrabble, ...typesOfBoggle];
    t.same([...seen].sort(), types.filter((type) => !elsewhere.includes(type)).sort());
  });

  t.test('What is wrong does not fit', async (t) => {
    t.notOk(isResult({ wordhost: 1, outcome: 'won' }));
    t.notOk(isAnyEvent({ n: 1, t: 0, type: 'teleport' }));
    t.notOk(isAnyEvent({ n: 0, t: 0, type: 'interrupt' }));
    for (const wrong of [
      { gamez: 3 },
      { games: '3' },
      { stall: 3 },
      { stall: '3' },
      { hand: 0 },
      { memory: 1 },
      { players: [] },
      { players: [{ name: 'no command' }] },
      { players: [{ command: './bot', seed: 1 }] },
      { players: [{ command: './bot', timeout: 10 }] },
      { players: [{ command: './bot', margin: '1s' }] },
    ])
      t.notOk(isConfig(wrong), JSON.stringify(wrong));
  });

  t.test('Config files that the host takes fit the schema', async (t) => {
    const yaml = blocksOf(page('docs/how-to/play-several-games.md')).filter(
      ({ language }) => language === 'yaml',
    );
    t.ok(yaml.length > 0);
    for (const { text } of yaml) fits(t, isConfig, parse(text), text);
    const all = {
      ...{ seed: 42, games: 3, rotate: false, name: 'one', dictionary: 'english', stderr: 'logs', grace: 0 },
      ...{ memory: '512M', 'max-unread': '64k', require: ['offences=0'], 'photo-finish': '50us', hand: 5 },
    };
    fits(t, isConfig, all, 'many options');
    const limits = { command: './bot', timeout: '10s', 'turn-cpu': 'none', memory: '1G' };
    fits(t, isConfig, { players: ['./bot', limits] }, 'limits of one player');
  });
});

t.test('examples', async (t) => {
  const languagesOfFiles = ['python', 'ts', 'yaml'];
  const pages = allPages();

  followPages(pages.filter(({ path }) => firstPages.includes(path)));

  t.test('Each piece of code in a page is run, or says why not', async (t) => {
    for (const page of pages)
      for (const { language, note, line } of blocksOf(page))
        if (languagesOfFiles.includes(language))
          t.match(note.is, /^(file|not run)$/, `${page.path}:${line}: a ${language} block`);
    t.ok(pages.some((page) => blocksOf(page).some(({ language }) => languagesOfFiles.includes(language))));
  });

  t.test('A page that shows what was not printed is found out', async (t) => {
    const printed =
      '     1  Ada     won         24      0     0     3.9 s\nno winner: no player is left\n  A B\n';
    t.same(notPrinted('  1 Ada won 52 1 0 27 ms\n\nA N T\n', printed), []);
    const last = `${printed}\nbestmove 8H.CAT\n`;
    t.strictSame(notPrinted('1 Ada won 52 1 0 27 ms\n…\nbestmove 9H.CAT\n', last), []);
    t.strictSame(notPrinted('1 Ada won 52 1 0 27 ms\n…\nbestmove ex.CAT\n', last), ['bestmove ex.CAT']);
    for (const shown of ['…\n1 Ada won 52 1 0 27 ms\n', '1 Ada won 52 1 0 27 ms\n…\n'])
      t.strictSame(notPrinted(shown, last), [`(not the last line) ${shown.trimEnd().split('\n')[1]}`]);
    t.same(notPrinted('  1 Ada lost 52 1 0 27 ms\nplayer 1 has won\n', printed), [
      '  1 Ada lost 52 1 0 27 ms',
      'player 1 has won',
    ]);
  });

  t.test('Where a page shows to the letter, each line stands at its place', async (t) => {
    const printed = 'turn 1000 1\nfailed\nturn 1000 2\npassed 2\n';
    t.same(notExactly(printed, printed), []);
    t.same(notExactly('turn 1…\n…\npassed 2\n', printed), []);
    t.strictSame(notExactly('turn 1000 1\n…\n', printed), ['(nothing more)']);
    t.strictSame(notExactly('turn 1000 1\n…\nfailed\n', printed), ['(nothing more)']);
    t.same(notExactly('turn 1000 1\nfailed\n', printed), ['(nothing more)']);
    t.same(notExactly('turn 1000 1\nturn 1000 2\n…\n', printed), ['turn 1000 2', '…']);
    t.same(notExactly('…\nturn 1000 3\n', printed), ['turn 1000 3']);
  });
});
