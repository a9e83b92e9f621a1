/** Language models as players: what they are asked, and how their server is called. Loads what HTTP needs. */

import './this-node.ts';

export { histories, type ModelOptions, type ModelPlayerOptions } from '../bots/model/conversation.ts';
export { playByModel as playScrabble } from '../bots/scrabble/model/model-player.ts';
