import { dictionaryOptions } from './dictionary-options.ts';
import type { SettingTable } from './fields.ts';

/** Which games are played, and between whom. */
export const seriesOptions = {
  seed: {
    kind: 'text',
    default: undefined,
    value: 'TEXT',
    sets: 'seed',
    help: 'seed of all chance; the same seed deals the same tiles (default: drawn, and printed)',
    everyday: true,
  },
  'player-seed': {
    kind: 'text',
    default: undefined,
    value: 'drawn|TEXT',
    sets: 'playerSeed',
    help: "text from which players' own seeds are made; `drawn` is a secret for this run (default: `drawn` with --sandbox strict, else the seed)",
  },
  games: {
    kind: 'count',
    default: 1,
    min: 1,
    max: 1_000_000,
    sets: 'games',
    help: 'number of games; each has its own seed, made from the seed and its number',
    everyday: true,
  },
  rotate: {
    kind: 'flag',
    default: true,
    sets: 'rotate',
    help: 'rotation of the seats by one after each game; --no-rotate keeps all players in their seats',
  },
  mirrored: {
    kind: 'flag',
    default: false,
    sets: 'mirrored',
    help: 'games in groups with the same seed, each player in each seat once; each seat draws its tiles in an order of its own',
  },
  overlap: {
    kind: 'flag',
    default: true,
    sets: 'overlap',
    help: 'overlap of games: the players of the next game are started while those of the last one are ended; --no-overlap waits for their end',
  },
  'rejudge-overloaded': {
    kind: 'flag',
    default: false,
    sets: 'rejudgesOverloaded',
    help: 'repetition of a game, with the same seed and seats, if a player ran out of time on an overloaded machine; the last one counts',
  },
  'rejudge-limit': {
    kind: 'count',
    default: 1,
    min: 1,
    max: 100,
    sets: 'rejudgeLimit',
    help: 'with --rejudge-overloaded: limit for the repetitions of one game',
  },
  name: {
    kind: 'list',
    default: [],
    value: 'NAME',
    sets: 'names',
    help: 'name of a player; once for each command, in order; equal names get a number (default: its command)',
    everyday: true,
  },
  copies: {
    kind: 'count',
    default: 1,
    min: 1,
    max: 64,
    sets: 'copies',
    help: 'how many players are started of each command; they are told apart by a number after the name',
  },
  seat: {
    kind: 'list',
    default: [],
    value: 'PLAYER',
    sets: 'seats',
    help: 'one of the players, by number or name, who sits in the next seat; once for each that is to play (default: all, in order)',
  },
  ...dictionaryOptions,
  pin: {
    kind: 'flag',
    default: false,
    sets: 'pin',
    help: 'one processor for each player, which neither the others nor the host use; drawn for each game',
  },
} as const satisfies SettingTable;
