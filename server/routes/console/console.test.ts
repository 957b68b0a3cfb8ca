import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Approval } from '../../../contract/console/acts.ts';
import { SESSION_COOKIES } from '../../../contract/api/users.ts';
import { consoleRoutes as calls, type ConsoleCall, type ConsoleInput } from '../../../contract/console/routes.ts';
import { oneDatabase } from '../../../tests/support/databases.ts';
import { findOutboxRow } from '../../db/repositories/outbox.ts';
import { listActions } from '../../operator/acts/audit.ts';
import { mineAndTick } from '../../orders/testing/hostActions.ts';
import { makeOrder } from '../../orders/testing/orderHost.ts';
import { REASON, startConsoleHost, type Answer, type ConsoleHost, type TestOperator } from './testing.ts';

const HOUR_MS = 3_600_000;
const NAMES = Object.keys(calls) as ConsoleCall[];
const PAUSE = { target: 'instrument', slug: 'btc', side: 'both', reason: 'MAINTENANCE' };

let site: ConsoleHost;
afterEach(async () => await site.close());

/** Puts a payout of 5,968.5 USDT on hold, because it exceeds the cap of 100 USD. Returns the id of the send. */
async function holdPayout(): Promise<string> {
  const { host } = site;
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await mineAndTick(host, ['bitcoin', 'tron'], 4);
  return `PAYOUT:${made.order.orderId}`;
}

const recorded = async () => (await listActions(site.host.context, { limit: 100 })).map(({ act }) => act).toReversed();
const stateOf = async (sendId: string) => (await findOutboxRow(site.host.database, sendId))?.state;

/** Returns an answer without what differs from call to call. */
function comparable({ status, headers, body }: Answer): object {
  const rest = Object.entries(headers).filter(([name]) => !/^(?:date|x-request-id|content-length|ratelimit-re\w+)$/.test(name));
  return { status, headers: Object.fromEntries(rest), body: { ...body, requestId: null } };
}

async function ask(
  name: string,
  method: 'GET' | 'POST',
  headers: Record<string, string>,
  { address: remoteAddress, payload = { nonsense: true } }: { address?: string | undefined; payload?: object | string } = {},
): Promise<object> {
  const answer = await site.app.inject({
    method,
    url: `/api/v1/console/${name}`,
    headers: { host: 'localhost', ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers },
    ...(method === 'POST' && { payload }),
    ...(remoteAddress !== undefined && { remoteAddress }),
  });
  return comparable({ status: answer.statusCode, headers: answer.headers, body: answer.json<Record<string, unknown>>() });
}

