import { killHosts, tryWhatIsNotPromised } from './kill-hosts.ts';

await killHosts(2);
await tryWhatIsNotPromised();
