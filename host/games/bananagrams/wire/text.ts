import { gridText, threeDigits } from './grid-text.ts';
import type { Dialect, Message, Notice } from './messages.ts';

/** What a notice is on the wire, or none where the dialect has no words for it. */
export function noticeText(notice: Notice, dialect: Dialect): string {
  switch (notice.type) {
    case 'hand':
      return `${notice.tiles}.`;
    case 'peeled':
      if (dialect === 'numbered')
        return `${notice.mine ? '+' : '='}${threeDigits(notice.number)}${notice.drew}.`;
      return notice.drew === '' ? '' : `${notice.drew}.`;
    case 'late':
      return dialect === 'numbered' ? `-${threeDigits(notice.number)}.` : '';
    case 'dumped':
      return `${dialect === 'numbered' ? 'd' : ''}${notice.tiles}.`;
    default:
      return notice satisfies never;
  }
}

/** What a player's message is on the wire. */
export function messageText(message: Message): string {
  switch (message.type) {
    case 'peel':
      return `p${message.number === undefined ? '' : threeDigits(message.number)}${gridText(message.grid)}`;
    case 'dump':
      return `d${message.letter}`;
    default:
      return message satisfies never;
  }
}

/** So many cells of a grid are shown; so many letters of it must be known. */
export const SHOWN_CELLS = 160;

/** A message as it was sent, cut where it is long. */
export function excerptOf(message: Message): string {
  if (message.type === 'dump' || message.grid.width * message.grid.height <= SHOWN_CELLS)
    return messageText(message);
  const { width, height, places, letters } = message.grid;
  const cells = new Array<string>(SHOWN_CELLS).fill('.');
  for (let index = 0; index < places.length && places[index]! < SHOWN_CELLS; index++)
    cells[places[index]!] = letters[index]!;
  const number = message.number === undefined ? '' : threeDigits(message.number);
  return `p${number}${threeDigits(width)}${threeDigits(height)}${cells.join('')}…`;
}
