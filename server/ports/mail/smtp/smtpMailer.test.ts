import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { MailRefusedError, type Mail, type Mailer } from '../mailer.ts';
import { createSmtpMailer } from './smtpMailer.ts';

const MAIL: Mail = {
  messageId: '<0123456789abcdef@swap.example>',
  to: 'ann@example.org',
  subject: 'Заявка 7F3KQ9…zTyA: выплачено 3 483,9 USDT',
  text: 'Заявка выполнена.\n',
  html: '<p>Заявка выполнена.</p>',
};

interface ReceivedMail {
  from: string;
  to: string[];
  source: string;
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Starts a real SMTP server in this process. */
async function start(options: SMTPServerOptions = {}): Promise<{ mailer: Mailer; received: ReceivedMail[] }> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData: (stream, { envelope }, callback) => {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      let source = '';
      stream.setEncoding('utf8');
      stream.on('data', (part: string) => (source += part));
      stream.on('end', () => {
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
        callback();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Causeway <no-reply@swap.example>' });
  closing.push(
    () => new Promise<void>((resolve) => server.close(() => resolve())),
    () => mailer.close?.(),
  );
  return { mailer, received };
}

const failing = (responseCode: number) => Object.assign(new Error('not this one'), { responseCode });

test('sends the text and the HTML of a mail', async () => {
  const { mailer, received } = await start();
  await mailer.send(MAIL);
  expect(received).toMatchObject([{ from: 'no-reply@swap.example', to: ['ann@example.org'] }]);
  const { source = '' } = received[0] ?? {};
  expect(source).toMatch(/^From: Causeway <no-reply@swap\.example>\r?$/m);
  expect(source).toMatch(/^To: ann@example\.org\r?$/m);
  expect(source).toMatch(/^Message-ID: <0123456789abcdef@swap\.example>\r?$/m);
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  expect(source).toContain('text/plain');
  expect(source).toContain('text/html');
});

test('adds no header or recipient for line ends and commas', async () => {
  const { mailer, received } = await start();
  await mailer.send({ ...MAIL, subject: 'One\r\nBcc: eve@example.org', to: 'ann@example.org' });
  await mailer.send({ ...MAIL, to: 'a,eve@example.org' }).catch(() => undefined);
  expect(received[0]?.source).not.toMatch(/^Bcc:/im);
  expect(received.flatMap(({ to }) => to)).not.toContain('eve@example.org');
});

test('throws MailRefusedError when the mailbox does not exist', async () => {
  const { mailer } = await start({ onRcptTo: (_address, _session, callback) => callback(failing(550)) });
  await expect(mailer.send(MAIL)).rejects.toBeInstanceOf(MailRefusedError);
});

test('throws a retryable error when the server is busy or unreachable', async () => {
  const { mailer } = await start({ onRcptTo: (_address, _session, callback) => callback(failing(451)) });
  const busy: unknown = await mailer.send(MAIL).catch((error: unknown) => error);
  expect(busy).toBeInstanceOf(Error);
  expect(busy).not.toBeInstanceOf(MailRefusedError);
  const unreachable = createSmtpMailer({ url: 'smtp://127.0.0.1:9', from: 'no-reply@swap.example' });
  const error: unknown = await unreachable.send(MAIL).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(MailRefusedError);
  unreachable.close?.();
});

test('throws a retryable error when the server rejects our password', async () => {
  const { mailer } = await start({ authOptional: false, onAuth: (_auth, _session, callback) => callback(failing(535)) });
  const error: unknown = await mailer.send(MAIL).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(MailRefusedError);
});
