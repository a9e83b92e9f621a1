/** Before the program itself: what leaves the shell's search for it as it is. */
const BEFORE = String.raw`(?:(?:exec|command)\s+|[A-Za-z_]\w*=[^\s'"$\x60\\;&|<>()]*\s+)*`;
const WORD = String.raw`'([^'\n]+)'|"([^"$\x60\\\n]+)"|([^\s'"$\x60\\;&|<>()*?[\]#~]+)`;
const SIMPLE = new RegExp(String.raw`^\s*${BEFORE}(?:${WORD})(?:\s[^;&|()\x60\n]*)?$`);

/** The program that a command begins with, as it is written there; none where the shell has more to do than to start one. */
export function firstWord(command: string): string | undefined {
  const [, single, double, plain] = SIMPLE.exec(command) ?? [];
  return single ?? double ?? plain;
}
