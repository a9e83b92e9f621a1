import { killHosts, tryWhatIsNotPromised } from './kill-hosts.ts';

await killHosts(3);
await tryWhatIsNotPromised();
