import t from 'tap';
import { until } from '../../support/until.ts';
import { noted } from './answered-requests.ts';

const HALF = 'Content-Length: 9\r\n\r\nhalf';

t.test(
  'a request is told with the status that it was answered with, and the address of its client',
  async (t) => {
    const { told, client } = await noted(t);
    const tells = async (status: number, what: string) => {
      await until(
        () => told.length > 0,
        () => what,
      );
      t.match(told.splice(0), [{ method: 'POST', path: '/said', status, address: '127.0.0.1' }], what);
    };
    await client('Content-Length: 4\r\n\r\nword');
    await tells(200, 'a whole one');
    const malformed = await client('Transfer-Encoding: chunked\r\n\r\nzz\r\n');
    await tells(400, 'pieces without a length');
    await until(
      () => malformed.heard().startsWith('HTTP/1.1 400 '),
      () => malformed.heard(),
    );
    const { socket: gone } = await client(HALF);
    setTimeout(() => gone.destroy(), 20);
    await tells(499, 'its client went away');
    const { socket: reset } = await client(HALF);
    setTimeout(() => reset.resetAndDestroy(), 20);
    await tells(499, 'its client broke the connection');
  },
);
