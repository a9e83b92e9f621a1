import { counted } from '../../tabletop/counted.ts';
import { cut, escaped } from '../escape.ts';
import type { Noted } from '../event-log.ts';

/** A record as a story: a sentence for each event that people care about, with its time. */
export class Story {
  readonly #names: string[] = [];

  /** Nothing where there is nothing to tell. */
  tell(event: Noted): string | undefined {
    if (event.type === 'game') this.#meet(event);
    const sentence = this.#sentence(event);
    return sentence && `${seconds(event.t)}  ${sentence}`;
  }

  #meet({ players }: Noted): void {
    for (const { name } of players as { name: string }[]) this.#names.push(cut(escaped(name), 30));
  }

  #sentence(event: Noted): string | undefined {
    const who = event.seat === undefined ? '' : `${event.seat} ${this.#names[event.seat - 1] ?? ''}`;
    switch (event.type) {
      case 'game':
        return `${String(event.game)}, seed ${String(event.seed)}: ${this.#names.join(' against ')}`;
      case 'ready':
        return `${who} is ready${event.dialect === undefined ? '' : ` (${String(event.dialect)})`}`;
      case 'deal':
        return `${who} is dealt ${String(event.rack ?? event.tiles)}`;
      case 'board':
        return event.rows === undefined ? undefined : `the board is ${(event.rows as string[]).join(' / ')}`;
      case 'peel':
        return `${who} peels ${String(event.number)}${drawnBy(event.drew)}`;
      case 'late':
        return `${who} was too late${withWhat(event)}`;
      case 'dump':
        return event.refused
          ? `${who} may not dump ${String(event.letter)}`
          : `${who} dumps ${String(event.letter)} for ${String(event.drew)}`;
      case 'play':
        return event.errors === undefined
          ? `${who} plays ${(event.words as string[]).join(', ')} for ${String(event.points)}: ${String(event.score)} points`
          : `${who} tries ${String(event.move)}: ${(event.errors as string[]).join('; ')}`;
      case 'change':
        return event.errors === undefined
          ? `${who} changes ${(event.ids as number[]).length} tiles`
          : `${who} may not change: ${(event.errors as string[]).join('; ')}`;
      case 'guess':
        return event.reason === undefined
          ? `${who} finds ${String(event.word)} for ${String(event.points)}`
          : `${who} guesses ${escaped(cut(String(event.word), 40))}: ${wrong[String(event.reason)]}`;
      case 'done':
        return `${who} is done`;
      case 'found':
        return `${who} has ${counted((event.words as string[]).length, 'word')} for ${sum(event.points as number[])}`;
      case 'pass':
        return `${who} passes${event.why === undefined ? '' : ' (with an empty hand)'}`;
      case 'timeout':
        return event.of === 'turn-cpu'
          ? `${who} has used too much processor time`
          : `${who} has run out of time`;
      case 'forfeit':
        return `${who} forfeits`;
      case 'offence':
        return `${who} is out: ${String(event.kind)} (${String(event.rule)}), ${String(event.detail)}`;
      case 'left':
        return `${who} has left (${String(event.cause)})`;
      case 'interrupt':
        return 'the host was interrupted';
      default:
        return undefined;
    }
  }
}

/** Why a guess is wrong, for people. */
const wrong: Readonly<Record<string, string>> = {
  notindictionary: 'not in the dictionary',
  alreadyfound: 'found already',
  notonboard: 'not on the board',
};

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function withWhat({ number, line }: Noted): string {
  const what = line ?? number ?? undefined;
  return what === undefined ? '' : ` with ${escaped(String(what))}`;
}

function drawnBy(drew: unknown): string {
  const letters = Object.entries((drew ?? {}) as Record<string, string>);
  if (letters.length === 0) return ': the last one';
  return `; drawn: ${letters.map(([seat, letter]) => `${seat} ${letter}`).join(', ')}`;
}

function seconds(t: number): string {
  return `${(t / 1e9).toFixed(4).padStart(9)} s`;
}
