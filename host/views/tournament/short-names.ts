import { cut, widthOf } from '../../core/text/columns.ts';
import { visible } from '../../core/text/visible.ts';

/** Names that fit so many columns, and can still be told apart: where their beginnings are the same, by their ends. */
export function shortNames(names: readonly string[], width: number): readonly string[] {
  const seen = names.map(visible);
  const atEnd = seen.map((name) => cut(name, width));
  if (areDistinct(atEnd) || !areDistinct(seen)) return atEnd;
  const counts = new Map<string, number>();
  for (const name of atEnd) counts.set(name, (counts.get(name) ?? 0) + 1);
  return seen.map((name, index) =>
    counts.get(atEnd[index]!) === 1 ? atEnd[index]! : cutInside(name, width),
  );
}

/** Its beginning and its end. */
function cutInside(name: string, width: number): string {
  const characters = [...name];
  const forEnd = Math.ceil((width - 1) / 2);
  let end = '';
  while (characters.length > 0 && widthOf(end) + widthOf(characters.at(-1)!) <= forEnd)
    end = characters.pop()! + end;
  let begin = '';
  for (const character of characters) {
    if (widthOf(begin) + widthOf(character) + 1 + widthOf(end) > width) break;
    begin += character;
  }
  return `${begin}…${end}`;
}

function areDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}
