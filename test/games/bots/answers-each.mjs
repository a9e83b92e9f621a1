/**
 * With As alone: answers each letter that it hears, some milliseconds later, whether somebody was quicker meanwhile or
 * not. Of two such players one is late at every gate.
 */
import { writeSync } from 'node:fs';

const AFTER_MS = 5;
const numbered = process.argv[2] === 'numbered';
let [tiles, gates, rest] = [0, 0, ''];

process.stdin.setEncoding('latin1').on('data', (text) => {
  const messages = (rest + text).split('.');
  rest = messages.pop();
  for (const message of messages) {
    const letters = message.replaceAll(/[^A]/g, '').length;
    if (letters === 0) continue;
    tiles += letters;
    gates++;
    const peel = `p${numbered ? three(gates) : ''}${three(tiles)}001${'A'.repeat(tiles)}`;
    setTimeout(() => writeSync(1, peel), AFTER_MS);
  }
});
writeSync(1, numbered ? 'n' : 'r');

function three(count) {
  return String(count).padStart(3, '0');
}
