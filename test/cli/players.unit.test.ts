import t from 'tap';
import { entryOf, playersOf } from '../../host/cli/playing/players.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { perPlayer } from '../../host/games/kit/own-options.ts';
import { readPlayers } from '../../host/settings/config/players-in-file.ts';

interface Wanted {
  readonly line?: readonly string[];
  readonly file?: readonly unknown[];
  readonly names?: readonly string[];
  readonly folders?: readonly string[];
  readonly copies?: number;
  readonly seats?: readonly string[];
}

function players({ line = [], file, names = [], folders = [], copies = 1, seats = [] }: Wanted) {
  const call = {
    operands: line,
    players: file && readPlayers('match.yaml', file, perPlayer(boggle.options, 'turns')),
  };
  const settings = { series: { names, copies, seats }, hosting: { folders } };
  return playersOf(call, settings as never, 'boggle');
}

const named = (wanted: Wanted) => players(wanted).map(({ name }) => name);
const refused = (wanted: Wanted) => {
  try {
    players(wanted);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

t.test('copies are told apart by a number, and have all that was said once', async (t) => {
  t.same(named({ line: ['./a', './b'], copies: 2 }), ['./a', './a #2', './b', './b #2']);
  t.same(named({ line: ['./a', './b'], copies: 2, names: ['x', 'x'] }), ['x', 'x #2', 'x #3', 'x #4']);
  const twice = players({ line: ['./a', './b'], copies: 2, folders: ['one', 'two'] });
  t.same(
    twice.map(({ own }) => own.cwd),
    ['one', 'one', 'two', 'two'],
  );
  const file = ['./a', { command: './b', name: 'b', copies: 1 }];
  t.same(named({ file, copies: 3 }), ['./a', './a #2', './a #3', 'b'], 'what a player says goes before');
});

t.test('seats are taken by number or name, in this order', async (t) => {
  const file = ['./a', { command: './b', name: 'b' }, './c'];
  const seated = players({ file, seats: ['3', 'b'] });
  t.same(
    seated.map(({ name, number }) => [name, number]),
    [
      ['./c', 3],
      ['b', 2],
    ],
  );
  t.same(named({ line: ['./a', './b'], seats: ['./b', '1'] }), ['./b', './a']);
  t.equal(
    refused({ file, seats: ['4'] }),
    '--seat: expected the number or the name of one of 3 players; got "4"',
  );
  t.equal(
    refused({ file, seats: ['2', 'b'] }),
    '--seat: b cannot sit in two seats; --copies starts more of it',
  );
});

t.test('a player of a file has its own folder, variables and limits', async (t) => {
  const { PATH } = process.env;
  const [, player] = players({
    file: ['./a', { command: './b', cwd: 'b', env: ['A=1', 'PATH'], memory: '1G' }],
  });
  t.same(player!.own, { cwd: 'b', variables: { A: '1', PATH }, memoryCap: 2 ** 30 });
  t.equal(player!.where('cwd'), 'match.yaml: players[1].cwd');
  t.equal(
    refused({ file: [{ command: './a', env: ['WORDHOST_SEAT=1'] }] }),
    'match.yaml: players[0].env WORDHOST_SEAT=1: variables WORDHOST_… are set by the host; use another name',
  );
  t.match(
    refused({ file: ['python3'] }),
    /^match\.yaml: players\[0\]\.command: python3 alone would take .*`command: python3 FILE`$/,
  );
});

t.test('players are on the command line or in a file, with all that is said of each', async (t) => {
  const file = ['./a'];
  t.equal(
    refused({ file, line: ['./b'] }),
    'match.yaml has players, and so has the command line (./b): expected them in one place. To let some of the file play, name them with --seat',
  );
  t.match(
    refused({ file, names: ['x'] }),
    /^match\.yaml has players, and --name names others: .* `name` for each$/,
  );
  t.match(refused({ file, folders: ['a', 'b'] }), /and --cwd is given once for each: .* `cwd` for each$/);
  t.same(named({ file, folders: ['all'] }), ['./a']);
});

t.test('options of the game that a player has of its own go with it, into each of its copies', async (t) => {
  const file = ['./a', { command: './b', copies: 2, timeout: '10s', memory: '1G' }];
  t.same(players({ file, seats: ['3', '1', '2'] }).map(entryOf), [
    { name: './b #2', command: './b', options: { timeout: 10e9 } },
    { name: './a', command: './a' },
    { name: './b', command: './b', options: { timeout: 10e9 } },
  ]);
});
