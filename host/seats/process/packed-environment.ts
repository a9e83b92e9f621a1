/** The system takes no variable above 128 KiB; a character has at most 4 bytes. */
const LONGEST = 30_000;
const NAME = 'wordhost_';

/** A text in variables that a wrapper hands on, and the list of their numbers. */
export function packed(text: string): { readonly chunks: Record<string, string>; readonly list: string } {
  const chunks: Record<string, string> = {};
  for (let at = 0; at < text.length; at += LONGEST)
    chunks[`${NAME}${at / LONGEST}`] = text.slice(at, at + LONGEST);
  return {
    chunks,
    list: Object.keys(chunks)
      .map((name) => name.slice(NAME.length))
      .join(' '),
  };
}

/** Shell text that does what such a text says, and leaves no trace of it. `list` is a shell's word. */
export function unpack(list: string): string {
  return `for ${NAME}n in ${list}; do
eval "${NAME}all=\\\${${NAME}all-}\\$${NAME}$${NAME}n"
unset "${NAME}$${NAME}n"
done
eval "unset ${NAME}n ${NAME}all
$${NAME}all"`;
}