describe('who may call', () => {
  beforeEach(async () => {
    site = await startConsoleHost('SQLite', { addresses: ['127.0.0.1', '203.0.113.0/24'] });
  });

  test('answers everybody but an operator exactly as an unknown route, whatever they send', async () => {
    const operator = await site.addOperator('orders.read');
    const customer = await site.addOperator();
    const unconfirmed = await site.addOperator('orders.read');
    const { host } = site;
    const { database } = host;
    await database.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', unconfirmed.userId).execute();
    const withoutFactor = await site.addOperator('orders.read');
    await database.updateTable('users').set({ has_second_factor: 0 }).where('id', '=', withoutFactor.userId).execute();
    const key = await site.apiKeys.generate(operator.userId, { name: 'bot', whiteListIp: [] }, 'http://localhost');
    const origin = 'http://localhost';
    const strangers: Record<string, [Record<string, string>, string?]> = {
      guest: [{}],
      customer: [{ ...customer.headers, origin }],
      unconfirmed: [{ ...unconfirmed.headers, origin }],
      'without a second factor': [{ ...withoutFactor.headers, origin }],
      'token in a header': [{ authorization: `Bearer ${operator.accessToken}` }],
      'token in a header beside the cookies': [{ ...operator.headers, authorization: `Bearer ${operator.accessToken}`, origin }],
      'order token': [{ 'x-order-token': 'a'.repeat(43) }],
      'API key': [{ 'x-api-key': key.apiKey.apiId }],
      'another address': [{ ...operator.headers, origin }, '198.51.100.7'],
      'cookies of no session': [{ cookie: `${SESSION_COOKIES.http.access}=${'a'.repeat(60)}`, origin }],
    };
    const bodies = [undefined, '<xml>', '{"__proto__":{"a":1}}'];
    for (const [who, [headers, address]] of Object.entries(strangers)) {
      for (const name of NAMES) {
        const { method } = calls[name];
        for (const payload of method === 'POST' ? bodies : [undefined]) {
          const given = payload === undefined ? { address } : { address, payload };
          const [answer, unknown] = [await ask(name, method, headers, given), await ask('no-such-call', method, headers, given)];
          expect([who, name, answer]).toEqual([who, name, unknown]);
          expect(unknown).toMatchObject({
            status: 404,
            headers: expect.not.objectContaining({ 'set-cookie': expect.anything() }),
          });
        }
      }
    }
    expect(await recorded()).toEqual([]);
    expect((await site.call('session', operator.headers)).status).toBe(200);
    // A session that has expired tells only an operator to refresh it.
    host.advanceClock(HOUR_MS);
    expect((await site.call('session', operator.headers)).status).toBe(418);
    expect(await ask('session', 'GET', customer.headers)).toMatchObject({ status: 404 });
  });

  test('refuses writes from a foreign page', async () => {
    const operator = await site.addOperator('switches');
    for (const name of ['plan', 'act', 'decide'] as const) {
      const answer = await site.call(name, { ...operator.headers, origin: 'https://evil.example' });
      expect([answer.status, answer.body['code']]).toEqual([403, 'ERR_FORBIDDEN']);
    }
  });

  test('reads for 12 hours after a proof, and reads the scopes at each call', async () => {
    const operator = await site.addOperator('orders.read');
    const { database } = site.host;
    const proven = async (ago: number) =>
      await database
        .updateTable('sessions')
        .set({ second_factor_at: site.host.context.now() - ago })
        .where('id', '=', operator.sessionId)
        .execute();
    await proven(12 * HOUR_MS);
    expect((await site.call('pulse', operator.headers)).status).toBe(200);
    await proven(12 * HOUR_MS + 1);
    for (const name of NAMES) {
      const { status, body } = await site.call(name, operator.headers);
      expect([name, status, body['code']]).toEqual(
        name === 'session' ? [name, 200, undefined] : [name, 403, 'ERR_SECOND_FACTOR_REQUIRED'],
      );
    }
    await proven(0);
    await database.updateTable('users').set({ operator_scopes: '[]' }).where('id', '=', operator.userId).execute();
    for (const name of NAMES) expect((await site.call(name, operator.headers)).status).toBe(404);
  });

  test('is in no description of the API', async () => {
    const described = (await site.app.inject({ url: '/api/openapi.json' })).body;
    expect(described).not.toContain('/console/');
  });
});

