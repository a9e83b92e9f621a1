import t from 'tap';
import { addressOf, RateLimit } from '../../../host/serve/http/clients.ts';
import { isLoopback } from '../../../host/serve/loopback.ts';

t.test('an address may ask four seconds at once, and then as often as it is allowed', async (t) => {
  const limit = new RateLimit(2);
  const waits = (address: string, at: number) => limit.secondsToWait(address, at);
  for (let number = 0; number < 8; number++) t.equal(waits('192.0.2.1', 0), undefined);
  t.equal(waits('192.0.2.1', 0), 1);
  t.equal(waits('192.0.2.2', 0), undefined, 'another one');
  t.equal(waits('192.0.2.1', 500), undefined);
  t.equal(waits('192.0.2.1', 500), 1);
});

t.test('all addresses of an IPv6 network are one, and of IPv4 none are', async (t) => {
  const limit = new RateLimit(0.25);
  t.equal(limit.secondsToWait('2001:db8::1', 0), undefined);
  t.equal(limit.secondsToWait('2001:db8:0:0:7::2', 0), 4);
  t.equal(limit.secondsToWait('2001:db8:0:1::1', 0), undefined);
  t.equal(limit.secondsToWait('::ffff:192.0.2.1', 0), undefined);
  t.equal(limit.secondsToWait('192.0.2.1', 0), 4);
});

t.test('behind a proxy the address is the last one that it says; elsewhere nobody is believed', async (t) => {
  const headers = { 'x-forwarded-for': '198.51.100.9, 203.0.113.7' };
  t.equal(addressOf('127.0.0.1', headers, true), '203.0.113.7');
  t.equal(addressOf('192.0.2.1', headers, false), '192.0.2.1');
  t.equal(addressOf('192.0.2.1', {}, true), '192.0.2.1');
});

t.test('an address has one form, however a proxy writes it', async (t) => {
  const forms = {
    '198.51.100.9': ['198.51.100.9:5001', '::FFFF:198.51.100.9', '[::ffff:c633:6409]:5001'],
    '2001:db8::1': ['[2001:DB8::1]:1234', '[2001:db8::1]', '2001:0db8:0:0::1', '2001:db8::1%eth0'],
    unknown: ['unknown', '_hidden', '1.2.3', '1.2.3.4:x', '[1.2.3.4', 'example.org:80', ':80'],
  };
  for (const [form, written] of Object.entries(forms))
    for (const text of written)
      t.equal(addressOf('127.0.0.1', { 'x-forwarded-for': text }, true), form, text);
  t.equal(addressOf('::ffff:192.0.2.1', {}, false), '192.0.2.1');
  t.equal(addressOf(undefined, {}, false), 'unknown', 'a connection that has ended');
  const limit = new RateLimit(0.25);
  t.equal(limit.secondsToWait('::FFFF:192.0.2.1', 0), undefined);
  t.equal(limit.secondsToWait('192.0.2.1', 0), 4);
});

t.test('addresses of this machine alone', async (t) => {
  for (const host of ['127.0.0.1', '127.8.9.1', '::1', 'localhost']) t.ok(isLoopback(host), host);
  for (const host of ['0.0.0.0', '::', '192.0.2.1', '127.example.org']) t.notOk(isLoopback(host), host);
});
