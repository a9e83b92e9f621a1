import type { BotSaid, CheckedBot, CheckStage, CheckStep, Finding } from 'wordhost/command-line';
import { guessScanner } from './guessing-wire.ts';

/** From what a bot must do first to what comes of it. */
export const guessingSteps: readonly CheckStep[] = [
  {
    name: 'answers the range with ready',
    advice: 'Write ready and a newline, and flush it.',
    play: async (stage) => (await readyBot(stage)).finding,
  },
  {
    name: 'guesses a number of the range',
    advice: 'A turn is answered with one number from 1 to the highest.',
    async play(stage) {
      const { bot, finding } = await readyBot(stage);
      if (finding) return finding;
      bot.send('turn\n');
      const heard = await bot.next(stage.request.turnTimeout);
      const isRight = heard.kind === 'message' && heard.message >= 1 && heard.message <= HIGHEST;
      return isRight ? undefined : wrong(`a number from 1 to ${HIGHEST}`, heard);
    },
  },
];

const HIGHEST = 10;

async function readyBot(
  stage: CheckStage,
): Promise<{ bot: CheckedBot<number>; finding: Finding | undefined }> {
  const bot = await stage.open({ seat: 1, players: 2, lexicon: undefined, scanner: guessScanner() });
  bot.send(`range 1 ${HIGHEST}\n`);
  const heard = await bot.next(stage.request.readyTimeout);
  return { bot, finding: heard.kind === 'ready' ? undefined : wrong('ready', heard) };
}

function wrong(expected: string, heard: BotSaid<number>): Finding {
  const came = heard.kind === 'message' ? String(heard.message) : heard.kind;
  return { is: 'wrong', expected, came };
}