describe.each(oneDatabase(import.meta.filename))('acts at the console on %s', (kind) => {
  let sendId: string;
  let olga: TestOperator;
  let piet: TestOperator;
  beforeEach(async () => {
    site = await startConsoleHost(kind, { caps: { perOrderUsd: '100' } });
    sendId = await holdPayout();
    olga = await site.addOperator('orders.act', 'switches');
    piet = await site.addOperator('orders.act', 'switches');
  });

  test('stops at once, and records who did it with which words', async () => {
    const done = await site.perform(olga, 'stop-payouts', { reason: null });
    expect(done).toMatchObject({ done: true });
    const [entry] = (await site.call('audit', olga.headers)).body['entries'] as object[];
    expect(entry).toMatchObject({ act: 'stop-payouts', actor: `customer ${olga.userId}`, reason: REASON, approval: null });
    const { body } = await site.call('pulse', olga.headers);
    expect(body['switches']).toMatchObject([{ closes: 'PAYOUTS', target: 'EVERYTHING' }]);
  });

  test('releases above the cap only with a second operator', async () => {
    const asked = await site.perform(olga, 'release', { sendId });
    const approval = 'approval' in asked ? asked.approval : expect.fail();
    expect(await stateOf(sendId)).toBe('HELD');
    expect(approval).toMatchObject({ state: 'OPEN', act: 'release', isOwn: true, mayApprove: false });
    const seen = (await site.call('approvals', piet.headers)).body['open'] as Approval[];
    expect(seen).toMatchObject([
      { approvalId: approval.approvalId, mayApprove: true, details: { input: { sendId }, reason: REASON } },
    ]);
    const other = await site.addOperator('settings');
    const hidden = (await site.call('approvals', other.headers)).body['open'];
    expect(hidden).toMatchObject([{ act: 'release', requestedAt: expect.any(String), mayApprove: false, details: null }]);
    expect(JSON.stringify(hidden)).not.toMatch(new RegExp(`${sendId}|${REASON}`));
    expect((await site.call('waiting', other.headers)).body['lists']).toMatchObject([{ kind: 'HELD', count: 1, items: [] }]);
    expect((await site.approve(piet, approval.approvalId)).body).toMatchObject({ done: true });
    expect(await stateOf(sendId)).toBe('PENDING');
    expect(await recorded()).toEqual(['request', 'release']);
    expect(await listActions(site.host.context, { limit: 1 })).toMatchObject([
      { actor: { userId: piet.userId }, subject: sendId, approval: { id: approval.approvalId, requestedBy: olga.userId } },
    ]);
  });

  test('lets nobody approve the own request, one without the scope, or an expired one', async () => {
    const asked = await site.perform(olga, 'release', { sendId });
    const { approvalId } = 'approval' in asked ? asked.approval : expect.fail();
    expect(await site.approve(olga, approvalId)).toMatchObject({ status: 403 });
    // Somebody wrote another name and a later time into the row: the signed act decides (D79).
    const forged = { requested_by: piet.userId, requested_at: site.host.context.now() + 48 * 3_600_000 };
    await site.host.database.updateTable('approvals').set(forged).execute();
    expect(await site.approve(olga, approvalId)).toMatchObject({ status: 403 });
    const other = await site.addOperator('switches');
    const { status } = await site.call('plan', other.headers, { approvalId });
    expect(status).toBe(403);
    site.host.advanceClock(24 * 3_600_000);
    const late = await site.addOperator('orders.act');
    expect((await site.call('plan', late.headers, { approvalId })).status).toBe(404);
    expect(await stateOf(sendId)).toBe('HELD');
    expect(await recorded()).toEqual(['request', 'denied', 'denied']);
  });

  test('ends a request when it would do something else than it said', async () => {
    const asked = await site.perform(olga, 'release', { sendId });
    const { approvalId } = 'approval' in asked ? asked.approval : expect.fail();
    await site.host.database.updateTable('outbox').set({ memo: 'other' }).where('id', '=', sendId).execute();
    expect((await site.approve(piet, approvalId)).body).toEqual({ refused: 'PLAN_CHANGED', details: {} });
    const ended = (await site.call('approvals', piet.headers)).body['ended'] as Approval[];
    expect(ended).toMatchObject([{ approvalId, state: 'CHANGED' }]);
    expect(await stateOf(sendId)).toBe('HELD');
  });

  test('refuses and withdraws requests without a proof', async () => {
    const requests = [await site.perform(olga, 'release', { sendId }), await site.perform(olga, 'release', { sendId })];
    const [first = '', second = ''] = requests.map((one) => ('approval' in one ? one.approval.approvalId : ''));
    const end = async (operator: TestOperator, approvalId: string) =>
      (await site.call('decide', operator.headers, { approvalId, decision: 'REFUSE', reason: REASON })).body['approval'];
    expect(await end(piet, first)).toMatchObject({ state: 'REFUSED', decidedBy: piet.userId });
    expect(await end(olga, second)).toMatchObject({ state: 'WITHDRAWN' });
    expect(await recorded()).toEqual(['request', 'request', 'refuse-request', 'withdraw-request']);
  });
});

