/** Names that strangers choose and others see. */

/** Equal for texts that differ only in their encoding. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replace(/\p{Zs}+/gu, ' ');
}

/** Control, invisible and bidirectional characters, line ends, halves and blank letters. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{16fe4}\u{1d159}]/u;

const SCRIPTS = 'Arab Beng Deva Gujr Guru Khmr Knda Mlym Mong Mymr Orya Sinh Syrc Taml Telu'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const LETTER = String.raw`[[${SCRIPTS}]&&[\p{L}\p{M}]&&\P{Default_Ignorable_Code_Point}]`;
/**
 * Emoji of several characters. In these scripts joiners change how letters are written, as after the final
 * virama in Malayalam and before the last vowel in Mongolian. Elsewhere they are invisible.
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

/** The code of the first invisible character. */
export function firstInvisible(text: string): string | undefined {
  const [unseen] = UNSEEN.exec(text.replace(SEEN_BY_OTHERS, '.')) ?? [];
  return unseen && `U+${unseen.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Characters that look like the first of their group, in several scripts (UTS #39). */
const ALIKE = [
  ...['aАаΑαɑᎪ', 'bВвЬьΒᏴ', 'cСсϹϲᏟ', 'dԁᎠ', 'eЕеΕᎬҽ', 'fϜϝ', 'gɡԌԍᏀ', 'hНнҺһΗᎻ', 'jЈјͿϳᎫ', 'kКкΚκᏦ'],
  ...['lIi1|ІіӀӏΙιıǀ', 'mМмΜᎷ', 'nΝηո', 'o0ОоΟοՕօσ', 'pРрΡρᏢ', 'qԛ', 'rᎡ', 'sЅѕᏚ', 'tТтΤτᎢ', 'uυս', 'vνѴѵᏙ'],
  ...['wԜԝᎳ', 'xХхΧχ', 'yУуΥγҮү', 'zΖᏃ', '3Зз'],
];
const likeness = new Map(ALIKE.flatMap(([first = '', ...others]) => others.map((sign) => [sign, first])));

/** Names with equal keys can be confused. */
export function lookAlikeKey(name: string): string {
  return [...name.normalize('NFKC').replace(/\p{Pd}/gu, '-')]
    .map((sign) => likeness.get(sign) ?? sign)
    .join('')
    .toLowerCase()
    .replaceAll('rn', 'm');
}
