import { sharedNoticeText } from '../../line-game/wire/shared-notices.ts';
import type { Move, Notice } from './messages.ts';

/** What a notice is on the wire: a line with its end. */
export function noticeText(notice: Notice): string {
  switch (notice.type) {
    case 'turn':
      return `turn ${notice.ms ?? 'none'} ${notice.k} ${notice.left}\n`;
    case 'scored':
    case 'found':
      return `${notice.type} ${notice.player} ${notice.word} ${notice.points}\n`;
    case 'missed':
      return `missed ${notice.player} ${notice.word} ${notice.reason}\n`;
    default:
      return sharedNoticeText(notice);
  }
}

/** What a move is on the wire, without the end of the line. */
export function moveText(move: Move, tag?: number): string {
  const before = tag === undefined ? [] : [`@${tag}`];
  const said = move.type === 'guess' ? [move.type, move.word] : [move.type];
  return [...before, ...said].join(' ');
}
