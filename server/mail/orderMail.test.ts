import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { makeOrder, type MadeOrder } from '../orders/testing/orderHost.ts';
import {
  codeIn,
  CUSTOMER,
  EMAIL,
  optOutTokenIn,
  requestOf,
  startMailHost,
  subscribe,
  type MailHost,
} from './testing/mailHost.ts';

let host: MailHost;
let made: MadeOrder;
beforeEach(async () => {
  host = await startMailHost();
  made = await makeOrder(host);
});
afterEach(async () => await host.close());

const code = (error: unknown) => (error instanceof ApiError ? error.code : error);
const outcome = async (work: Promise<unknown>) => code(await work.then(() => 'done').catch((error: unknown) => error));
const confirmation = (typed: string, email = EMAIL) => ({
  orderId: made.order.orderId,
  destinationAddress: made.destination,
  email,
  code: typed,
});
const request = async (email = EMAIL, client = CUSTOMER) => {
  await host.mail.request(requestOf(made, email), client);
  await host.worker.tick();
};

describe('a subscription to the e-mails of an order', () => {
  it('starts with a code, in a mail without facts about the order', async () => {
    await request();
    expect(host.sent).toHaveLength(1);
    const [mail] = host.sent;
    expect(mail?.to).toBe(EMAIL);
    expect(codeIn(mail)).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    for (const secret of [made.token, made.destination, made.order.depositAddress, '0.1 BTC']) {
      expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain(secret);
    }
  });

  it('requires the order id and the destination address', async () => {
    expect(await outcome(host.mail.request({ ...requestOf(made), destinationAddress: 'unknown' }, CUSTOMER))).toBe(
      'ERR_NOT_FOUND_E',
    );
    expect(await outcome(host.mail.confirm({ ...confirmation('X'), orderId: 'x'.repeat(22) }))).toBe('ERR_NOT_FOUND_E');
  });

  it.each(['a@b.org,c@d.org', 'ann@example.org\r\nBcc: x@y.org', '"a b"@c.org', '<a@b.org>', 'a@b', 'a@-b.org', '@b.org'])(
    'rejects an address that could add headers or recipients: %j',
    async (email) => {
      expect(await outcome(host.mail.request(requestOf(made, email), CUSTOMER))).toBe('ERR_VALIDATION');
    },
  );

  it('accepts the code in any case and spacing, and only once', async () => {
    await request();
    const typed = codeIn(host.sent[0]).toLowerCase().replace('-', ' ');
    await host.mail.confirm(confirmation(typed));
    expect(await outcome(host.mail.confirm(confirmation(typed)))).toBe('ERR_VALIDATION');
  });

  it('rejects even the right code after five tries', async () => {
    await request();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await outcome(host.mail.confirm(confirmation('AAAA-AAAA')))).toBe('ERR_VALIDATION');
    }
    expect(await outcome(host.mail.confirm(confirmation(codeIn(host.sent[0]))))).toBe('ERR_VALIDATION');
    await request();
    expect(await outcome(host.mail.confirm(confirmation(codeIn(host.sent[1]))))).toBe('done');
  });

  it('rejects a code that was replaced or has expired', async () => {
    await request();
    await request();
    expect(await outcome(host.mail.confirm(confirmation(codeIn(host.sent[0]))))).toBe('ERR_VALIDATION');
    host.advanceClock(31 * 60_000);
    expect(await outcome(host.mail.confirm(confirmation(codeIn(host.sent[1]))))).toBe('ERR_VALIDATION');
  });

  it('answers the same for an unknown address and for a wrong code', async () => {
    await request();
    const answers = await Promise.all(
      ['AAAA-AAAA', codeIn(host.sent[0])].map((typed) =>
        host.mail.confirm(confirmation(typed, 'somebody@example.org')).catch((error: unknown) => (error as ApiError).message),
      ),
    );
    const wrong = await host.mail.confirm(confirmation('AAAA-AAAA')).catch((error: unknown) => (error as ApiError).message);
    expect(new Set([...answers, wrong]).size).toBe(1);
  });

  it('silently sends an address at most four codes per hour for one client', async () => {
    for (let index = 0; index < 5; index += 1) await request();
    expect(host.sent).toHaveLength(4);
    await request(EMAIL, { ...CUSTOMER, address: '203.0.113.8' });
    expect(host.sent).toHaveLength(5);
  });

  it('sends an address at most twenty codes per hour for all clients and orders', async () => {
    for (let index = 0; index < 24; index += 1) {
      await host.mail.request(requestOf(await makeOrder(host)), { ...CUSTOMER, address: `203.0.113.${index}` });
    }
    const written = await host.database.selectFrom('order_notifications').select('id').execute();
    expect(written).toHaveLength(20);
  });

  it('sends no codes for four weeks to an address that opted out', async () => {
    await request();
    // The link still works after the unconfirmed address was deleted.
    host.advanceClock(3 * 24 * 3_600_000);
    await host.worker.tick();
    expect(await host.database.selectFrom('mail_subscriptions').select('id').execute()).toEqual([]);
    await host.mail.end({ token: optOutTokenIn(host.sent[0]) });
    const other = await makeOrder(host);
    const again = async (order: MadeOrder, email: string) => {
      await host.mail.request(requestOf(order, email), { ...CUSTOMER, address: '203.0.113.8' });
      await host.worker.tick();
      return host.sent.length;
    };
    expect(await again(made, EMAIL)).toBe(1);
    expect(await again(other, EMAIL.toUpperCase())).toBe(1);
    expect(await again(other, 'ben@example.org')).toBe(2);
    host.advanceClock(28 * 24 * 3_600_000);
    expect(await again(made, EMAIL)).toBe(3);
  });

  it('stays confirmed when the address opts out of codes', async () => {
    await subscribe(host, made);
    await request();
    const code = codeIn(host.sent[1]);
    await host.mail.end({ token: optOutTokenIn(host.sent[1]) });
    await request();
    expect(host.sent).toHaveLength(2);
    expect(await outcome(host.mail.confirm(confirmation(code)))).toBe('done');
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await host.tick();
    await host.worker.tick();
    expect(host.sent).toHaveLength(3);
  });

  it('rejects a code after its address opted out', async () => {
    await request();
    await host.mail.end({ token: optOutTokenIn(host.sent[0]) });
    expect(await outcome(host.mail.confirm(confirmation(codeIn(host.sent[0]))))).toBe('ERR_VALIDATION');
  });

  it('can be requested again after it was ended', async () => {
    await host.mail.end({ token: await subscribe(host, made) });
    await request();
    expect(host.sent).toHaveLength(2);
  });

  it('sends at most six codes per hour for one order, also for concurrent requests', async () => {
    const requests = Array.from({ length: 12 }, (_, index) =>
      outcome(host.mail.request(requestOf(made, `a${index}@example.org`), { ...CUSTOMER, address: `203.0.113.${index}` })),
    );
    expect((await Promise.all(requests)).filter((answer) => answer === 'done')).toHaveLength(6);
    expect(await outcome(host.mail.request(requestOf(made), CUSTOMER))).toBe('ERR_TOO_MANY_REQUESTS');
    host.advanceClock(3_600_000);
    expect(await outcome(host.mail.request(requestOf(made), CUSTOMER))).toBe('done');
  });

  it('sends at most ten codes per hour for one client', async () => {
    for (let index = 0; index < 10; index += 1) {
      await host.mail.request(requestOf(await makeOrder(host), `a${index}@example.org`), CUSTOMER);
    }
    const another = await makeOrder(host);
    expect(await outcome(host.mail.request(requestOf(another, 'b@example.org'), CUSTOMER))).toBe('ERR_TOO_MANY_REQUESTS');
  });

  it('is not shown in the order, and is not the order’s e-mail', async () => {
    await subscribe(host, made);
    const order = await host.orders.publicInfo(made.order.orderId, made.destination);
    expect(order.userEmail).toBeNull();
    expect(JSON.stringify(order)).not.toContain('ann');
  });

  it('ends by the token in a mail, and ignores an unknown token', async () => {
    const token = await subscribe(host, made);
    expect(host.sent[0]?.text).toContain(`https://swap.example/unsubscribe#not-me-${optOutTokenIn(host.sent[0])}`);
    await host.mail.end({ token: 'x'.repeat(22) });
    await host.mail.end({ token });
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await host.tick();
    await host.worker.tick();
    expect(host.sent).toHaveLength(1);
    expect(await outcome(host.mail.confirm(confirmation(codeIn(host.sent[0]))))).toBe('ERR_VALIDATION');
  });
});
