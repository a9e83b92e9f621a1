/** Points with their sign, as each line of a file has them. */
export const signed = (points: number): string => (points < 0 ? `${points}` : `+${points}`);
