import { pick } from '../../core/fields.ts';
import type { GameWords } from '../game-words.ts';
import { commonLanguages, fsharp, otherLanguages } from './languages.ts';

export const boggleWords = {
  title: 'Boggle',
  summary: 'play Boggle: all players at once, or two in turns',
  help: {
    summary: 'Plays Boggle: players find words on a board of letters, all at once or two in turns.',
    examples: [
      ['wordhost boggle "python3 bot.py" "wordhost player boggle"', 'play one game, all players at once'],
      ['wordhost boggle --time 10s --seed 42 ./a ./b ./c', 'play for ten seconds, on the board of seed 42'],
      ['wordhost boggle --rules turns --turns 30 ./a ./b', 'play in turns: the first to find a word scores'],
      ['wordhost boggle --board RSPL/EIBT/ULZA/ESTI ./a ./b', 'play on your own board; Qu is one cell'],
      [
        'wordhost boggle --games 100 --time 5s --require "games.1>=55%" ./new ./old',
        'for CI: fail unless player 1 wins 55%',
      ],
      ['wordhost boggle --games 100 --jobs auto ./a ./b', 'play several games in parallel'],
      [
        'wordhost boggle --games 20 --junit games.xml --record-bad bad ./new ./old',
        'for CI: write a report, and save records of bad games',
      ],
    ],
    notes:
      'Each PLAYER is a shell command; it reads lines from standard input and writes lines to standard output.',
  },
  game: async () => (await import('../../games/boggle/boggle.ts')).boggle,
  judge: {
    example: [
      'wordhost judge boggle --board RSPL/EIBT/ULZA/ESTI SIZABLE',
      'show the points of a word, and its path on the board',
    ],
    load: async () => (await import('./boggle/judge.ts')).judgeBoggle,
  },
  analysis: async () => ({
    options: {},
    analysis: (await import('../../games/boggle/analysis.ts')).boggleAnalysis,
  }),
  check: async () => (await import('../../tools/check/boggle/scenes.ts')).boggleSteps,
  demo: {
    players: [
      { name: 'Ada', command: 'wordhost player boggle --level half --pause 120ms' },
      { name: 'Ben', command: 'wordhost player boggle --level few --pause 450ms' },
    ],
    next: 'wordhost new javascript boggle my-bot && wordhost boggle "node my-bot/player.mjs" "wordhost player boggle"',
  },
  commands: {
    serve: {
      summary: 'serve Boggle on the web, and web bots',
      load: async () => (await import('./boggle/serve.ts')).serve,
    },
  },
  assistant: async () => {
    const { BoggleAssistant } = await import('../../bots/boggle/assistant.ts');
    return (lexicon) => new BoggleAssistant(lexicon);
  },
  opponent: 'wordhost player boggle --level few',
  play: {
    options: { timeout: 'none' },
    shared: { rules: 'turns' },
    opponents: {
      beginner: 'wordhost player boggle --level few --pause 12s',
      easy: 'wordhost player boggle --level few --pause 2s',
      medium: 'wordhost player boggle --level half --pause 5s',
      hard: 'wordhost player boggle --level half',
      best: 'wordhost player boggle',
    },
  },
  templates: {
    folder: 'examples/boggle',
    languages: {
      ...commonLanguages,
      fsharp: fsharp(),
      ...pick(otherLanguages, ['c', 'awk', 'java']),
    },
  },
} as const satisfies GameWords;
