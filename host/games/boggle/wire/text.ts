import type { Move, Notice } from './messages.ts';

/** What a notice is on the wire: a line with its end. */
export function noticeText(notice: Notice): string {
  return `${noticeWords(notice).join(' ')}\n`;
}

function noticeWords(notice: Notice): readonly (string | number)[] {
  switch (notice.type) {
    case 'start':
      return [notice.type];
    case 'turn':
      return ['turn', notice.ms ?? 'none', notice.k, notice.left];
    case 'scored':
    case 'found':
      return [notice.type, notice.player, notice.word, notice.points];
    case 'missed':
      return [notice.type, notice.player, notice.word, notice.reason];
    case 'passed':
    case 'forfeited':
    case 'timeout':
      return [notice.type, notice.player];
    case 'gameover':
      return ['gameover', ...notice.scores.flatMap(({ player, points }) => [player, points])];
    default:
      return notice satisfies never;
  }
}

/** What a move is on the wire, without the end of the line. */
export function moveText(move: Move, tag?: number): string {
  const before = tag === undefined ? [] : [`@${tag}`];
  const said = move.type === 'guess' ? [move.type, move.word] : [move.type];
  return [...before, ...said].join(' ');
}
