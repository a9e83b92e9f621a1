/** A reader takes so long a name, and a terminal shows it. */
const LONGEST = 30;

/** A name without spaces for each player, and no two alike: it stands before each move. */
export function nicknames(names: readonly string[]): readonly string[] {
  const short = names.map(
    (name, index) =>
      name
        .replaceAll(/[^\p{L}\p{Nd}]+/gu, '_')
        .replaceAll(/^_|_$/g, '')
        .slice(0, LONGEST) || `player_${index + 1}`,
  );
  return short.map((name, index) => (short.indexOf(name) === index ? name : `${name}_${index + 1}`));
}
