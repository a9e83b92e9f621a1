import { misbehaviours } from './misbehaving-players.ts';
import { tryPlayers } from './try-players.ts';
import { users } from './users.ts';

const here = users.filter(({ skip }) => skip === false);

// Each program on each level, by the users in turns: each of them tries half of the programs on a level, and the other
// half on the next. `npm run attack` has all of both.
for (const user of users)
  tryPlayers(
    misbehaviours,
    user,
    (levels) => levels,
    (program, level) => (program + level) % here.length === here.indexOf(user),
  );
