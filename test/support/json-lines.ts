/** The values of a text that has one in each line. */
// biome-ignore lint/suspicious/noExplicitAny: a test may ask for any field, and compares what it finds
export function jsonLines<Value = any>(text: string): Value[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
