/** Names that strangers choose and others see. */

/** The same for texts that differ only in how they are written. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replace(/\p{Zs}+/gu, ' ');
}

/**
 * Controls, what has no width or turns the direction of writing, ends of lines, halves of characters, and letters and symbols
 * that are blank.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{16fe4}\u{1d159}]/u;

const SCRIPTS = 'Arab Beng Deva Gujr Guru Khmr Knda Mlym Mong Mymr Orya Sinh Syrc Taml Telu'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const LETTER = String.raw`[[${SCRIPTS}]&&[\p{L}\p{M}]&&\P{Default_Ignorable_Code_Point}]`;
/**
 * Emoji that are one picture of several characters. Between letters of these scripts joiners change how they are written, and so
 * does one after the virama that ends a word in Malayalam, and the separator before the last vowel in Mongolian. Nobody could
 * see them elsewhere.
 */
const SEEN_BY_OTHERS = new RegExp(
  [
    String.raw`\p{RGI_Emoji}`,
    String.raw`(?<=${LETTER})[\u200c\u200d](?=${LETTER})`,
    String.raw`(?<=[കണനമയരലള]\u0d4d)\u200d(?!\p{L})`,
    String.raw`(?<=\p{scx=Mong})\u180e(?=[\u1820\u1821](?!\p{L}))`,
  ].join('|'),
  'gv',
);

/** The first character that nobody can see, by its number; none: there is none. */
export function firstInvisible(text: string): string | undefined {
  const [unseen] = UNSEEN.exec(text.replace(SEEN_BY_OTHERS, '.')) ?? [];
  return unseen && `U+${unseen.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Signs that look like the first one of their group, in Latin, Cyrillic, Greek, Armenian and Cherokee (after UTS #39). */
const ALIKE = [
  ...['aАаΑαɑᎪ', 'bВвЬьΒᏴ', 'cСсϹϲᏟ', 'dԁᎠ', 'eЕеΕᎬҽ', 'fϜϝ', 'gɡԌԍᏀ', 'hНнҺһΗᎻ', 'jЈјͿϳᎫ', 'kКкΚκᏦ'],
  ...['lIi1|ІіӀӏΙιıǀ', 'mМмΜᎷ', 'nΝηո', 'o0ОоΟοՕօσ', 'pРрΡρᏢ', 'qԛ', 'rᎡ', 'sЅѕᏚ', 'tТтΤτᎢ', 'uυս', 'vνѴѵᏙ'],
  ...['wԜԝᎳ', 'xХхΧχ', 'yУуΥγҮү', 'zΖᏃ', '3Зз'],
];
const likeness = new Map(ALIKE.flatMap(([first = '', ...others]) => others.map((sign) => [sign, first])));

/** Names with the same key may be taken for one another. */
export function lookAlikeKey(name: string): string {
  return [...name.normalize('NFKC').replace(/\p{Pd}/gu, '-')]
    .map((sign) => likeness.get(sign) ?? sign)
    .join('')
    .toLowerCase()
    .replaceAll('rn', 'm');
}
