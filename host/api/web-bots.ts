/** Bots of Scrabble that are web servers: how they are called, and what they are served. Loads what HTTP needs. */

import './this-node.ts';

export { type GameFile, pathOf, type WebGame, webGame } from '../bots/scrabble/web/web-game.ts';
export { CALL_WITHIN_MS, prepareWebBot, readyRefusal, WebMover } from '../bots/scrabble/web/web-player.ts';
export { drawNumber } from '../core/seed.ts';
export { BotCalls, BotConnection } from '../seats/remote/bot-calls.ts';
export { readEndpoint } from '../seats/remote/endpoints.ts';
export { fileAnswer } from '../seats/remote/file-answer.ts';
export { answersTo, type Methods } from '../seats/remote/json-rpc.ts';
