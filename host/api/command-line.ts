/** The command line, with games of your own beside the built-in ones. */

import './this-node.ts';

export { run } from '../cli/cli.ts';
export type { Call, Command } from '../cli/command.ts';
export type { GamesWords, GameWords } from '../cli/game-words.ts';
export { gameWords } from '../cli/games/registry.ts';
export { UsageError } from '../core/errors.ts';
export type { Bot as CheckedBot, BotEvent as BotSaid } from '../tools/check/bot.ts';
export type { Finding } from '../tools/check/findings.ts';
export type { Stage as CheckStage, Step as CheckStep } from '../tools/check/step.ts';
