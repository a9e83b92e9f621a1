import { HostFailure } from '../core/errors.ts';
import { shellWord } from '../files/shell.ts';

/** The process that writes to a store. */
export interface Writer {
  readonly pid: number;
  readonly command: string;
  readonly since: string;
}

/** Why a store cannot be used, or something in it not be kept. */
export type Fault =
  | { readonly kind: 'missing' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'no-folder'; readonly folder: string }
  | { readonly kind: 'folder' }
  | { readonly kind: 'not-a-store'; readonly what: string }
  | { readonly kind: 'other-store'; readonly expected: string; readonly found: string }
  | { readonly kind: 'truncated'; readonly bytes: number; readonly of: number }
  | { readonly kind: 'damaged'; readonly what: string }
  | { readonly kind: 'newer'; readonly version: number; readonly known: number }
  | { readonly kind: 'in-use'; readonly by: Writer | undefined }
  | {
      readonly kind: 'read-only';
      readonly what: 'store' | 'folder of the store' | 'file …-lock beside the store';
    }
  | { readonly kind: 'locked' }
  | { readonly kind: 'full' }
  | { readonly kind: 'unwritable' }
  | { readonly kind: 'replaced' }
  | { readonly kind: 'beside'; readonly file: string; readonly what: string }
  | { readonly kind: 'conflict'; readonly id: string; readonly number: number; readonly other: number }
  | { readonly kind: 'system'; readonly what: string };

export interface Refusal {
  readonly ok: false;
  readonly fault: Fault;
  /** The same for people. */
  readonly problem: string;
}

export function refusal(path: string, fault: Fault): Refusal {
  return { ok: false, fault, problem: `${path}: ${storeFaultInWords(fault)}` };
}

const RECOVER =
  'Take a copy of it that is whole; without one, the program sqlite3 may save some of its games';

/** For people. */
export function storeFaultInWords(fault: Fault): string {
  switch (fault.kind) {
    case 'missing':
      return 'there is no such store';
    case 'empty':
      return 'there is nothing in it yet: it is a store as soon as a run that keeps its games there has begun';
    case 'no-folder':
      return `its folder ${fault.folder} is not there. Make it: mkdir -p ${shellWord(fault.folder)}`;
    case 'folder':
      return 'expected a store, which is a file; got a folder';
    case 'not-a-store':
      return `expected a store of wordhost; got ${fault.what}`;
    case 'other-store':
      return `expected ${fault.expected}; got ${fault.found}`;
    case 'truncated':
      return `the store is truncated: of ${fault.of} bytes there are ${fault.bytes}. ${RECOVER}`;
    case 'damaged':
      return `the store is damaged: ${fault.what}. ${RECOVER}`;
    case 'newer':
      return `the store is of version ${fault.version}, made by a newer wordhost; this one reads versions up to ${fault.known}. Install the newer wordhost`;
    case 'in-use':
      return `${holderInWords(fault.by)}. A store has one writer at a time: wait for it or end it. Meanwhile it can be read`;
    case 'read-only':
      return `the ${fault.what} can only be read, and to keep results it is written to`;
    case 'locked':
      return 'another program has locked it, and did not let go in time. End that program, or wait for it';
    case 'full':
      return 'its disk is full. What was kept before is safe. Make space, and give the same command again';
    case 'unwritable':
      return 'the system did not write it: a limit of file sizes or a quota is reached, or its disk is faulty. What was kept before is safe';
    case 'replaced':
      return 'its file has been removed, renamed or replaced while it was written. No more is kept';
    case 'beside':
      return `${fault.file} beside it is ${fault.what}. Nothing was opened: move it away`;
    case 'conflict':
      return `game ${fault.number} has the id of game ${fault.other}, ${fault.id}, which is kept already`;
    case 'system':
      return fault.what;
    default:
      return fault satisfies never;
  }
}

function holderInWords(by: Writer | undefined): string {
  if (by === undefined) return 'another process is opening it';
  const { pid, command, since } = by;
  return `process ${pid} writes to it since ${since}: ${command}`;
}

/** Something in a store cannot be read. */
export class StoreFailure extends HostFailure {
  override readonly name = 'StoreFailure';
  readonly fault: Fault;

  constructor(path: string, fault: Fault) {
    super(refusal(path, fault).problem);
    this.fault = fault;
  }
}
