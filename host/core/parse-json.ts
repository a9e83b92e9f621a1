/** More than any file has. What goes down into a value by calling itself would exhaust the stack on a deeper one. */
export const MOST_DEPTH = 100;

/** After "expected". */
export const atMostSoDeep = `at most ${MOST_DEPTH} lists and objects inside each other; there are more`;

/** The value of JSON that anybody may have written. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MOST_DEPTH) throw new SyntaxError(atMostSoDeep);
    level = level.flatMap((each) => Object.values(each).filter(isContainer));
  }
  return value;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
