import t from 'tap';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { perPlayer } from '../../host/games/kit/option.ts';
import { readPlaced } from '../../host/settings/config/placed-file.ts';
import { readPlayers } from '../../host/settings/config/players-in-file.ts';
import { readTournament } from '../../host/tournament/tournament-file.ts';
import { expectOk } from '../support/expect-ok.ts';

t.test('placed file', async (t) => {
  async function tournamentOf(text: string) {
    const reading = expectOk(await readPlaced(text));
    return readTournament(reading.file.value);
  }

  t.test('texts of a tournament file stay as written, numbers are values', async (t) => {
    const file = `game: boggle
players: [{ name: 007, command: ./a, env: [1e3] }, { name: 7, command: ./b }]
format: { kind: round-robin, rounds: 0x10, seats: 2.0 }
options: { player-seed: 0.10, json: True }
`;
    for (const seed of ['12345678901234567890', '007', '1e3', '0x10', '0.10'])
      t.match(await tournamentOf(`${file}seed: ${seed}\n`), {
        seed,
        players: [{ name: '007', env: ['1e3'] }, { name: '7' }],
        format: { rounds: 16, seats: 2 },
        options: { 'player-seed': '0.10', json: 'true' },
      });
  });
});

t.test('players in file', async (t) => {
  const read = (value: unknown) => readPlayers(value, () => 'match.yaml', perPlayer(boggle.options, 'turns'));
  const refused = (value: unknown) => {
    try {
      read(value);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  t.test('a player has its command, and of the rest only what is said of it', async (t) => {
    const [short, long] = read([
      './a b',
      {
        ...{ command: './b', name: 7, copies: 3, cwd: 'there', env: ['A=1', 'B=x y'], memory: '64M' },
        ...{ 'player-cpu': '2s', 'max-processes': 4, 'max-unread': '2K' },
      },
    ]);
    t.same(short!.settings, { command: './a b' });
    t.notOk('options' in short!);
    t.same(long!.settings, {
      ...{
        command: './b',
        name: '7',
        copies: 3,
        cwd: 'there',
        env: ['A=1', 'B=x y'],
        memoryCap: 64 * 2 ** 20,
      },
      ...{ cpuCap: 2e9, processCap: 4, unreadCap: 2048 },
    });
  });

  t.test('a player can have limits of its turns of its own', async (t) => {
    const [player] = read([{ command: './a', timeout: 'none', 'turn-cpu': '2s', memory: '1G' }]);
    t.same(player!.options, { timeout: Number.POSITIVE_INFINITY, 'turn-cpu': 2e9 });
    t.same(player!.settings, { command: './a', memoryCap: 2 ** 30 });
    t.match(
      refused([{ command: './a', timeout: 5 }]),
      /^match\.yaml: players\[0\]\.timeout: .*time.*unit .*; got "5"; did you mean 5s\?$/,
    );
    t.match(
      refused([{ command: './a', margin: '1s' }]),
      /unknown setting of a player, "margin": it has .*, timeout, turn-cpu$/,
    );
  });

  t.test('what is wrong is named with the file and the place in it', async (t) => {
    const at = (wrong: object) => refused(['./a', { command: './b', ...wrong }]);
    t.match(at({ memory: 'much' }), /^match\.yaml: players\[1\]\.memory: .*size.*unit .*; got "much"$/);
    t.match(
      at({ copies: 0 }),
      /^match\.yaml: players\[1\]\.copies: expected a whole number from 1 to 64; got "0"$/,
    );
    t.match(
      at({ env: { A: '1' } }),
      /match\.yaml: players\[1\]\.env: expected.*list.*strings.* \[NAME=VALUE, …\]; got \{"A":"1"\}/,
    );
    t.match(at({ cwd: null }), 'match.yaml: players[1].cwd: expected a string; got null');
    t.match(
      at({ comand: 'x' }),
      'match.yaml: players[1]: unknown setting of a player, "comand"; did you mean command?',
    );
    t.match(
      at({ seed: 1 }),
      /^match\.yaml: players\[1\]: unknown setting of a player, "seed": it has command, name, /,
    );
    t.match(at({ __proto__: null, constructor: 1 }), /unknown setting of a player, "constructor": it has/);
    t.match(refused([{ name: 'x' }]), /match\.yaml: players\[0\]\.command: expected.*shell; got nothing/);
    t.match(refused([' ']), /match\.yaml: players\[0\]\.command: expected.*shell; got nothing/);
    t.match(
      refused([['./a']]),
      /^match\.yaml: players\[0\]: expected a command, or `command` and .*; got \["\.\/a"\]$/,
    );
    for (const [value, came] of [
      [[], '[]'],
      [{ command: './a' }, '{"command":"./a"}'],
      [3, '3'],
      [null, 'null'],
    ] as const)
      t.equal(
        refused(value),
        `match.yaml: players: expected a list of players, such as \`players: [{ command: ./bot }]\`; got ${came}`,
      );
  });
});
