import { sharedNoticeText } from '../../line-game/wire/shared-notices.ts';
import type { Count, Move, Notice, Placement } from './messages.ts';

/** What a notice is on the wire: a line with its end. */
export function noticeText(notice: Notice): string {
  switch (notice.type) {
    case 'failed':
      return 'failed\n';
    case 'bag':
      return `bag ${notice.tiles}\n`;
    case 'turn':
      return `turn ${notice.ms ?? 'none'} ${notice.k}\n`;
    case 'played':
      return `played ${notice.player} ${notice.points}${played(notice)}\n`;
    case 'playfailed':
      return `playfailed ${notice.player}${played(notice)}\n`;
    case 'playsuccess':
      return `playsuccess ${notice.points}${played(notice)} new${after(countText(notice.drawn))}\n`;
    case 'changed':
      return `changed ${notice.player} ${notice.tiles}\n`;
    case 'changesuccess':
      return `changesuccess${after(countText(notice.drawn))}\n`;
    case 'error':
      return `error${each(notice.words)}\n`;
    default:
      return sharedNoticeText(notice);
  }
}

/** Words after others. */
const each = (words: readonly string[]) => after(words.join(' '));
const after = (text: string) => (text === '' ? '' : ` ${text}`);

/** What a move is on the wire, without the end of the line. */
export function moveText(move: Move, tag?: number): string {
  return `${tag === undefined ? '' : `@${tag} `}${moveLine(move)}`;
}

function moveLine(move: Move): string {
  switch (move.type) {
    case 'play':
      return `play${played(move)}`;
    case 'change':
      return `change${each(move.ids.map(String))}`;
    case 'pass':
    case 'forfeit':
      return move.type;
    default:
      return move satisfies never;
  }
}

/** A play of nothing has no words for it. */
function played({ placements }: { readonly placements: readonly Placement[] }): string {
  return after(placementText(placements));
}

/** Of one play several are told, one after the other: its words are made once. */
let told: { readonly placements: readonly Placement[]; readonly text: string } | undefined;

export function placementText(placements: readonly Placement[]): string {
  if (told?.placements === placements) return told.text;
  let text = '';
  for (const { x, y, id, letter, points } of placements)
    text += `${text && ' '}${x} ${y} ${id}${letter}${points}`;
  told = { placements, text };
  return text;
}

export function countText(counts: readonly Count[]): string {
  let text = '';
  for (const { id, count } of counts) text += `${text && ' '}${id}x${count}`;
  return text;
}
