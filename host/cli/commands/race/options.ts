import type { OptionTable, OptionValues } from '../../../games/kit/option.ts';
import { commonOptions } from '../../../settings/common-options.ts';
import { heldOptions } from '../../../settings/sandbox-options.ts';

const SECOND = 1e9;

export const raceOptions = {
  gates: {
    kind: 'count',
    default: 2000,
    min: 1,
    max: 10_000_000,
    help: 'how many contested gates to measure; a gate is the writing of one letter to everybody, and the race for the next peel',
  },
  players: {
    kind: 'count',
    default: undefined as number | undefined,
    min: 2,
    max: 8,
    help: 'how many racers (default 2); with PLAYERs, as many as those',
  },
  dialect: {
    kind: 'choice',
    choices: ['numbered', 'plain', 'mixed'] as const,
    default: 'numbered',
    help: 'what the racers speak; `mixed`: every other one plain',
  },
  load: {
    kind: 'choice',
    choices: ['idle', 'busy'] as const,
    default: 'idle',
    help: '`busy`: beside another game in a process of its own',
  },
  'photo-finish': {
    kind: 'duration',
    default: 0,
    min: 0,
    max: 10 * SECOND,
    help: 'as in a game: wait so long after a legal peel, and let a coin decide among all that came',
  },
  rest: {
    kind: 'duration',
    default: 2e6,
    min: 0,
    max: SECOND,
    help: 'of racers: so long nothing happens before each gate, as in a game in which players think; 0 shows how long one keeps the better processor where gates follow at once; the curve goes without',
  },
  advantages: {
    kind: 'text',
    default: '5us,10us,20us,50us,100us',
    value: 'TIME,TIME…|none',
    help: 'measure as well how often a racer wins that thinks so much less than the others; a fifth of the gates for each',
  },
  naive: {
    kind: 'flag',
    default: false,
    help: 'do without what makes the race fair, to see what it is for: --no-shuffle, --no-flush and --no-batch together',
  },
  shuffle: {
    kind: 'flag',
    default: true,
    help: 'the order of writing is drawn anew at each gate; --no-shuffle writes in the order of seats, to see what the draw is for',
  },
  flush: {
    kind: 'flag',
    default: true,
    help: 'before a gate opens, the host looks whether something else is on its way; --no-flush does not, to see what that is for',
  },
  batch: {
    kind: 'flag',
    default: true,
    help: 'players are batch work to the system, so that none stops the host while it writes a letter to all; --no-batch has them as any program, to see what that is for',
  },
  pin: {
    kind: 'flag',
    default: false,
    help: 'each player on one processor, drawn anew for each game, so that threads decide nothing',
  },
  from: {
    kind: 'list',
    default: [],
    value: 'FILE…',
    help: 'play nothing: the same figures of games that were played, from their records; all words that follow are files too, or folders of them',
  },
  html: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    help: 'write the report as a page with plots, which needs nothing else',
  },
  json: { kind: 'flag', default: false, help: 'the report as one JSON object on standard output' },
  seed: {
    kind: 'text',
    default: undefined,
    value: 'TEXT',
    help: 'where the orders of starting and writing, the coin and the bunches come from (default: drawn, and printed)',
  },
  name: commonOptions.name,
  dictionary: commonOptions.dictionary,
  shell: commonOptions.shell,
  cwd: commonOptions.cwd,
  'ready-timeout': commonOptions['ready-timeout'],
  grace: commonOptions.grace,
  'game-timeout': commonOptions['game-timeout'],
  ...heldOptions,
  quiet: { kind: 'flag', default: false, help: 'no progress, and of the report the verdict alone' },
  config: commonOptions.config,
} as const satisfies OptionTable;

export type RaceOptions = OptionValues<typeof raceOptions>;
