import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { sendMail } from '../../../host/serve/mail/send-mail.ts';
import { readSmtpAddress } from '../../../host/serve/mail/smtp-address.ts';

const mail = {
  ...{ from: 'host@wordhost.example', to: 'ann@example.org', subject: 'Your turn' },
  ...{ text: 'Hello\n', id: 'turn1', date: new Date(0) },
};
/** Long enough to read many megabytes, where something would. */
const PATIENCE_MS = 1500;

/** Serves each connection in its own way, until the test is over. */
async function hostile(t: Test, serve: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
}

async function send(url: string, patience = PATIENCE_MS) {
  const read = readSmtpAddress(url);
  if (!read.ok) throw new Error(read.problem);
  await sendMail(read.address, mail, { patience });
}

/** Says this for ever, as fast as it is read. */
function endlessly(socket: Socket, piece: string): void {
  const say = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', say);
  say();
}

const large = 'x'.repeat(60_000);
const floods = {
  'a banner without an end': { before: '', piece: large },
  'a banner of lines without an end': { before: '', piece: `220-${large}\r\n` },
  'answers to EHLO without an end': { before: '220 mail.example\r\n', piece: `250-${large}\r\n` },
  'a line of abilities without an end': { before: '220 mail.example\r\n', piece: `250-AUTH ${large}` },
};

for (const [name, { before, piece }] of Object.entries(floods))
  t.test(`${name}: the mail is tried later, and costs little memory`, async (t) => {
    const url = await hostile(t, (socket) => {
      socket.resume();
      socket.write(before);
      endlessly(socket, piece);
    });
    const start = process.memoryUsage().rss;
    await t.rejects(send(url), { again: 'later', message: /\w/ });
    t.ok(process.memoryUsage().rss - start < 150e6, 'the server of mail is in this process, too');
  });

t.test('a server that closes at any step has taken nothing before it had all of the mail', async (t) => {
  for (const [steps, again] of ['later', 'later', 'later', 'later', 'unknown'].entries()) {
    const url = await hostile(t, (socket) => {
      let left = steps;
      socket.write('220 mail.example\r\n');
      socket.on('data', () => (left-- > 0 ? socket.write('250 ok\r\n') : socket.destroy()));
    });
    await t.rejects(send(url), { again, message: /\w/ }, `closed after ${steps} answers`);
  }
});

t.test('a server that says yes to everything, asked or not, holds nobody up', async (t) => {
  const url = await hostile(t, (socket) => {
    socket.resume();
    endlessly(socket, '250 ok\r\n'.repeat(5000));
  });
  const start = process.memoryUsage().rss;
  await send(url).catch((error: unknown) => t.match(error, { again: /later|unknown/ }));
  t.ok(process.memoryUsage().rss - start < 150e6, 'it costs little memory');
});

t.test(
  'a server that answers a byte now and then is given up when the time of the mail is over',
  async (t) => {
    const url = await hostile(t, (socket) => {
      socket.resume();
      const timer = setInterval(() => socket.write('2'), 20);
      socket.once('close', () => clearInterval(timer));
    });
    await t.rejects(send(url, 300), { again: 'later', message: /took too long/ });
  },
);

t.test('a password goes to no other machine without TLS, whatever the server offers', async (t) => {
  const heard: string[] = [];
  const url = await hostile(t, (socket) => {
    socket.write('220 mail.example\r\n');
    socket.on('data', (piece) => {
      heard.push(String(piece));
      socket.write('250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n');
    });
  });
  const read = readSmtpAddress(url.replace('//127.0.0.1', '//ann:secret@0.0.0.0'));
  if (!read.ok) throw new Error(read.problem);
  // 0.0.0.0 leads here, and is not known to be this machine.
  await t.rejects(sendMail(read.address, mail, { patience: PATIENCE_MS }), {
    again: 'later',
    message: /offers no TLS, and without it a password is not sent/,
  });
  t.notMatch(heard.join(''), /AUTH/);
});

t.test('what is said in plain text before TLS begins is not taken for what is said in it', async (t) => {
  const url = await hostile(t, (socket) => {
    socket.write('220 mail.example\r\n');
    socket.on('data', (piece) => {
      const command = String(piece);
      if (command.startsWith('EHLO')) socket.write('250-mail.example\r\n250 STARTTLS\r\n');
      // All answers that the mail would need, and no TLS at all.
      else if (command.startsWith('STARTTLS'))
        socket.write(`220 go on\r\n${'250 ok\r\n'.repeat(3)}354 go on\r\n250 ok\r\n`);
    });
  });
  await t.rejects(send(url), { again: 'later', message: /\w/ });
});
