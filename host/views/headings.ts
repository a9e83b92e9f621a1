import { cut, widthOf } from '../core/text/columns.ts';
import { visible } from '../core/text/visible.ts';
import type { Panel } from '../games/shown.ts';

const LONGEST_NAME = 24;
const SHORTEST_NAME = 4;

/** What a panel is called: of a player with a long name the name is cut first. */
export function headingOf({ seat, caption }: Panel, names: readonly string[], width: number): string {
  if (seat === undefined) return cut(visible(caption), width);
  const [number, words] = [`${seat} `, `: ${visible(caption)}`];
  const left = Math.min(LONGEST_NAME, width - widthOf(words) - number.length - 1);
  const name = cut(visible(names[seat - 1] ?? ''), Math.max(SHORTEST_NAME, left));
  return cut(`${number}${name}${words}`, width);
}

/** The same with the tiles that its player holds, where these are not drawn. */
export function fullHeadingOf(panel: Panel, names: readonly string[], width: number): string {
  const { caption, rack } = panel;
  const told = rack === undefined ? caption : `${caption}, holds ${rack}`;
  return headingOf({ ...panel, caption: told }, names, width);
}
