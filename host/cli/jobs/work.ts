import { UsageError } from '../../core/errors.ts';
import type { Order } from '../../runs/worker-pool.ts';
import { Service } from '../../runs/worker-service.ts';
import type { GamesWords } from '../game-words.ts';
import { optimizeLater } from './optimize-later.ts';

/**
 * These signals are for the host that started this process and says what to do. A terminal does not send them
 * here, but stopping a service or a container may send them to every process in it.
 */
const theHosts = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Plays games for the host that has started this process, until that ends or lets go: then at once, with all players. */
export async function work(games: GamesWords): Promise<never> {
  optimizeLater();
  for (const signal of theHosts) process.on(signal, () => {});
  // A game continues even if nobody reads its notes.
  process.stderr.on('error', () => {});
  process.on('disconnect', () => process.exit());
  // It may have let go before this could be heard.
  if (!process.connected) process.exit();
  const service = new Service(
    async (name) => {
      const words = games[name];
      if (!words) throw new UsageError(`this program does not know the game ${JSON.stringify(name)}`);
      return await words.game();
    },
    (answer) => void process.send?.(answer, undefined, undefined, () => {}),
  );
  process.on('message', (order) => service.take(order as Order));
  return await new Promise<never>(() => {});
}
