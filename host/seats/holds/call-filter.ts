/**
 * System calls that reach across every namespace, as a filter for the kernel (a BPF program): keys of the session
 * that the host runs in, which all processes inherit; the sockets between a virtual machine and what runs it; and
 * leases, with which a player keeps all others of its user from opening a file, for up to 45 seconds. All else is
 * let through.
 */
export function callFilter(network: boolean): Buffer {
  return Buffer.concat(machines.flatMap((machine) => blockOf(machine, network)).concat(step(RETURN, ALLOW)));
}

interface Machine {
  /** As the kernel calls it. */
  readonly architecture: number;
  readonly keys: readonly number[];
  readonly fcntl: readonly number[];
  readonly socket: number;
  /** Where all calls about sockets are one, whose arguments cannot be looked at. */
  readonly sockets?: number;
}

const like64 = { keys: [217, 218, 219], fcntl: [25], socket: 198 };
const machines: readonly Machine[] = [
  { architecture: 0xc000003e, keys: [248, 249, 250], fcntl: [72], socket: 41 }, // x86-64, x32
  { architecture: 0x40000003, keys: [286, 287, 288], fcntl: [55, 221], socket: 359, sockets: 102 }, // i386
  { architecture: 0xc00000b7, ...like64 }, // arm64
  { architecture: 0x40000028, keys: [309, 310, 311], fcntl: [55, 221], socket: 281, sockets: 102 }, // arm
  { architecture: 0xc00000f3, ...like64 }, // riscv64
];

const SET_LEASE = 1024;
const VSOCK = 40;

function blockOf(machine: Machine, network: boolean): Buffer[] {
  const { architecture, keys, fcntl, socket, sockets } = machine;
  const netless = [
    ...refuseWith(socket, FIRST_ARGUMENT, VSOCK),
    ...(sockets === undefined ? [] : refuse(sockets)),
  ];
  const block = [
    step(LOAD, NUMBER),
    step(AND, WITHOUT_X32),
    ...keys.flatMap(refuse),
    ...fcntl.flatMap((number) => refuseWith(number, SECOND_ARGUMENT, SET_LEASE)),
    ...(network ? [] : netless),
    step(RETURN, ALLOW),
  ];
  return [step(LOAD, ARCHITECTURE), step(IF_EQUAL, architecture, 0, block.length), ...block];
}

const refuse = (number: number) => [step(IF_EQUAL, number, 0, 1), step(RETURN, REFUSED)];

const refuseWith = (number: number, argument: number, value: number) => [
  step(IF_EQUAL, number, 0, 4),
  step(LOAD, argument),
  step(IF_EQUAL, value, 0, 1),
  step(RETURN, REFUSED),
  step(RETURN, ALLOW),
];

const LOAD = 0x20;
const AND = 0x54;
const IF_EQUAL = 0x15;
const RETURN = 0x06;
/** Where the kernel puts these for the filter. Of an argument the lower half: nothing else of it is looked at. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;
const SECOND_ARGUMENT = 24;
/** x32 has the numbers of x86-64 with a bit set. */
const WITHOUT_X32 = 0xbfffffff;
const ALLOW = 0x7fff0000;
/** EPERM. */
const REFUSED = 0x00050001;

/** One instruction; where it compares, how many to skip if equal and if not. */
function step(code: number, value: number, ifEqual = 0, ifNot = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifEqual, 2);
  bytes.writeUInt8(ifNot, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
