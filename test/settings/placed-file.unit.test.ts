import t from 'tap';
import { readPlaced } from '../../host/settings/config/placed-file.ts';
import { readTournament } from '../../host/tournament/file/tournament-file.ts';

async function tournamentOf(text: string) {
  const reading = await readPlaced(text);
  if (!reading.ok) throw new Error(reading.problem);
  return readTournament(reading.file.value);
}

t.test('the texts of a tournament file are as they are written, its numbers what they come to', async (t) => {
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
