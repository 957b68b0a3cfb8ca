import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApiError } from '../../contract/errors.ts';
import { DATABASES, rulesOn } from '../../tests/support/databases.ts';
import { findProviderAccount } from '../db/repositories/fiat/providerAccounts.ts';
import type { Customer } from '../accounts/authentication.ts';
import { createHistoryService } from '../history/orderHistory.ts';
import { ADDRESSES } from '../orders/testing/orderHost.ts';
import { callbackOf, CUSTOMER_EMAIL, PAY_ORIGIN, startFiatHost, type FiatHost } from './testing/fiatHost.ts';

const CUSTOMER: Customer = {
  userId: 1,
  sessionId: 's',
  email: CUSTOMER_EMAIL,
  isEmailConfirmed: true,
  hasSecondFactor: false,
  secondFactorAt: null,
};
const OWNER = { destinationAddress: ADDRESSES.bitcoin, customerId: CUSTOMER.userId };
const siteClient = (customer: Customer = CUSTOMER) => ({ customer, address: '203.0.113.7', siteOrigin: 'https://swap.example' });

describe.each(DATABASES)('card purchases on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let fiat: FiatHost;
  beforeEach(async () => {
    fiat = await startFiatHost(kind);
  });
  afterEach(() => fiat.host.close());

  rule('creates a purchase that names where to pay, and who answers for it', async () => {
    const { purchases, client, order, provider } = fiat;
    const created = await purchases.orders.create(await order('250'), client);
    expect(created).toMatchObject({
      claimedDepositAmount: '250',
      amountToGet: '0.0025',
      depositAddress: '',
      redirectUrl: `${PAY_ORIGIN}/buy/${created.orderId}`,
      orderEvents: [{ kind: 'CREATION_END' }],
      fiat: {
        stage: 'AWAITING_PAYMENT',
        currency: 'EUR',
        fees: [
          { kind: 'PROVIDER', amount: '8.75' },
          { kind: 'SERVICE', amount: '1.25' },
        ],
        supportEmail: 'support@provider.example',
      },
    });
    expect(await purchases.orders.read(created.orderId, OWNER)).toEqual(created);
    expect(await purchases.orders.read(created.orderId, { ...OWNER, destinationAddress: ADDRESSES.ethereum })).toBeNull();
    expect(await purchases.orders.read(created.orderId, { ...OWNER, customerId: 2 })).toBeNull();
    expect(provider.registered).toEqual([CUSTOMER_EMAIL]);
  });

  test('sells for the money that the provider takes, and knows no other', async () => {
    const { purchases } = fiat;
    const input = { rateMode: 'FLOATING', exchangeType: 'fiat', claimedDepositAmount: '250' } as const;
    const quote = async (instrumentFromSlug: string, instrumentToSlug: string) =>
      await purchases.quote({ ...input, instrumentFromSlug, instrumentToSlug });
    expect(await quote('eur', 'btc')).toMatchObject({ amountToGive: '250' });
    for (const [from, to] of [
      ['try', 'btc'],
      ['btc', 'eur'],
      ['btc', 'usdttrc20'],
    ] as const)
      await expect(quote(from, to)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  });

  test('a request that is repeated after a lost answer buys once', async () => {
    const { purchases, client, order, provider, host } = fiat;
    const input = await order('250');
    provider.losesAnswer = true;
    await expect(purchases.orders.create(input, client)).rejects.toMatchObject({ code: 'ERR_SERVICE_UNAVAILABLE' });
    provider.losesAnswer = false;
    // The first request may still be at the provider.
    await expect(purchases.orders.create(input, client)).rejects.toMatchObject({ code: 'ERR_SERVICE_UNAVAILABLE' });
    host.advanceClock(91_000);
    const repeated = await Promise.allSettled([purchases.orders.create(input, client), purchases.orders.create(input, client)]);
    const done = repeated.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(done[0]?.redirectUrl).toBe(`${PAY_ORIGIN}/buy/${provider.bought[0]}`);
    expect(provider.bought).toHaveLength(1);
    const other = { ...input, destinationAddress: `${input.destinationAddress} ` };
    await expect(purchases.orders.create(other, client)).rejects.toMatchObject({ code: 'ERR_IDEMPOTENCY_MISMATCH' });
  });

  rule('a request whose purchase never reached the provider buys when it is repeated', async () => {
    const { purchases, client, order, provider, host } = fiat;
    const input = await order('250');
    provider.losesAnswer = true;
    await expect(purchases.orders.create(input, client)).rejects.toMatchObject({ code: 'ERR_SERVICE_UNAVAILABLE' });
    const [lost] = provider.bought.splice(0);
    provider.losesAnswer = false;
    host.advanceClock(91_000);
    expect(await purchases.orders.create(input, client)).toMatchObject({
      orderId: lost,
      redirectUrl: `${PAY_ORIGIN}/buy/${lost}`,
    });
    expect(provider.bought).toEqual([lost]);
  });

  rule('never gives a customer a page on an origin that is not configured', async () => {
    const { purchases, client, order, provider } = fiat;
    const origins = ['https://pay.provider.example.attacker.test', `blob:${PAY_ORIGIN}`];
    for (const [index, origin] of origins.entries()) {
      provider.payOrigin = origin;
      const created = purchases.orders.create(await order('250'), { ...client, idempotencyKey: `purchase-${index}` });
      await expect(created).rejects.toMatchObject({ code: 'ERR_SERVICE_UNAVAILABLE' });
    }
    const [id = ''] = provider.bought;
    expect(await purchases.orders.read(id, OWNER)).toMatchObject({ redirectUrl: null, fiat: { stage: 'AWAITING_PAYMENT' } });
    const access = await purchases.service.kycAccessToken({ feature: 'crypto' }, siteClient());
    expect(access).not.toHaveProperty('redirectUrl');
  });

  rule('uses no e-mail but the confirmed one of the account', async () => {
    const { purchases, client, order, provider, host } = fiat;
    const { signUp, signIn } = purchases.service;
    await expect(signUp({ accept: true, email: 'stranger@example.org' }, siteClient())).rejects.toMatchObject({
      code: 'ERR_VALIDATION',
      details: { field: 'email' },
    });
    await expect(signIn({ email: 'stranger@example.org' }, siteClient())).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
    await host.database.updateTable('users').set({ email_confirmed_at: null }).execute();
    await expect(
      signUp({ accept: true, email: CUSTOMER_EMAIL }, siteClient({ ...CUSTOMER, isEmailConfirmed: false })),
    ).rejects.toMatchObject({ code: 'ERR_NOT_ACCEPTABLE', details: { reason: 'EMAIL_NOT_CONFIRMED' } });
    await expect(purchases.orders.create(await order('250'), client)).rejects.toMatchObject({
      details: { reason: 'EMAIL_NOT_CONFIRMED' },
    });
    expect(provider.registered).toEqual([]);
  });

  rule('signs up with consent, says that an e-mail is registered, and keeps the token sealed', async () => {
    const { purchases, host } = fiat;
    const { signUp, signIn } = purchases.service;
    const input = { accept: true, email: CUSTOMER_EMAIL };
    await expect(signUp({ ...input, accept: false }, siteClient())).rejects.toMatchObject({ details: { field: 'accept' } });
    await signUp(input, siteClient());
    await expect(signUp(input, siteClient())).rejects.toMatchObject({ message: 'Email already registered' });
    const { bearerToken } = await signIn({ email: CUSTOMER_EMAIL }, siteClient());
    const stored = await findProviderAccount(host.database, 1);
    expect(stored).toMatchObject({ handle: bearerToken, terms_version: '2026-01', consented_at: host.context.now() });
    expect(JSON.stringify([stored, bearerToken])).not.toContain('token of');
  });

  rule('asks for a verification above the limit, which earlier purchases use up', async () => {
    const { purchases, client, order, provider } = fiat;
    const { worker, orders } = purchases;
    const first = await orders.create(await order('600'), client);
    const second = { ...client, idempotencyKey: 'purchase-2' };
    // It counts while it can be paid for, and after it was.
    expect(await purchases.service.terms(CUSTOMER)).toMatchObject({ currencies: [{ used: '600' }] });
    fiat.host.advanceClock(3_600_000);
    expect(await purchases.service.terms(CUSTOMER)).toMatchObject({ currencies: [{ used: '0' }] });
    const { body, signature } = callbackOf(first.orderId, 'buy', 'paid', 10);
    await worker.receive(body, signature);
    await worker.round();
    expect(await purchases.service.terms(CUSTOMER)).toMatchObject({ currencies: [{ used: '600', noKycThreshold: '699' }] });
    await expect(orders.create(await order('100'), second)).rejects.toMatchObject({
      message: 'KYC verification needed.',
      details: { reason: 'KYC_NEEDED' },
    });
    provider.isVerified = true;
    expect(await purchases.service.terms(CUSTOMER)).toMatchObject({ isVerified: false });
    expect(await orders.create(await order('100'), second)).toMatchObject({ fiat: { stage: 'AWAITING_PAYMENT' } });
    expect(await purchases.service.terms(CUSTOMER)).toMatchObject({ isVerified: true });
    expect(await purchases.service.terms(null)).toMatchObject({ isVerified: false });
    // A new token changes nothing; another e-mail is another customer of the provider.
    await purchases.service.signIn({ email: CUSTOMER_EMAIL }, siteClient());
    expect(await purchases.service.terms(CUSTOMER)).toMatchObject({ isVerified: true });
    const email = 'new@example.org';
    await fiat.host.database.updateTable('users').set({ email }).execute();
    expect(await purchases.service.terms(CUSTOMER)).toMatchObject({ isVerified: false });
    await purchases.service.signUp({ accept: true, email }, siteClient({ ...CUSTOMER, email }));
    expect(await purchases.service.terms(CUSTOMER)).toMatchObject({ isVerified: false });
  });

  rule('of purchases at the same time, lets the limit without documents and three unpaid ones through', async () => {
    const { purchases, client, order, host } = fiat;
    const buy = async (amount: string) => {
      const input = await order(amount);
      const keys = Array.from({ length: 8 }, (_, index) => `${amount} ${index} ${host.context.now()}`);
      const settled = await Promise.allSettled(
        keys.map((idempotencyKey) => purchases.orders.create(input, { ...client, idempotencyKey })),
      );
      return settled.map((one) => (one.status === 'fulfilled' ? 'bought' : (one.reason as ApiError).code)).toSorted();
    };
    await purchases.service.signUp({ accept: true, email: CUSTOMER_EMAIL }, siteClient());
    const refused = (count: number, code: string) => Array.from({ length: 8 - count }, () => code);
    expect(await buy('600')).toEqual([...refused(1, 'ERR_NOT_ACCEPTABLE'), 'bought']);
    host.advanceClock(3_600_000);
    expect(await buy('100')).toEqual([...refused(3, 'ERR_TOO_MANY_REQUESTS'), 'bought', 'bought', 'bought']);
    host.advanceClock(3_600_000);
    expect(await buy('30')).toContain('bought');
  });

  rule('refuses guests, old terms, our own addresses and amounts off the limits', async () => {
    const { purchases, client, order, context } = fiat;
    const input = await order('250');
    const create = (changes: object, as = client) => purchases.orders.create({ ...input, ...changes }, as);
    await expect(create({}, { ...client, owner: null })).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED' });
    await expect(create({ fiat: { termsVersion: 'older' } })).rejects.toMatchObject({ details: { reason: 'TERMS_CHANGED' } });
    const gateway = context.gateways.get('bitcoin');
    const own = gateway ? (await gateway.addressAt(gateway.treasury())).address : '';
    await expect(create({ destinationAddress: own })).rejects.toMatchObject({ details: { code: 'error_address_ours' } });
    await expect(create({ claimedDepositAmount: '29' })).rejects.toMatchObject({
      code: 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL',
      details: { expected: '30' },
    });
    const rate = { ...input.claimedPublicRate, claimedAmountToReceive: '0.0026' };
    await expect(create({ claimedPublicRate: rate })).rejects.toMatchObject({ code: 'ERR_RATE_CHANGED' });
    expect(await context.database.selectFrom('card_purchases').selectAll().execute()).toEqual([]);
  });

  rule('shows purchases in the history of the account, with orders, newest first', async () => {
    const { purchases, client, order, host } = fiat;
    const history = createHistoryService(host.context, [purchases.history]);
    const first = await purchases.orders.create(await order('100'), client);
    host.advanceClock(1_000);
    const second = await purchases.orders.create(await order('200'), { ...client, idempotencyKey: 'purchase-2' });
    const { body, signature } = callbackOf(second.orderId, 'buy', 'order_failed', 10);
    await purchases.worker.receive(body, signature);
    await purchases.worker.round();
    const owner = { customerId: 1, onlyOfKeys: false };
    const page = await history.list(owner, { limit: '1' });
    expect(page.entries).toMatchObject([{ state: 'expired', order: { orderId: second.orderId, fiat: { stage: 'DECLINED' } } }]);
    expect(page.counts).toMatchObject([{ state: 'open', count: 1 }, { count: 0 }, { count: 0 }, { state: 'expired', count: 1 }]);
    const next = await history.list(owner, { cursor: page.nextCursor ?? '' });
    expect(next.entries.map((entry) => entry.order.orderId)).toEqual([first.orderId]);
    expect((await history.list(owner, { state: 'open' })).entries).toHaveLength(1);
    const stranger = { customerId: 2, onlyOfKeys: false };
    expect((await history.list(stranger, { orderIds: first.orderId })).entries).toEqual([]);
    expect((await history.list(owner, { orderIds: first.orderId })).entries).toHaveLength(1);
  });

  rule('finds purchases by id, address and transaction, and writes them into the file', async () => {
    const { purchases, client, order, host } = fiat;
    const history = createHistoryService(host.context, [purchases.history]);
    const { orderId } = await purchases.orders.create(await order('250'), client);
    const { body, signature } = callbackOf(orderId, 'withdraw', 'completed', 50, { tx: { id: `AB12cd34${'0'.repeat(56)}` } });
    await purchases.worker.receive(body, signature);
    await purchases.worker.round();
    const declined = await purchases.orders.create(await order('100'), { ...client, idempotencyKey: 'purchase-2' });
    const owner = { customerId: 1, onlyOfKeys: false };
    const find = async (search: string, as = owner) =>
      (await history.list(as, { search })).entries.map(({ order: found, match }) => [found.orderId, match?.field]);
    expect(await find(orderId.slice(0, 8))).toEqual([[orderId, 'ORDER_ID']]);
    expect(await find('ab12cd')).toEqual([[orderId, 'PAYOUT_HASH']]);
    expect(await find('ab12c')).toEqual([]);
    const atAddress = await find(ADDRESSES.bitcoin.slice(0, 9).toUpperCase());
    expect(Object.fromEntries(atAddress)).toEqual({ [orderId]: 'DESTINATION', [declined.orderId]: 'DESTINATION' });
    expect(await find(orderId, { customerId: 2, onlyOfKeys: false })).toEqual([]);
    expect(await find(orderId, { customerId: 1, onlyOfKeys: true })).toEqual([]);
    let table = '';
    for await (const part of await history.table(1, {})) table += part;
    const lines = table.split('\r\n');
    const bought = lines.find((line) => line.includes(orderId)) ?? '';
    expect(bought.slice(bought.indexOf(orderId))).toMatch(/completed,FLOATING,250,EUR,[^,]*,0\.0025,BTC,[^,]*,,bc1/);
    const unpaid = lines.find((line) => line.includes(declined.orderId)) ?? '';
    expect(unpaid).toMatch(/open,FLOATING,,EUR,[^,]*,,BTC,[^,]*,,bc1/);
  });

  rule('an account that is closed meanwhile buys nothing and leaves no token', async () => {
    const { purchases, client, order, provider, host } = fiat;
    const input = await order('250');
    const { freeze, signUp } = provider;
    const closed = async () => await host.database.updateTable('users').set({ closed_at: host.context.now() }).execute();
    provider.signUp = async (...given) => {
      await closed();
      return await signUp(...given);
    };
    await expect(purchases.orders.create(input, client)).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED' });
    expect(await findProviderAccount(host.database, 1)).toBeUndefined();
    await host.database.updateTable('users').set({ closed_at: null }).execute();
    provider.freeze = async (...given) => {
      await closed();
      return await freeze(...given);
    };
    await expect(purchases.orders.create(input, client)).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED' });
    expect([provider.bought, await host.database.selectFrom('card_purchases').select('id').execute()]).toEqual([[], []]);
  });
});
