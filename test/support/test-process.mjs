/*
 * Loaded before each test file. tap puts a recorder of loaded files and its source maps into every Node that a test starts, for
 * coverage, which is off. Taken out again: hosts and players start as users start them, in half the time. The compile cache that
 * .taprc names is for the test files alone. Errors that no test awaits are found without following every promise.
 */
import { registerHooks } from 'node:module';

const wrappers = globalThis[Symbol.for('process-on-spawn@*:singletonId')];
wrappers?.unwrap();
process.setSourceMapsEnabled(false);
delete process.env.NODE_COMPILE_CACHE;

const others = (process.env.NODE_OPTIONS ?? '').replace(/"?--import=\S*processinfo\S*/, '').trim();
if (others === '') delete process.env.NODE_OPTIONS;
else process.env.NODE_OPTIONS = others;

const unawaitedErrors = import.meta.resolve('./unawaited-errors.mjs');
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'async-hook-domain'
      ? { url: unawaitedErrors, shortCircuit: true }
      : next(specifier, context),
});
