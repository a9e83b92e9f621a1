import { cut } from '../../core/columns.ts';
import { counted } from '../../core/plural.ts';
import { visible } from '../../core/visible.ts';
import type { Noted } from '../../events/event-log.ts';

/** A sentence of somebody else's record may be as long as a file. */
const LONGEST = 1000;

/** A record as a story: a sentence for each event that people care about, with its time. */
export class Story {
  readonly #names: string[] = [];

  /** Nothing where there is nothing to tell. */
  tell(event: Noted): string | undefined {
    if (event.type === 'game') this.#meet(event);
    const sentence = this.#sentence(event);
    return sentence && `${seconds(event.t)}  ${cut(visible(sentence), LONGEST)}`;
  }

  #meet({ players }: Noted & { readonly type: 'game' }): void {
    for (const { name } of players) this.#names.push(cut(name, 30));
  }

  #sentence(event: Noted): string | undefined {
    const who = 'seat' in event ? `${event.seat} ${this.#names[event.seat - 1] ?? ''}` : '';
    switch (event.type) {
      case 'game':
        return `${event.game}, seed ${event.seed}: ${this.#names.join(' against ')}`;
      case 'ready':
        return `${who} is ready${event.dialect === undefined ? '' : ` (${event.dialect})`}`;
      case 'deal':
        return `${who} is dealt ${'rack' in event ? event.rack : event.tiles}`;
      case 'board':
        return 'rows' in event ? `the board is ${event.rows.join(' / ')}` : undefined;
      case 'peel':
        return `${who} peels ${event.number}${drawnBy(event.drew)}`;
      case 'late':
        return `${who} was too late${withWhat(event)}`;
      case 'dump':
        return event.refused
          ? `${who} may not dump ${event.letter}`
          : `${who} dumps ${event.letter} for ${event.drew}`;
      case 'play':
        return event.errors === undefined
          ? `${who} plays ${event.words.join(', ')} for ${event.points}: ${event.score} points`
          : `${who} tries ${event.move}: ${event.errors.join('; ')}`;
      case 'change':
        return event.errors === undefined
          ? `${who} changes ${event.ids.length} tiles`
          : `${who} may not change: ${event.errors.join('; ')}`;
      case 'guess':
        return event.reason === undefined
          ? `${who} finds ${event.word} for ${event.points}`
          : `${who} guesses ${cut(event.word, 40)}: ${wrong[event.reason]}`;
      case 'done':
        return `${who} is done`;
      case 'found':
        return `${who} has ${counted(event.words.length, 'word')} for ${sum(event.points)}`;
      case 'pass':
        return `${who} passes${'why' in event && event.why ? ' (with an empty hand)' : ''}`;
      case 'timeout':
        return event.of === 'turn-cpu'
          ? `${who} has used too much processor time`
          : `${who} has run out of time`;
      case 'forfeit':
        return `${who} forfeits`;
      case 'offence':
        return `${who} is out: ${event.kind} (${event.rule}), ${event.detail}`;
      case 'left':
        return `${who} has left (${event.cause})`;
      case 'interrupt':
        return 'the host was interrupted';
      default:
        return undefined;
    }
  }
}

type WhyWrong = NonNullable<(Noted & { readonly type: 'guess' })['reason']>;

/** Why a guess is wrong, for people. */
const wrong: Readonly<Record<WhyWrong, string>> = {
  notindictionary: 'not in the dictionary',
  alreadyfound: 'found already',
  notonboard: 'not on the board',
};

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function withWhat(late: Noted & { readonly type: 'late' }): string {
  const what = 'line' in late ? late.line : late.number;
  return what === null ? '' : ` with ${what}`;
}

function drawnBy(drew: Readonly<Record<string, string>>): string {
  const letters = Object.entries(drew);
  if (letters.length === 0) return ': the last one';
  return `; drawn: ${letters.map(([seat, letter]) => `${seat} ${letter}`).join(', ')}`;
}

function seconds(t: number): string {
  return `${(t / 1e9).toFixed(4).padStart(9)} s`;
}
