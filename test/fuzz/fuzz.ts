/** `npm run fuzz KIND -- [OPTIONS]`: random input for as long as you let it. Each kind says its options, and prints its seed. */
const kinds = {
  wires: () => import('./broken-wires.ts'),
  records: () => import('./broken-records.ts'),
  stores: () => import('./broken-stores.ts'),
  laws: () => import('./laws.ts'),
  soak: () => import('../attack/soak.ts'),
} as const;

const [kind = ''] = process.argv.splice(2, 1);
if (!Object.hasOwn(kinds, kind)) {
  process.stderr.write(
    `expected one of ${Object.keys(kinds).join(', ')}, as in npm run fuzz wires -- --cases 1000; got ${kind || 'nothing'}\n`,
  );
  process.exit(2);
}
await kinds[kind as keyof typeof kinds]();