describe('what an act demands', () => {
  let operator: TestOperator;
  beforeEach(async () => {
    site = await startConsoleHost('SQLite', { caps: { perOrderUsd: '100' } });
    operator = await site.addOperator('switches', 'settings');
  });

  const isClosed = async () => (await site.host.database.selectFrom('switches').selectAll().execute()).length > 0;

  test('refuses a proof that is wrong, old, used, or of another plan, session or call', async () => {
    const planned = await site.plan(operator, 'pause', PAUSE);
    const { challengeId } = planned.challenge;
    const other = await site.plan(operator, 'pause', { ...PAUSE, slug: 'eth' });
    const colleague = await site.addOperator('switches');
    const theirs = await site.plan(colleague, 'pause', PAUSE);
    const proofs = {
      wrong: { challengeId, code: '000000' },
      'of another plan': { challengeId: other.challenge.challengeId, code: site.codeOf(operator) },
      'of another operator': { challengeId: theirs.challenge.challengeId, code: site.codeOf(colleague) },
      unknown: { challengeId: 'c'.repeat(43), code: site.codeOf(operator) },
    };
    for (const [what, proof] of Object.entries(proofs)) {
      const { status } = await site.act(operator, planned, PAUSE, { proof });
      expect([what, status]).toEqual([what, what === 'wrong' ? 400 : 404]);
    }
    site.host.advanceClock(5 * 60_000);
    expect((await site.act(operator, planned, PAUSE)).status).toBe(404);
    expect(await isClosed()).toBe(false);
    expect(await recorded()).toEqual(Array.from({ length: 5 }, () => 'denied'));

    const again = await site.plan(operator, 'pause', PAUSE);
    const proof = { challengeId: again.challenge.challengeId, code: site.codeOf(operator) };
    expect((await site.act(operator, again, PAUSE, { proof })).status).toBe(200);
    const next = await site.plan(operator, 'pause', PAUSE);
    expect((await site.act(operator, next, PAUSE, { proof })).status).toBe(404);
  });

  test('demands a reason, the amount that moves, and the digest of this plan', async () => {
    const sendId = await holdPayout();
    const payer = await site.addOperator('orders.act');
    const planned = await site.plan(payer, 'release', { sendId });
    expect(planned.money).toEqual({ amount: '5968.5', instrument: 'usdttrc20' });
    for (const typedAmount of ['5968.50', '5968.5']) {
      const { status } = await site.act(payer, await site.plan(payer, 'release', { sendId }), { sendId }, { typedAmount });
      expect(status).toBe(200);
    }
    for (const changes of [{ typedAmount: '5968' }, { typedAmount: '0' }, { reason: '' }, { reason: '   ' }]) {
      expect((await site.act(payer, planned, { sendId }, changes)).status).toBe(400);
    }
    const stale = await site.act(payer, planned, { sendId }, { digest: 'f'.repeat(64) });
    expect(stale.body).toEqual({ refused: 'PLAN_CHANGED', details: {} });
  });

  test('refuses unknown acts, and inputs that do not fit', async () => {
    for (const wanted of [
      { act: 'no-such', input: {} },
      { act: 'pause', input: { slug: 5 } },
    ])
      expect((await site.call('plan', operator.headers, wanted)).body['code']).toBe('ERR_VALIDATION');
  });

  test('shows an operator without the scope settings only the own acts', async () => {
    const colleague = await site.addOperator('switches');
    await site.perform(operator, 'pause', PAUSE);
    const seen = async ({ headers }: TestOperator) => ((await site.call('audit', headers)).body['entries'] as object[]).length;
    expect([await seen(operator), await seen(colleague)]).toEqual([1, 0]);
  });
});

