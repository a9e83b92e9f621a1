import type { GameWords } from '../game-words.ts';
import {
  awk,
  c,
  cpp,
  csharp,
  fsharp,
  go,
  java,
  javascript,
  lua,
  perl,
  python,
  rust,
  typescript,
} from './languages.ts';

export const scrabbleWords = {
  title: 'Scrabble',
  summary: 'play Scrabble: in turns, on any board',
  help: {
    summary: 'Plays Scrabble: in turns, on boards that are programs, under three sets of rules.',
    examples: [
      ['wordhost scrabble "python3 bot.py" "wordhost player longest"', 'one game, by tournament rules'],
      ['wordhost scrabble --rules course --board infinite --timeout 2s ./a ./b', 'as the course plays it'],
      ['wordhost scrabble --board hole.json --tiles english:3 ./a ./b', 'a board of your own, 300 tiles'],
      [
        'wordhost scrabble --games 100 --require "games.1>=55%" ./new ./old',
        'for CI: whether the new one is better',
      ],
      ['wordhost scrabble --games 100 --jobs auto ./a ./b', 'several games at once'],
      ['wordhost scrabble --games 100 --watch=0 ./a ./b', 'with a live page in a browser'],
      [
        'wordhost scrabble --games 20 --junit games.xml --record-bad bad ./new ./old',
        'for CI: a report, and records of bad games',
      ],
    ],
    notes:
      'Each PLAYER is a command for the shell; it reads lines from standard input and writes lines to standard output.',
  },
  game: async () => (await import('../../games/scrabble/scrabble.ts')).scrabble,
  judge: {
    example: ['wordhost judge scrabble --laid "0,0 across CAT" "3,-1 down SEA"', 'a move on a board'],
    load: async () => (await import('./scrabble/judge.ts')).judgeScrabble,
  },
  readers: { gcg: async () => (await import('../../games/scrabble/gcg/read-gcg.ts')).gcgReader },
  analysis: async () => (await import('./scrabble/analysis.ts')).analyzeScrabble,
  check: async () => (await import('../../tools/check/scrabble/scenes.ts')).scrabbleSteps,
  demo: {
    players: [
      { name: 'Ada', command: 'wordhost player longest --pause 200ms' },
      { name: 'Ben', command: 'wordhost player random --pause 200ms' },
    ],
    next: 'wordhost new javascript scrabble my-bot && wordhost scrabble "node my-bot/player.mjs" "wordhost player random"',
  },
  play: {
    isUsual: true,
    options: { timeout: 'none' },
    opponents: {
      beginner: 'wordhost player random --level few',
      easy: 'wordhost player longest --level few',
      medium: 'wordhost player greedy --level few',
      hard: 'wordhost player greedy --level half',
      best: 'wordhost player greedy',
    },
  },
  templates: {
    folder: 'examples/scrabble',
    languages: {
      python,
      javascript,
      typescript,
      perl,
      lua,
      go,
      rust,
      cpp,
      csharp,
      fsharp: fsharp('Dictionary.fs', 'ScrabbleUtil.fs', 'ScrabbleLib.fs', 'Scrabble.fs'),
      c,
      awk,
      java,
      sml: { files: ['player.sml'], run: 'poly --script player.sml', needs: 'Poly/ML' },
    },
  },
  commands: {
    board: {
      summary: 'boards for Scrabble: check a file, draw one',
      load: async () => (await import('./scrabble/board.ts')).board,
    },
    moves: {
      summary: 'plays of a Scrabble position with the most points',
      load: async () => (await import('./scrabble/moves.ts')).moves,
    },
    register: {
      summary: 'a bot on pipes, registered on a server of web bots',
      load: async () => (await import('./scrabble/register.ts')).register,
    },
    siu: {
      summary: 'our search for plays as an engine of Scrabble that speaks SIU',
      load: async () => (await import('./scrabble/siu.ts')).siu,
    },
  },
} as const satisfies GameWords;
