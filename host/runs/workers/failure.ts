import { HostFailure, VoidMatch } from '../../core/host-failure.ts';
import type { Failure } from './messages.ts';

/** An error as data. */
export function failureOf(error: unknown): Failure {
  if (error instanceof VoidMatch) return { of: 'void', text: error.message };
  if (error instanceof HostFailure) return { of: 'host', text: error.message };
  return { of: 'bug', text: String((error as Error).stack ?? error) };
}

export function errorOf({ of, text }: Failure): Error {
  if (of === 'void') return new VoidMatch(text);
  if (of === 'host') return new HostFailure(text);
  return Object.assign(new Error(text), { stack: text });
}
