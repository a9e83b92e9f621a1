import { once } from 'node:events';
import type { Socket } from 'node:net';

/** Its descriptor is closed when this is done. */
export async function closeSocket(socket: Socket): Promise<void> {
  socket.destroy();
  if (!socket.closed) await once(socket, 'close');
}
