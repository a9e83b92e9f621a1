import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { arenaFor } from './arena.ts';
import { brokenPromises, commandOf, misbehavingGame } from './misbehaving-game.ts';
import { misbehaviours } from './misbehaving-players.ts';
import { honest } from './play-misbehaving.ts';
import { asProcesses, endAll, noProc, tryPlayers } from './try-players.ts';
import { plainUser } from './users.ts';

tryPlayers(misbehaviours);

t.test('misbehaving players', async (t) => {
  t.test('without namespaces players are processes', { skip: noProc || plainUser.skip }, async (t) => {
    using arena = arenaFor(plainUser);
    const folder = join(arena.folder, 'few-tools');
    mkdirSync(folder);
    for (const tool of ['mkfifo', 'head', 'sleep', 'setsid'])
      symlinkSync(findProgram(tool)!, join(folder, tool));
    const ordinary = await misbehavingGame(honest(arena), {}, asProcesses, arena);
    const misbehaviour = misbehaviours.find(
      ({ program }) => program === 'lingering/double-fork-with-a-session.sh',
    )!;
    const poor = { options: [], env: { PATH: folder } };
    const played = await misbehavingGame(commandOf(misbehaviour, arena), misbehaviour, poor, arena);
    t.same(brokenPromises(misbehaviour, 'process', played, ordinary.peakKb), []);
    endAll(played);
  });

  t.test('a shell that is not there: said before anything is started', { skip: noProc }, async (t) => {
    using arena = arenaFor(plainUser);
    const options = ['--shell', '/nowhere/sh'];
    const { outcome, survivors } = await misbehavingGame(honest(arena), { options }, asProcesses, arena);
    t.match(outcome, { status: 2, stdout: '', stderr: /--shell/ });
    t.same(survivors, []);
  });
});
