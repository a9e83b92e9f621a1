/** Where in the wire a player is. */
export type Place = 'first' | 'between' | 'number' | 'size' | 'cells' | 'letter';

interface Came {
  /** Of the number or of the size. */
  readonly digits: number;
  readonly width: number;
  readonly height: number;
  readonly cell: number;
}

/** What has come of a message that is not whole; none between two messages. */
export function unfinishedWords(place: Place, { digits, width, height, cell }: Came): string | undefined {
  switch (place) {
    case 'first':
    case 'between':
      return undefined;
    case 'number':
      return `began a peel, and ${digits} of the 3 digits of its number came`;
    case 'size':
      return `began a peel, and ${digits} of the 6 digits of its size came`;
    case 'cells':
      return `announced a grid of ${width} by ${height}, and ${cell} of its ${width * height} cells came`;
    case 'letter':
      return 'wrote `d` without the letter that it gives back';
    default:
      return place satisfies never;
  }
}
