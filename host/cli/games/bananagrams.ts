import { pick } from '../../core/fields.ts';
import type { GameWords } from '../game-words.ts';
import { commonLanguages, fsharp, otherLanguages } from './languages.ts';

export const bananagramsWords = {
  title: 'Bananagrams',
  summary: 'play Bananagrams: a race to use all tiles',
  help: {
    summary: 'Plays Bananagrams: programs race to arrange all their tiles as crossing words.',
    examples: [
      ['wordhost "ruby player.rb" "./player --fast"', 'play one game'],
      [
        'wordhost bananagrams --games 100 --require "games.1>=55%" ./new ./old',
        'for CI: fail unless player 1 wins 55%',
      ],
      ['wordhost bananagrams --games 100 --jobs auto ./a ./b', 'play several games in parallel'],
      ['wordhost bananagrams --record games --seed 42 ./a ./b', 'save a record to replay and verify'],
      ['wordhost bananagrams --trace --lenient ./mine "wordhost player bananagrams"', 'show all messages'],
      [
        'wordhost bananagrams --games 20 --junit games.xml --record-bad bad ./new ./old',
        'for CI: write a report, and save records of bad games',
      ],
    ],
    notes: 'Each PLAYER is a shell command; it reads standard input and writes standard output.',
  },
  game: async () => (await import('../../games/bananagrams/bananagrams.ts')).bananagrams,
  judge: {
    example: ['wordhost judge bananagrams --tiles AEEHRTTYA 003005..AHERA.TT.YE..', 'judge a grid'],
    load: async () => (await import('./bananagrams/judge.ts')).judgeBananagrams,
  },
  analysis: async () => ({
    options: {},
    analysis: (await import('../../games/bananagrams/analysis.ts')).bananagramsAnalysis,
  }),
  check: async () => (await import('../../tools/check/bananagrams/scenes.ts')).bananagramsSteps,
  demo: {
    players: [
      { name: 'Ada', command: 'wordhost player bananagrams --dialect numbered --pause 80ms' },
      { name: 'Ben', command: 'wordhost player bananagrams --dialect plain --pause 80ms' },
    ],
    next: 'wordhost new javascript bananagrams my-bot && wordhost "node my-bot/player.mjs" "wordhost player bananagrams"',
  },
  assistant: async () => {
    const { BananagramsAssistant } = await import('../../bots/bananagrams/assistant.ts');
    return (lexicon) => new BananagramsAssistant(lexicon);
  },
  opponent: 'wordhost player bananagrams --level 1',
  play: {
    options: { stall: '0' },
    opponents: {
      beginner: 'wordhost player bananagrams --level 1',
      easy: 'wordhost player bananagrams --level 2',
      medium: 'wordhost player bananagrams --level 3',
      hard: 'wordhost player bananagrams --level 4',
      best: 'wordhost player bananagrams --level 5 --pause 1s',
    },
  },
  templates: {
    folder: 'examples/bananagrams',
    languages: {
      ...commonLanguages,
      fsharp: fsharp(),
      ...pick(otherLanguages, ['c', 'awk', 'sh']),
      ruby: { files: ['player.rb'], run: 'ruby player.rb', needs: 'Ruby 3', packages: 'ruby' },
    },
  },
  commands: {
    race: {
      summary: 'measure how fair the peel race is on this machine',
      load: async (games) => (await import('../commands/race.ts')).raceWith(games),
    },
  },
} as const satisfies GameWords;
