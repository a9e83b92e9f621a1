/*
 * Errors that no test awaits: thrown by a timer or a listener, or rejections that nobody hears. This stands in for the package
 * async-hook-domain, by which tap finds the test at fault: it follows every promise of a process, which takes half of the time of
 * games that are played in it. Here the newest of the tests that have begun and not ended is said to be at fault.
 */
import { executionAsyncResource } from 'node:async_hooks';

const domains = [];

/** What tap makes for each test, within the resource of that test. */
export class Domain {
  #test = executionAsyncResource().test;

  constructor(onerror) {
    this.onerror = onerror;
    domains.push(this);
    if (domains.length > 1) return;
    process.on('uncaughtException', thrown);
    process.on('unhandledRejection', rejected);
  }

  get hasBegun() {
    return this.#test?.started === true;
  }

  destroy() {
    const place = domains.indexOf(this);
    if (place === -1) return;
    domains.splice(place, 1);
    if (domains.length > 0) return;
    process.off('uncaughtException', thrown);
    process.off('unhandledRejection', rejected);
  }
}

const thrown = (error) => tell(error, 'uncaughtException');
const rejected = (error) => tell(error, 'unhandledRejection');

function tell(error, event) {
  // Another listener of the process is to handle it.
  if (process.listenerCount(event) > 1) return;
  const domain = domains.findLast(({ hasBegun }) => hasBegun) ?? domains.at(-1);
  domain.onerror(error, event);
}
