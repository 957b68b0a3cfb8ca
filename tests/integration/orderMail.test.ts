import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import type { SandboxMails } from '../../contract/api/notifications.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import type { PairData } from '../../contract/schemas/rates.ts';
import { createHost, type Host } from '../../server/createHost.ts';
import { parseEnvironment } from '../../server/env.ts';
import { createLogger } from '../../server/log.ts';

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

async function call<Answer>(
  host: Host,
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  name = 'localhost',
): Promise<Answer> {
  const answer = await host.app.inject({ method, url, headers: { host: name }, ...(payload && { payload }) });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
  return answer.json<Answer>();
}

const reference = ({ currencyTitle, networkTitle, slug }: PairData['instrumentFrom']) => ({ currencyTitle, networkTitle, slug });

async function order(host: Host): Promise<Order> {
  const query = { instrumentFromSlug: 'btc', instrumentToSlug: 'usdttrc20', rateMode: 'FLOATING', claimedDepositAmount: '0.05' };
  const pair = await call<PairData>(host, 'GET', `/api/v2/rates/public/one?${new URLSearchParams(query).toString()}`);
  return await call<Order>(host, 'POST', '/api/v1/orders/public/create', {
    rateMode: 'FLOATING',
    instrumentFrom: reference(pair.instrumentFrom),
    instrumentTo: reference(pair.instrumentTo),
    destinationAddress: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
    claimedPublicRate: {
      finalNetworkFeeAmount: pair.finalNetworkFeeAmount,
      platformFee_Absolute: pair.platformFee_Absolute,
      price: pair.price,
      quotes: pair.quotes,
      updatedAt: pair.updatedAt,
      claimedAmountToReceive: pair.amountToGet,
    },
    claimedNetworkFee: pair.finalNetworkFeeAmount,
    claimedDepositAmount: '0.05',
    quoteId: pair.quoteId,
  });
}

const features = async (host: Host): Promise<string[]> =>
  (await call<{ host: { features: string[] } }>(host, 'GET', '/api/v1/health')).host.features;

const notify = async (host: Host, { orderId, destinationAddress }: Order, name?: string) =>
  await call(
    host,
    'POST',
    '/api/v1/orders/public/notifications',
    { orderId, destinationAddress, email: 'ann@example.org', locale: 'en' },
    name,
  );

test('sends links to the configured site, whatever Host header a call has', { timeout: 60_000 }, async () => {
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
  await expect.poll(() => sources.length, { timeout: 30_000, interval: 100 }).toBe(1);
  expect(sources[0]).toContain('https://swap.example/unsubscribe#');
  expect(sources[0]).not.toContain('evil.example');
  const mailbox = await host.app.inject({ url: '/api/sandbox/mails', headers: { host: 'localhost' } });
  expect(mailbox.statusCode).toBe(404);
});

test('stores mails in the sandbox, which only a local caller can read', { timeout: 60_000 }, async () => {
  const host = await start({});
  await notify(host, await order(host), 'localhost:3000');
  const read = async () => (await call<SandboxMails>(host, 'GET', '/api/sandbox/mails')).mails;
  await expect.poll(async () => (await read()).length, { timeout: 30_000, interval: 100 }).toBe(1);
  const [mail] = await read();
  expect(mail).toMatchObject({ to: 'ann@example.org' });
  expect(mail?.text).toContain('http://localhost:3000/unsubscribe#');
  const foreign = await host.app.inject({ url: '/api/sandbox/mails', headers: { host: 'evil.example' } });
  expect(foreign.statusCode).toBe(403);
});

test('offers no mails without a mail server and without a sandbox', { timeout: 60_000 }, async () => {
  const host = await start({ SANDBOX: 'off' });
  expect(await features(host)).not.toContain('order-mail');
  const made = await order(host);
  await expect(notify(host, made)).rejects.toThrow(/404/);
});
