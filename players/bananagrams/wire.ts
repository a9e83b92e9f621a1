/** What the host says, in either dialect. */
export type Notice =
  /** The opening hand; in the plain dialect everything that comes later, too. */
  | { readonly kind: 'letters'; readonly letters: string }
  /** A peel of that number stands: ours or another's. Without a letter the game is over. */
  | {
      readonly kind: 'peel';
      readonly ours: boolean;
      readonly number: number;
      readonly letters: string;
    }
  | { readonly kind: 'late'; readonly number: number }
  | { readonly kind: 'dump'; readonly letters: string };

const forms: readonly {
  readonly form: RegExp;
  readonly read: (parts: readonly string[]) => Notice;
}[] = [
  {
    form: /^([A-Z]+)$/,
    read: ([, letters = '']) => ({ kind: 'letters', letters }),
  },
  {
    form: /^([+=])(\d{3})([A-Z]?)$/,
    read: ([, sign, number, letters = '']) => ({
      kind: 'peel',
      ours: sign === '+',
      number: Number(number),
      letters,
    }),
  },
  {
    form: /^-(\d{3})$/,
    read: ([, number]) => ({ kind: 'late', number: Number(number) }),
  },
  {
    form: /^d([A-Z]+)$/,
    read: ([, letters = '']) => ({ kind: 'dump', letters }),
  },
];

/** Splits input at each full stop. Unknown messages are of a later version, and are skipped. */
export class NoticeReader {
  #unfinished = '';

  read(text: string): Notice[] {
    const [...messages] = (this.#unfinished + text).split('.');
    this.#unfinished = messages.pop() ?? '';
    return messages.flatMap((message) => understand(message) ?? []);
  }
}

function understand(message: string): Notice | undefined {
  for (const { form, read } of forms) {
    const parts = form.exec(message);
    if (parts) return read(parts);
  }
  return undefined;
}

export const threeDigits = (number: number): string => String(number).padStart(3, '0');

export const gridText = (rows: readonly string[]): string =>
  `${threeDigits(rows[0]?.length ?? 0)}${threeDigits(rows.length)}${rows.join('')}`;
