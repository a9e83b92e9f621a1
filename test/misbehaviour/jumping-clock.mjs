/** Preloaded by `node --import`: the time of day jumps forward and back by hours and days, several times a second. */
const HOUR = 3_600_000;
const JUMPS = [0, 5, -7, 30, -1_000, 10_000];
const SystemDate = Date;

globalThis.Date = class extends SystemDate {
  static now() {
    return SystemDate.now() + JUMPS[Math.floor(performance.now() / 150) % JUMPS.length] * HOUR;
  }

  constructor(...values) {
    super(...(values.length === 0 ? [Date.now()] : values));
  }
};
