import { dictionaryOptions } from '../../../../settings/dictionary-options.ts';
import { botOptions } from './serve-bots.ts';
import { reminderOptions } from './serve-reminders.ts';

export const serveOptions = {
  listen: {
    kind: 'text',
    default: '127.0.0.1:8080',
    value: 'HOST:PORT',
    help: 'address and port to listen on; port 0 takes any that is free',
  },
  store: {
    kind: 'text',
    default: 'wordhost.db',
    value: 'FILE|URL',
    empty: true,
    help: 'where users and games are kept: a file, or a PostgreSQL database as in postgres://USER@HOST/NAME',
  },
  open: {
    kind: 'flag',
    default: false,
    help: 'no tokens, where others than this machine can ask: whoever knows a name can play for it',
  },
  'behind-proxy': {
    kind: 'flag',
    default: false,
    help: 'a proxy asks for everybody: tokens, --rate and --connections also on a loopback address, and addresses from X-Forwarded-For',
  },
  rate: {
    kind: 'count',
    default: 50,
    min: 0,
    max: 1_000_000,
    help: 'requests a second that one address may send, four seconds of them at once; 0: as many as it likes, as always for this machine alone',
  },
  connections: {
    kind: 'count',
    default: 200,
    min: 0,
    max: 10_000,
    help: 'connections, with their streams of events, that one address may have at once; 0: as many as it likes, as always for this machine alone',
  },
  log: { kind: 'flag', default: false, help: 'one JSON line on standard error for each request' },
  ...botOptions,
  ...reminderOptions,
  ...dictionaryOptions,
  json: { kind: 'flag', default: false, help: 'one JSON line on standard output, once it can be called' },
} as const;
