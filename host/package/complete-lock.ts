import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * npm omits optional packages of other platforms from the lock file, and `npm ci` then rejects it. This adds
 * them after a change of dependencies: `npm install --package-lock-only && node
 * host/package/complete-lock.ts`.
 */
interface Locked {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  resolved?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}
interface LockFile {
  packages: Record<string, Locked>;
}

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

export function completeLock(lock: LockFile): string[] {
  const added: string[] = [];
  // The user who installs the package chooses the registry.
  for (const locked of Object.values(lock.packages)) delete locked.resolved;
  for (const [path, locked] of Object.entries(lock.packages))
    for (const [name, version] of Object.entries(locked.optionalDependencies ?? {})) {
      const places = [`${path}/node_modules/${name}`, `node_modules/${name}`];
      const place = platformOf(name);
      if (!place || places.some((each) => lock.packages[each]?.version)) continue;
      lock.packages[`node_modules/${name}`] = { version, dev: true, optional: true, ...place };
      added.push(name);
    }
  const sorted = Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1));
  lock.packages = Object.fromEntries(sorted);
  return added;
}

/** Packages of one platform are named after it. */
function platformOf(name: string): Pick<Locked, 'os' | 'cpu' | 'libc'> | undefined {
  const words = name.split(/[-/]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) =>
    words.some(
      (word) => word === processor || (processor === 'arm' && word.startsWith('arm') && word !== 'arm64'),
    ),
  );
  if (!os && cpu !== 'wasm32') return undefined;
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : undefined;
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc }) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
  const lock = JSON.parse(readFileSync(file, 'utf8')) as LockFile;
  const added = completeLock(lock);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(
    `${added.length} packages of other platforms named${added.map((name) => `\n  ${name}`).join('')}\n`,
  );
}