describe('what waits', () => {
  test('lists items with the acts that fit them', async () => {
    site = await startConsoleHost('SQLite', { caps: { perOrderUsd: '100' } });
    const sendId = await holdPayout();
    const operator = await site.addOperator('orders.read');
    const { body } = await site.call('waiting', operator.headers);
    expect(body['lists']).toMatchObject([
      {
        kind: 'HELD',
        count: 1,
        items: [
          {
            subject: sendId,
            amount: '5968.5',
            reason: 'CAP_PER_ORDER',
            acts: [{ act: 'release', input: { sendId } }, { act: 'refund' }],
          },
        ],
      },
    ]);
    expect((await site.call('waiting', operator.headers, { kind: 'CLAIM' })).body).toEqual({ lists: [] });
  });

  test('shows an order, its customer, payments and what a stop keeps back, each to its scope only', async () => {
    site = await startConsoleHost('SQLite', { caps: { perOrderUsd: '100' } });
    const sendId = await holdPayout();
    const orderId = sendId.replace('PAYOUT:', '');
    const operator = await site.addOperator('orders.read', 'orders.act', 'customers', 'treasury');
    await site.perform(operator, 'note', { target: orderId, text: 'called back' });
    await site.perform(operator, 'note', { target: `customer ${operator.userId}`, text: 'a colleague' });
    const { database } = site.host;
    const deposit = await database.selectFrom('deposits').selectAll().executeTakeFirstOrThrow();
    const stray = { ...deposit, tx_hash: 'f'.repeat(64), order_id: null, role: null, amount: '0.5', memo: null };
    await database.insertInto('deposits').values(stray).execute();
    const read = async <Name extends ConsoleCall>(name: Name, input?: ConsoleInput<Name>) =>
      (await site.call(name, operator.headers, input)).body;
    expect(await read('order', { orderId })).toMatchObject({
      orderId,
      status: 'PAYING_OUT',
      sends: [{ sendId, state: 'HELD', amount: '5968.5' }, { kind: 'SWEEP' }],
      deposits: [{ amount: '0.1', state: 'BOOKED', role: 'ORDER' }],
      notes: [{ text: 'called back', by: `customer ${operator.userId}` }],
      waiting: [{ kind: 'HELD', subject: sendId }],
    });
    expect(await read('customer', { customerId: String(operator.userId) })).toMatchObject({
      customerId: operator.userId,
      sessions: [{ kind: 'COOKIE' }],
      notes: [{ text: 'a colleague' }],
    });
    expect(await read('payments')).toMatchObject({
      totals: [{ network: 'tron', state: 'HELD', count: 1, usdValue: '5968.5' }],
      payments: [{ sendId }],
      nextPage: null,
    });
    expect(await read('payments', { state: 'CONFIRMED' })).toMatchObject({ payments: [] });
    expect((await read('switches'))['payouts']).toEqual([
      { network: 'tron', instrument: 'usdttrc20', kind: 'PAYOUT', count: 1, usdValue: '5968.5', onItsWay: 0 },
    ]);
    expect((await read('reserves'))['reserves']).toContainEqual(
      expect.objectContaining({
        instrument: 'usdttrc20',
        balance: '500000',
        reserved: '5970',
        free: '494030',
        daysLeft: null,
      }),
    );
    expect((await read('networks'))['networks']).toContainEqual(
      expect.objectContaining({ network: 'tron', height: 7, waiting: 1 }),
    );
    expect(await read('claims')).toMatchObject({ deposits: [{ deposit: { amount: '0.5', memo: null }, orders: [] }] });
    expect(await read('books')).toEqual({ endedAt: null, fullAt: null, differences: [], unread: [] });
    expect(await read('prices')).toMatchObject({
      prices: [],
      orders: [{ orderId, amount: '0.1', price: '59700', deviationPercent: '-0.50', state: 'HELD' }],
    });

    const colleague = await site.addOperator('switches');
    const input = { orderId, customerId: '1', sendId: `WITHDRAWAL:${orderId}`, network: 'tron' };
    for (const name of [
      'order',
      'withdrawal',
      'customer',
      'payments',
      'claims',
      'networks',
      'recovery',
      'prices',
      'reserves',
      'books',
    ] as const) {
      const { body } = await site.call(name, colleague.headers, input);
      expect([name, body['code']]).toEqual([name, 'ERR_NOT_ENOUGH_PERMISSIONS']);
    }
  });

  test('computes the pulse once a second, with the alerts that fire', async () => {
    const since = Date.UTC(2026, 10, 20);
    site = await startConsoleHost('SQLite', { alerts: [{ rule: 'networkSilent', concerns: 'tron', since, value: 240 }] });
    const operator = await site.addOperator('orders.read');
    const pulse = async () => (await site.call('pulse', operator.headers)).body;
    const first = await pulse();
    expect(first).toMatchObject({ openApprovals: 0, networks: expect.arrayContaining([expect.objectContaining({ height: 7 })]) });
    const alert = { concerns: 'tron', since: '2026-11-20T00:00:00.000Z', text: 'The network tron gives no usable answer' };
    expect(first['alerts']).toEqual([{ rule: 'networkSilent', ...alert }]);
    expect(await pulse()).toEqual(first);
    site.host.advanceClock(1_000);
    expect((await pulse())['at']).not.toBe(first['at']);
  });
});
