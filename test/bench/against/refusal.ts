/** What cannot be measured, in a sentence for the user. */
export class Refusal extends Error {}
