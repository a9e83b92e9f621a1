import { pick } from '../../core/fields.ts';
import type { GameWords } from '../game-words.ts';
import { commonLanguages, fsharp, otherLanguages } from './languages.ts';

export const scrabbleWords = {
  title: 'Scrabble',
  summary: 'play Scrabble: in turns, on any board',
  help: {
    summary: 'Plays Scrabble in turns, on any board, under one of three sets of rules.',
    examples: [
      ['wordhost scrabble "python3 bot.py" "wordhost player longest"', 'play one game by tournament rules'],
      [
        'wordhost scrabble --rules course --board infinite --timeout 2s ./a ./b',
        'use the rules of the course',
      ],
      ['wordhost scrabble --board hole.json --tiles english:3 ./a ./b', 'use your own board and 300 tiles'],
      [
        'wordhost scrabble --games 100 --require "games.1>=55%" ./new ./old',
        'for CI: fail unless player 1 wins 55%',
      ],
      ['wordhost scrabble --games 100 --jobs auto ./a ./b', 'play several games in parallel'],
      ['wordhost scrabble --games 100 --watch=0 ./a ./b', 'show a live page in a browser'],
      [
        'wordhost scrabble --games 20 --junit games.xml --record-bad bad ./new ./old',
        'for CI: write a report, and save records of bad games',
      ],
    ],
    notes:
      'Each PLAYER is a shell command; it reads lines from standard input and writes lines to standard output.',
  },
  game: async () => (await import('../../games/scrabble/scrabble.ts')).scrabble,
  judge: {
    example: [
      'wordhost judge scrabble --laid "0,0 across CAT" "3,-1 down SEA"',
      'show the words and points of a move',
    ],
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
  assistant: async () => {
    const { ScrabbleAssistant } = await import('../../bots/scrabble/assistant.ts');
    return (lexicon) => new ScrabbleAssistant(lexicon);
  },
  opponent: 'wordhost player random',
  play: {
    isUsual: true,
    options: { timeout: 'none' },
    opponents: {
      beginner: 'wordhost player random --level few',
      easy: 'wordhost player greedy --level few',
      medium: 'wordhost player greedy --level half',
      hard: 'wordhost player greedy',
      best: 'wordhost player greedy --leave',
    },
  },
  templates: {
    folder: 'examples/scrabble',
    languages: {
      ...commonLanguages,
      fsharp: fsharp('Dictionary.fs', 'DebugPrint.fs', 'ScrabbleUtil.fs', 'ScrabbleLib.fs', 'Scrabble.fs'),
      ...pick(otherLanguages, ['c', 'awk', 'java']),
      sml: { files: ['player.sml'], run: 'poly --script player.sml', needs: 'Poly/ML', packages: 'polyml' },
    },
  },
  commands: {
    board: {
      summary: 'check or draw a Scrabble board',
      load: async () => (await import('./scrabble/board.ts')).board,
    },
    moves: {
      summary: 'list the best plays of a Scrabble position',
      load: async () => (await import('./scrabble/moves.ts')).moves,
    },
    register: {
      summary: 'register a bot on a server for web bots',
      load: async () => (await import('./scrabble/register.ts')).register,
    },
    siu: {
      summary: 'run a Scrabble engine that speaks SIU',
      load: async () => (await import('./scrabble/siu.ts')).siu,
    },
  },
} as const satisfies GameWords;
