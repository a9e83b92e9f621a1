/** Language models as players: what they are asked, and how their server is called. Loads what HTTP needs. */

import './this-node.ts';

export { playByModel as playBananagrams } from '../bots/bananagrams/model/model-player.ts';
export { playByModel as playBoggle } from '../bots/boggle/model/model-player.ts';
export { histories, type ModelOptions, type ModelPlayerOptions } from '../bots/model/conversation.ts';
export { playByModel as playScrabble, promptOf } from '../bots/scrabble/model/model-player.ts';
