/** Language models as players: what they are asked, and how their server is called. Loads what HTTP needs. */

import './this-node.ts';

export * as bananagrams from '../bots/bananagrams/model/model-player.ts';
export * as boggle from '../bots/boggle/model/model-player.ts';
export { histories, type ModelOptions, type ModelPlayerOptions } from '../bots/model/conversation.ts';
export * as scrabble from '../bots/scrabble/model/model-player.ts';
