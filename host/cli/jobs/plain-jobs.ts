/** Control groups, which limit memory, must be made before anything is started, and processors be shared out; files and variables may ask for both, too. */
const LIMITING = /^--(memory|config|sandbox=strict|one-processor)\b|^strict$/;

/** How many games at once a command line asks for; 0, where it takes more than a look at the words to tell. */
export function plainJobs(words: readonly string[], environment: NodeJS.ProcessEnv): number {
  const isSeries = words[0] === 'compare' || words.some((word) => /^--games\b/.test(word));
  const isUnclear =
    words.some((word) => LIMITING.test(word)) ||
    Object.keys(environment).some((name) => name.startsWith('WORDHOST_OPT_'));
  if (!isSeries || isUnclear) return 0;
  const at = words.findLastIndex((word) => /^--jobs(=|$)/.test(word));
  const jobs = Number(words[at]?.split('=')[1] ?? words[at + 1]);
  return at >= 0 && Number.isInteger(jobs) && jobs > 1 ? jobs : 0;
}
