import { killHosts, tryWhatIsNotPromised } from './kill-hosts.ts';

await killHosts(6);
await tryWhatIsNotPromised();
