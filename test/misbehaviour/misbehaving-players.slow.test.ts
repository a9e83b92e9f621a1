import { tryAllPlayers } from './try-all-players.ts';
import { users } from './users.ts';

for (const user of users) tryAllPlayers(user, (levels) => levels);
