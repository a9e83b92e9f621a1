import { setV8Option } from '../../files/compile-cache.ts';

let done = false;

/**
 * By itself V8 makes the best code of a function that was called 3,000 times. In the first 10,000 turns that takes a fifth of the
 * host's processor time, beside players that want the processors, and some of it is thrown away again. What was called
 * 40,000 times is worth it: runs of up to 50,000 turns take less, and longer ones no more.
 */
export function optimizeLater(): void {
  if (done) return;
  done = true;
  setV8Option('--invocation-count-for-turbofan=40000');
}
