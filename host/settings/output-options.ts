import type { SettingTable } from './fields.ts';

/** What is written, shown and asked of a run. */
export const outputOptions = {
  json: {
    kind: 'flag',
    default: false,
    sets: 'json',
    help: 'one JSON object for each game on standard output',
    everyday: true,
  },
  events: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    sets: 'events',
    help: 'file or named pipe for all events of one game, a JSON object a line; `-` is standard output',
  },
  record: {
    kind: 'text',
    default: undefined,
    value: 'DIR',
    sets: 'record',
    help: 'folder for a record of each game, to replay and verify',
    everyday: true,
  },
  standings: {
    kind: 'text',
    default: undefined,
    value: 'FILE',
    sets: 'standings',
    help: 'file for the standings of a series, one JSON object',
  },
  view: {
    kind: 'flag',
    default: false,
    sets: 'view',
    help: 'one game on standard error as it is played: a picture on a terminal, a line for each move elsewhere',
    everyday: true,
  },
  trace: {
    kind: 'flag',
    default: false,
    sets: 'trace',
    help: 'all messages on standard error, as they are sent',
    everyday: true,
  },
  stderr: {
    kind: 'text',
    default: 'discard',
    value: 'inherit|discard|DIR',
    sets: 'stderr',
    help: 'destination for the standard error of players; its end is shown after an offence, and of a player that held the game up',
  },
  require: {
    kind: 'list',
    default: [],
    value: 'CONDITION',
    sets: 'conditions',
    help: 'condition for exit status 0: winner=1, offences=0, games.1>=55%; repeatable',
  },
  quiet: {
    kind: 'flag',
    default: false,
    sets: 'quiet',
    help: 'no progress and no notes: results, errors and the standings of a series only',
  },
} as const satisfies SettingTable;
