/** The same for every game that can be left. */
export const lastPlayerOption = {
  kind: 'choice',
  choices: ['win', 'continue'] as const,
  default: 'win',
  help: 'the last remaining player: `win` ends the game, `continue` lets it play on to the end',
} as const;
