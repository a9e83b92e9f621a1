/** Words that are pictures, or that had two meanings, and the word of the trade for each. */
export interface BannedWord {
  /** A pattern over words: names are split (`heldOptions` is `held options`), all in lower case. */
  readonly words: string;
  readonly write: string;
  /** Names are identifiers and the names of files: there the word is banned, though prose may need it. */
  readonly only?: 'names';
  /** The folder in which it is banned; everywhere, if none. */
  readonly within?: string;
}

export const bannedWords: readonly BannedWord[] = [
  { words: 'mouthfuls?', write: 'slice' },
  { words: 'appetites?', write: 'flow, flow control' },
  { words: 'sips?', write: 'read in pieces' },
  { words: 'crumbs?', write: 'fragment' },
  { words: 'is resting|rest after|shortest rest', write: 'backoff' },
  { words: 'vain', write: 'no effect' },
  { words: 'doubts?', write: 'warning' },
  { words: 'rungs?', write: 'sandbox level' },
  { words: 'holds?|held', write: 'sandbox', only: 'names', within: 'host/seats' },
  { words: 'holds?|held', write: 'sandbox', only: 'names', within: 'host/cli/process' },
  { words: 'held by|hold players', write: 'sandbox level' },
  { words: 'wish(?:es)?', write: 'request, options, effects' },
  { words: 'rooms?', write: 'headroom; space (on a page)', only: 'names' },
  { words: 'java figures', write: 'hsperfdata' },
  { words: 'call filter', write: 'seccomp filter' },
  { words: 'guardians?', write: 'reaper' },
  { words: 'guard|guarded', write: 'reaper', only: 'names' },
  { words: 'keepers?', write: 'supervisor' },
  { words: 'cages?|caged', write: 'sandbox' },
  { words: 'strays?', write: 'orphan, escaped process' },
  { words: 'museum|sins?|sinners?', write: 'misbehaviour, misbehaving player' },
  { words: 'voices?', write: 'writer' },
  { words: 'unasked', write: 'unsolicited' },
  { words: 'last things', write: 'shutdown' },
  { words: 'last said|last words', write: 'transcript' },
  { words: 'set table', write: 'resolve setting' },
  { words: 'standing', write: 'status (standings are the table of a series)', only: 'names' },
  { words: 'expel(?:s|led)?', write: 'remove' },
  { words: 'thrown out', write: 'removed' },
  { words: 'fell|fallen', write: 'removed, failed, dropped out' },
  { words: 'pardon(?:s|ed)?', write: 'tolerated' },
  { words: 'deeds?', write: 'action' },
  { words: 'chiefs?', write: 'root' },
  { words: 'comes? along', write: 'built-in' },
  { words: 'far side', write: 'other side' },
  { words: 'anew', write: 'again' },
  { words: 'at one blow', write: 'at once' },
  { words: 'hang(?:s|ing)? together', write: 'connected; depend on each other' },
  { words: 'stands? in(?! for)', write: 'is in, has' },
  { words: 'nothing where|nothing for (?:no|turns|one)', write: 'none if' },
  { words: 'brings? about', write: 'causes' },
  { words: 'mend(?:s|ed|ing)?', write: 'fix' },
  { words: 'houses?', write: 'code, project' },
];

/** How sentences do not begin: `Who floods …`. */
export const bannedBeginning = {
  pattern: /(?:^|[.;:!] |\* |\/ |\| |')Who (?!(?:are|is|was|were|had|has|can|won|plays)\b)[a-z]+ /,
  write: 'A player that …, a program that …',
};

/** Phrases that no text of the host has: what users read is said as a technical writer would say it. */
export const bannedPhrases: readonly { readonly pattern: RegExp; readonly write: string }[] = [
  { pattern: /\b[Ww]hoever\b/, write: 'a player that, anyone who' },
  { pattern: /gone on with|to go on with/, write: 'resume with the same command' },
  {
    pattern: /(?<!there )\bis no (?:message|tile|move|word|grid|coordinate|record|page|file)\b/,
    write: 'is not a valid …',
  },
  { pattern: /with it; got/, write: '--x requires --y' },
  { pattern: /\b[Tt]here is no (?:option|command|such option|key)\b/, write: 'unknown option …' },
  { pattern: /all the same|as strong as you like|so much better/, write: 'what it is' },
  { pattern: /\b[Rr]un less\b|quieter machine(?! |$|`|')/, write: 'Run fewer games at once' },
  { pattern: /could not be written: /, write: 'cannot write FILE: …' },
  { pattern: /expected one of them\b/, write: 'use one or the other' },
  { pattern: /\b[Tt]here is no (?:program|file)\b/, write: 'cannot find the program …' },
  { pattern: /expected a text\b|^\s*return 'a text'/, write: 'a string' },
  { pattern: /\ban offence\b/, write: 'an offense; `offence` is in data' },
  { pattern: /\bare left out\b|\bis left out\b/, write: 'is ignored, is omitted' },
  { pattern: /\banymore\b|\bnot (?:there|in \w+ \w+) any more\b/, write: 'no longer' },
  {
    pattern:
      /\b(?:points|letters|thinking|time|moved?|lost|games) (?:a|at a) (?:move|turn|peel|game|minute)\b/,
    write: 'per move',
  },
  { pattern: /\bin some seconds\b/, write: 'in a few seconds' },
  {
    pattern: /\bwould say so\b|\bis is\b|whose turn it is of\b|\bthe tile tile\b/,
    write: 'a plain sentence',
  },
  { pattern: /\bSee docs\/|\(docs\//, write: 'documentPath: an address that the reader has' },
  { pattern: /\bnot so often\b|\bno more, and\b/, write: 'not enough' },
  {
    pattern: /\b(?:colours?(?!\[)|favour(?:ed)?|neighbour(?:s|ing)?|centre|honour(?:ed)?)\b/,
    write: 'American spelling',
  },
];
