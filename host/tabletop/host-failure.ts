/** What the machine refuses in the middle of a run: no fault of the user's words, and none of ours. */
export class HostFailure extends Error {}
