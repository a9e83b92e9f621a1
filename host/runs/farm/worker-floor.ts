import { realpathSync } from 'node:fs';
import { HostFailure } from '../../core/errors.ts';
import { omit } from '../../core/fields.ts';
import { visibleJson } from '../../core/text.ts';
import { emptyPlayerFolder } from '../../seats/process/bundles/bundle-cache.ts';
import { MODEL_KEY } from '../../seats/process/process-options.ts';
import { type HostingRequest, withStrict } from '../../seats/process/process-seats.ts';
import { leastRequest } from '../../seats/process/sandbox/sandbox.ts';
import { contains } from '../../seats/process/sandbox/strict.ts';

/** The limits of what runs may use of a worker's machine, whatever a database says. */
export interface WorkerFloor {
  readonly sandbox: 'off' | 'process' | 'auto' | 'strict';
  /** With `strict`, runs may use at most these. */
  readonly network: boolean;
  readonly readable: readonly string[];
  readonly writable: readonly string[];
}

const ranks: Readonly<Record<HostingRequest['sandbox'], number>> = {
  off: 0,
  process: 1,
  auto: 2,
  unshare: 2,
  bubblewrap: 2,
  strict: 3,
};

/** How a run is played here, from what a database says of it. Throws what the machine does not give. */
export function acceptedHosting(request: HostingRequest, floor: WorkerFloor): HostingRequest {
  const rank = Object.hasOwn(ranks, request.sandbox) ? ranks[request.sandbox] : -1;
  if (rank < ranks[floor.sandbox])
    refuse(
      `its players have the sandbox ${visibleJson(request.sandbox)}, and this worker plays with --sandbox ${floor.sandbox} or more`,
    );
  // A player that brings its files has no folder of this machine.
  const own = new Map(
    [...(request.own ?? [])].map(([name, { variables, ...each }]) => {
      const named = { ...each, ...(variables && { variables: withKey(variables, floor) }) };
      return [name, each.bundle ? omit(named, ['cwd']) : named] as const;
    }),
  );
  const travel = own.size > 0 && [...own.values()].every(({ bundle }) => bundle);
  const cwd = travel ? emptyPlayerFolder() : (request.cwd ?? '.');
  const variables = withKey(request.variables, floor);
  // This machine decides what is hidden.
  const accepted = withStrict({ ...request, variables, own, cwd }, (strict) => ({ ...strict, hidden: [] }));
  for (const variables of [accepted.variables, ...[...own.values()].map((each) => each.variables)])
    refuseOdd(Object.keys(variables ?? {}));
  if (floor.sandbox === 'strict') refuseMore(accepted, floor);
  return accepted;
}

/** The database names the key of a server of models. A worker that gives the network gives its own key. */
function withKey(variables: HostingRequest['variables'], { network }: WorkerFloor) {
  const { [MODEL_KEY]: key, ...others } = variables ?? {};
  if (key === undefined) return variables;
  const own = network ? process.env[MODEL_KEY] : undefined;
  return { ...others, ...(own !== undefined && { [MODEL_KEY]: own }) };
}

/** A sandbox shows the files that variables of the host name. */
function refuseOdd(variables: readonly string[]): void {
  const odd = variables.find((name) => name.startsWith('WORDHOST_') && name !== MODEL_KEY);
  if (odd !== undefined)
    refuse(`its players have a variable ${visibleJson(odd)}, which is for the host to set`);
}

function refuseMore({ cwd = '.', strict = leastRequest, own }: HostingRequest, floor: WorkerFloor): void {
  const each = [...(own?.values() ?? [])];
  const requests = [strict, ...each.flatMap((one) => one.strict ?? [])];
  if (!floor.network && requests.some(({ network }) => network))
    refuse('its players have the network (--network)');
  const folders = [cwd, ...each.flatMap((one) => one.cwd ?? [])].filter(
    (folder) => folder !== emptyPlayerFolder(),
  );
  for (const path of [...folders, ...requests.flatMap(({ readable }) => readable)])
    if (!floor.readable.some((folder) => contains(realOf(folder), realOf(path))) && !isWritable(path, floor))
      refuse(`its players have ${path}, which this worker does not give them (--readable)`);
  for (const path of requests.flatMap(({ writable }) => writable))
    if (!isWritable(path, floor))
      refuse(`its players have ${path}, which this worker does not give them (--writable)`);
}

/** An entry of such a folder can have become a link to another place by the time that it is used. */
function isWritable(path: string, { writable }: WorkerFloor): boolean {
  return writable.some((folder) => realOf(folder) === realOf(path));
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return refuse(`its players have ${path}, which is not on this machine`);
  }
}

function refuse(problem: string): never {
  throw new HostFailure(problem);
}
