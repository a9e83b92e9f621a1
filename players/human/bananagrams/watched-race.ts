import { type Notice, readNotice, Talk } from 'wordhost/bananagrams';

/** Follows a race by the messages of the wire alone. */
export class WatchedRace {
  readonly talk = new Talk('numbered');
  readonly players: number | undefined;
  readonly peels = { own: 0, others: 0 };
  /** Short forms of events, the newest last. */
  readonly events: string[] = [];
  #dumped = '';

  constructor(players: number | undefined) {
    this.players = players;
  }

  /** Reads a message without its `.`. Undefined for later versions of the wire. */
  hear(message: string): { readonly notice: Notice; readonly letters: string } | undefined {
    const notice = readNotice(message, 'numbered', this.talk.dealt);
    const letters = this.talk.hear(message);
    if (notice?.type === 'peeled') this.peels[notice.mine ? 'own' : 'others']++;
    const event = notice && this.#event(notice);
    if (event !== undefined) this.events.push(event);
    return notice && { notice, letters };
  }

  dump(letter: string): string {
    this.#dumped = letter;
    return this.talk.dump(letter);
  }

  told(notice: Notice): string {
    switch (notice.type) {
      case 'hand':
        return 'Arrange all your tiles into crossing words. Press ? for the keys.';
      case 'peeled': {
        const whose = notice.mine ? 'Peel accepted' : 'Another player peeled';
        if (notice.drew !== '') return `${whose}: you drew ${notice.drew}.`;
        return notice.mine ? 'You made the last peel: you win.' : 'Another player made the last peel.';
      }
      case 'late':
        return `Too late: another player made peel ${threeDigits(notice.number)} first.`;
      case 'dumped':
        return notice.tiles.length === 1
          ? `The bunch has fewer than three tiles: you keep ${notice.tiles}.`
          : `You dumped ${this.#dumped} and drew ${spaced(notice.tiles)}.`;
      default:
        return notice satisfies never;
    }
  }

  #event(notice: Notice): string | undefined {
    switch (notice.type) {
      case 'hand':
        return undefined;
      case 'peeled':
        return `${threeDigits(notice.number)} ${notice.mine ? 'you' : 'other'} ${drawn(notice.drew)}`;
      case 'late':
        return `${threeDigits(notice.number)} your peel was late`;
      case 'dumped':
        return `dump ${this.#dumped} ${notice.tiles.length === 1 ? 'refused' : drawn(notice.tiles)}`;
      default:
        return notice satisfies never;
    }
  }
}

const drawn = (letters: string) => (letters === '' ? '(last)' : `+${spaced(letters)}`);
const threeDigits = (number: number) => String(number).padStart(3, '0');

export const spaced = (letters: Iterable<string>): string => [...letters].join(' ');
