import { misbehaviours } from './misbehaving-players.ts';
import { tryPlayers } from './try-players.ts';
import { users } from './users.ts';

for (const user of users) tryPlayers(misbehaviours, user, (levels) => levels);
