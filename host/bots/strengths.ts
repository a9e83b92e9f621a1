/** The names of built-in bots in each game, from the weakest to the strongest: on the site and in `wordhost play`. */
export const strengths = ['beginner', 'easy', 'medium', 'hard', 'best'] as const;
export type Strength = (typeof strengths)[number];
