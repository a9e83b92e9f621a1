import { killHosts, tryWhatIsNotPromised } from './kill-hosts.ts';

await killHosts(1);
await tryWhatIsNotPromised();
