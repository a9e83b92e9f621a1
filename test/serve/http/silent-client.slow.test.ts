import t from 'tap';
import { until } from '../../support/until.ts';
import { noted } from './answered-requests.ts';

t.test(
  'a request whose client falls silent is told with the status 408 that it was answered with',
  async (t) => {
    const { told, client } = await noted(t);
    const silent = await client('Content-Length: 9\r\n\r\nhalf');
    await until(
      () => silent.heard() !== '' && told.length > 0,
      () => 'the answer',
    );
    t.match(silent.heard(), /^HTTP\/1.1 408 /);
    t.match(told, [{ path: '/said', status: 408, address: '127.0.0.1' }]);
  },
);
