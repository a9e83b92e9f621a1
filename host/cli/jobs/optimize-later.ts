import { setV8Option } from '../../files/compile-cache.ts';

let done = false;

/**
 * V8 optimizes a function after 3,000 calls. In the first 10,000 turns that takes a fifth of the host's
 * processor time, beside players that want the processors, and V8 throws some of it away again. With 40,000
 * calls, runs of up to 50,000 turns take less, and longer ones no more.
 */
export function optimizeLater(): void {
  if (done) return;
  done = true;
  setV8Option('--invocation-count-for-turbofan=40000');
}
