import { killHosts } from './kill-hosts.ts';

await killHosts(40);
