import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { makeOrder, type MadeOrder } from '../orders/testing/orderHost.ts';
import { codeIn, CUSTOMER, EMAIL, refusalIn, requestOf, startMailHost, subscribe, type MailHost } from './testing/mailHost.ts';

let host: MailHost;
let made: MadeOrder;
beforeEach(async () => {
  host = await startMailHost();
  made = await makeOrder(host);
});
afterEach(async () => await host.close());

const code = (error: unknown) => (error instanceof ApiError ? error.code : error);
const refusal = async (work: Promise<unknown>) => code(await work.then(() => 'done').catch((error: unknown) => error));
const confirmation = (typed: string, email = EMAIL) => ({
  orderId: made.order.orderId,
  destinationAddress: made.destination,
  email,
  code: typed,
});
const ask = async (email = EMAIL, client = CUSTOMER) => {
  await host.mail.request(requestOf(made, email), client);
  await host.worker.tick();
};

describe('asking for news of an order by e-mail', () => {
  it('sends a code and nothing about the order', async () => {
    await ask();
    expect(host.sent).toHaveLength(1);
    const [mail] = host.sent;
    expect(mail?.to).toBe(EMAIL);
    expect(codeIn(mail)).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    for (const secret of [made.token, made.destination, made.order.depositAddress, '0.1 BTC']) {
      expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain(secret);
    }
  });

  it('wants to know the order, as reading it does', async () => {
    expect(await refusal(host.mail.request({ ...requestOf(made), destinationAddress: 'elsewhere' }, CUSTOMER))).toBe(
      'ERR_NOT_FOUND_E',
    );
    expect(await refusal(host.mail.confirm({ ...confirmation('X'), orderId: 'x'.repeat(22) }))).toBe('ERR_NOT_FOUND_E');
  });

  it.each(['a@b.org,c@d.org', 'ann@example.org\r\nBcc: x@y.org', '"a b"@c.org', '<a@b.org>', 'a@b', 'a@-b.org', '@b.org'])(
    'takes nothing that a header could take for more: %j',
    async (email) => {
      expect(await refusal(host.mail.request(requestOf(made, email), CUSTOMER))).toBe('ERR_VALIDATION');
    },
  );

  it('takes the code as people type it, and only once', async () => {
    await ask();
    const typed = codeIn(host.sent[0]).toLowerCase().replace('-', ' ');
    await host.mail.confirm(confirmation(typed));
    expect(await refusal(host.mail.confirm(confirmation(typed)))).toBe('ERR_VALIDATION');
  });

  it('lets nobody guess: five tries, and then the right one is worth nothing either', async () => {
    await ask();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await refusal(host.mail.confirm(confirmation('AAAA-AAAA')))).toBe('ERR_VALIDATION');
    }
    expect(await refusal(host.mail.confirm(confirmation(codeIn(host.sent[0]))))).toBe('ERR_VALIDATION');
    await ask();
    expect(await refusal(host.mail.confirm(confirmation(codeIn(host.sent[1]))))).toBe('done');
  });

  it('counts tries exactly when they come all at once', async () => {
    await ask();
    const right = codeIn(host.sent[0]);
    const wrong = Array.from({ length: 20 }, () => host.mail.confirm(confirmation('AAAA-AAAA')));
    await Promise.allSettled(wrong);
    expect(await refusal(host.mail.confirm(confirmation(right)))).toBe('ERR_VALIDATION');
  });

  it('forgets an old code, and a newer one replaces it', async () => {
    await ask();
    await ask();
    expect(await refusal(host.mail.confirm(confirmation(codeIn(host.sent[0]))))).toBe('ERR_VALIDATION');
    host.advanceClock(31 * 60_000);
    expect(await refusal(host.mail.confirm(confirmation(codeIn(host.sent[1]))))).toBe('ERR_VALIDATION');
  });

  it('tells a stranger to an address the same as a wrong code', async () => {
    await ask();
    const answers = await Promise.all(
      ['AAAA-AAAA', codeIn(host.sent[0])].map((typed) =>
        host.mail.confirm(confirmation(typed, 'somebody@example.org')).catch((error: unknown) => (error as ApiError).message),
      ),
    );
    const wrong = await host.mail.confirm(confirmation('AAAA-AAAA')).catch((error: unknown) => (error as ApiError).message);
    expect(new Set([...answers, wrong]).size).toBe(1);
  });

  it('writes to an address four times an hour at most for one client, and does not say so', async () => {
    for (let index = 0; index < 5; index += 1) await ask();
    expect(host.sent).toHaveLength(4);
    await ask(EMAIL, { ...CUSTOMER, address: '203.0.113.8' });
    expect(host.sent).toHaveLength(5);
  });

  it('writes to an address twenty times an hour at most, whoever asks and for whatever order', async () => {
    for (let index = 0; index < 24; index += 1) {
      await host.mail.request(requestOf(await makeOrder(host)), { ...CUSTOMER, address: `203.0.113.${index}` });
    }
    const written = await host.database.selectFrom('order_notifications').select('id').execute();
    expect(written).toHaveLength(20);
  });

  it('writes no more codes, for some weeks, to who turned one down', async () => {
    await ask();
    // Pressed when the address is forgotten already, because nobody typed the code.
    host.advanceClock(3 * 24 * 3_600_000);
    await host.worker.tick();
    expect(await host.database.selectFrom('mail_subscriptions').select('id').execute()).toEqual([]);
    await host.mail.end({ token: refusalIn(host.sent[0]) });
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

  it('turning a code down ends no news that were confirmed', async () => {
    await subscribe(host, made);
    await ask();
    const code = codeIn(host.sent[1]);
    await host.mail.end({ token: refusalIn(host.sent[1]) });
    await ask();
    expect(host.sent).toHaveLength(2);
    expect(await refusal(host.mail.confirm(confirmation(code)))).toBe('done');
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await host.tick();
    await host.worker.tick();
    expect(host.sent).toHaveLength(3);
  });

  it('a code that was turned down is worth nothing', async () => {
    await ask();
    await host.mail.end({ token: refusalIn(host.sent[0]) });
    expect(await refusal(host.mail.confirm(confirmation(codeIn(host.sent[0]))))).toBe('ERR_VALIDATION');
  });

  it('writes codes to who ended the mails of an order that were asked for', async () => {
    await host.mail.end({ token: await subscribe(host, made) });
    await ask();
    expect(host.sent).toHaveLength(2);
  });

  it('writes for an order six times an hour at most, all at once or not', async () => {
    const asked = Array.from({ length: 12 }, (_, index) =>
      refusal(host.mail.request(requestOf(made, `a${index}@example.org`), { ...CUSTOMER, address: `203.0.113.${index}` })),
    );
    expect((await Promise.all(asked)).filter((answer) => answer === 'done')).toHaveLength(6);
    expect(await refusal(host.mail.request(requestOf(made), CUSTOMER))).toBe('ERR_TOO_MANY_REQUESTS');
    host.advanceClock(3_600_000);
    expect(await refusal(host.mail.request(requestOf(made), CUSTOMER))).toBe('done');
  });

  it('writes for a client ten times an hour at most, whatever the order', async () => {
    for (let index = 0; index < 10; index += 1) {
      await host.mail.request(requestOf(await makeOrder(host), `a${index}@example.org`), CUSTOMER);
    }
    const another = await makeOrder(host);
    expect(await refusal(host.mail.request(requestOf(another, 'b@example.org'), CUSTOMER))).toBe('ERR_TOO_MANY_REQUESTS');
  });

  it('gives no authority over the order: it is no e-mail of the order’s', async () => {
    await subscribe(host, made);
    const order = await host.orders.publicInfo(made.order.orderId, made.destination);
    expect(order.userEmail).toBeNull();
    expect(JSON.stringify(order)).not.toContain('ann');
  });

  it('ends by the token in every mail, and says nothing to a wrong one', async () => {
    const token = await subscribe(host, made);
    expect(host.sent[0]?.text).toContain(`https://swap.example/unsubscribe#not-me-${refusalIn(host.sent[0])}`);
    await host.mail.end({ token: 'x'.repeat(22) });
    await host.mail.end({ token });
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await host.tick();
    await host.worker.tick();
    expect(host.sent).toHaveLength(1);
    expect(await refusal(host.mail.confirm(confirmation(codeIn(host.sent[0]))))).toBe('ERR_VALIDATION');
  });
});
