import { killHosts, killWhileOneWaitsInTheKernel, tryWhatIsNotPromised } from './kill-hosts.ts';

await killHosts(1);
await killWhileOneWaitsInTheKernel();
await tryWhatIsNotPromised();
