/** What the machine refuses in the middle of a run: no fault of the user's words, and none of ours. */
export class HostFailure extends Error {}

/** It cost one game, which is void; the others can go on. */
export class VoidMatch extends HostFailure {}
