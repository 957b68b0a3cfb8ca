import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import type { Order } from '../../contract/schemas/orders.ts';
import { createHost, type Host } from '../../server/createHost.ts';
import { parseEnvironment } from '../../server/env.ts';
import { createLogger } from '../../server/common/log.ts';
import { createAppApi } from '../support/appApi.ts';
import { makeOrder } from '../support/samples/makeOrder.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Starts a complete host that is configured by environment variables only. */
async function start(variables: Record<string, string>): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), 'mail-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  const environment = parseEnvironment({ DATA_DIR: folder, EMBEDDED_CHAIN_SPEED: '3000', ...variables });
  const host = await createHost(environment, createLogger('silent'));
  const stop = await host.start();
  closing.push(async () => {
    await stop();
    await host.app.close();
    await host.close();
  });
  return host;
}

const order = (host: Host): Promise<Order> =>
  makeOrder(createAppApi(host.app), {
    from: 'btc',
    to: 'usdttrc20',
    amount: '0.05',
    rateMode: 'FLOATING',
    destinationAddress: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
  });

const features = async ({ app }: Host): Promise<readonly string[]> =>
  (await createAppApi(app).call('service.health', {})).host?.features ?? [];

const notify = ({ app }: Host, { orderId, destinationAddress }: Order, host = 'localhost') =>
  createAppApi(app, { host }).call('orders.notify', { orderId, destinationAddress, email: 'ann@example.org', locale: 'en' });

test('sends links to the configured site, whatever Host header a call has', async () => {
  const sources: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData: (stream, _session, callback) => {
      let source = '';
      stream.setEncoding('utf8');
      stream.on('data', (part: string) => (source += part));
      stream.on('end', () => {
        sources.push(source.replaceAll('=\r\n', '').replaceAll('=3D', '='));
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const host = await start({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Causeway <no-reply@swap.example>',
    PUBLIC_ORIGIN: 'https://swap.example',
  });
  expect(await features(host)).toContain('order-mail');
  await notify(host, await order(host), 'evil.example');
  await expect.poll(() => sources.length, { interval: 100 }).toBe(1);
  expect(sources[0]).toContain('https://swap.example/unsubscribe#');
  expect(sources[0]).not.toContain('evil.example');
  const mailbox = await host.app.inject({ url: '/api/sandbox/mails', headers: { host: 'localhost' } });
  expect(mailbox.statusCode).toBe(404);
});

test('stores mails in the sandbox, which only a local caller can read', async () => {
  const host = await start({});
  await notify(host, await order(host), 'localhost:3000');
  const read = async () => (await createAppApi(host.app).call('sandbox.mails', {})).mails;
  await expect.poll(async () => (await read()).length, { interval: 100 }).toBe(1);
  const [mail] = await read();
  expect(mail).toMatchObject({ to: 'ann@example.org' });
  expect(mail?.text).toContain('http://localhost:3000/unsubscribe#');
  const foreign = await host.app.inject({ url: '/api/sandbox/mails', headers: { host: 'evil.example' } });
  expect(foreign.statusCode).toBe(403);
});

test('offers no mails without a mail server and without a sandbox', async () => {
  const host = await start({ SANDBOX: 'off' });
  expect(await features(host)).not.toContain('order-mail');
  const made = await order(host);
  await expect(notify(host, made)).rejects.toThrow(/404/);
});
