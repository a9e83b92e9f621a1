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
  /** The fault in words. */
  readonly problem: string;
}

export function refusal(path: string, fault: Fault): Refusal {
  return { ok: false, fault, problem: `${path}: ${storeFaultInWords(fault)}` };
}

const RECOVER = 'Use an undamaged copy; without one, the program sqlite3 may recover some games';

/** Says the fault in a sentence. */
export function storeFaultInWords(fault: Fault): string {
  switch (fault.kind) {
    case 'missing':
      return 'no such store';
    case 'empty':
      return 'it is empty: it becomes a store when a run starts to save games in it';
    case 'no-folder':
      return `its folder ${fault.folder} does not exist. To create it: mkdir -p ${shellWord(fault.folder)}`;
    case 'folder':
      return 'expected a store, which is a file; got a folder';
    case 'not-a-store':
      return `expected a store of wordhost; got ${fault.what}`;
    case 'other-store':
      return `expected ${fault.expected}; got ${fault.found}`;
    case 'truncated':
      return `the store is truncated: of ${fault.of} bytes only ${fault.bytes} are there. ${RECOVER}`;
    case 'damaged':
      return `the store is damaged: ${fault.what}. ${RECOVER}`;
    case 'newer':
      return `the store is of version ${fault.version}, made by a newer wordhost; this one reads versions up to ${fault.known}. Install the newer wordhost`;
    case 'in-use':
      return `${holderInWords(fault.by)}. A store has one writer at a time: wait for that command, or end it. Meanwhile the store can be read`;
    case 'read-only':
      return `the ${fault.what} is read-only, but results are written to it`;
    case 'locked':
      return 'another program has locked it. End that program, or wait for it';
    case 'full':
      return 'its disk is full. Games saved before are safe. Free some space, and run the same command again';
    case 'unwritable':
      return 'the system could not write it: a file size limit or quota is reached, or the disk is faulty. Games saved before are safe';
    case 'replaced':
      return 'its file was removed, renamed or replaced while it was in use. Nothing more is saved';
    case 'beside':
      return `${fault.file} next to it is ${fault.what}. Nothing was opened: move that file away`;
    case 'conflict':
      return `game ${fault.number} has the id of game ${fault.other}, ${fault.id}, which is already saved`;
    case 'system':
      return fault.what;
    default:
      return fault satisfies never;
  }
}

function holderInWords(by: Writer | undefined): string {
  if (by === undefined) return 'another process is opening it';
  const { pid, command, since } = by;
  return `process ${pid} has been writing to it since ${since}: ${command}`;
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
