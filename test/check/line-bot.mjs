// What the bots of games in lines have in common: the mistake that is named (node BOT.mjs MISTAKE), and lines both ways.
const mistake = process.argv[2] ?? 'none';
export const is = (name) => mistake === name;

const isHeard = (line) =>
  !is('leaves-flushing-to-the-host') || line === 'ready' || Boolean(process.env.PYTHONUNBUFFERED);
export const say = (line) => isHeard(line) && process.stdout.write(`${line}\n`);
export const die = () => process.exit(3);

/** Lines of the set-up until `setUp` says that it was the last, which is answered; then all others. */
export function listen(setUp, hear, afterReady = () => {}) {
  let settingUp = true;

  function take(line) {
    if (!settingUp) return hear(line);
    if (!setUp(line)) return;
    settingUp = false;
    say('ready');
    if (is('ready-twice')) say('ready');
    afterReady();
  }

  if (is('never-ends')) {
    // Without the timer it would end with its input, which can come before the signal.
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1000);
  }
  if (is('outlives-its-input')) process.stdin.on('end', () => setInterval(() => {}, 1000));
  let kept = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (text) => {
    if (is('one-line-a-read') && !settingUp) {
      const [one, ...more] = (kept + text).split('\n');
      kept = more.join('\n');
      return take(one);
    }
    const lines = (kept + text).split('\n');
    kept = lines.pop();
    if (is('lines-come-whole') && kept !== '') {
      lines.push(kept);
      kept = '';
    }
    for (const line of lines) take(line);
  });
}
