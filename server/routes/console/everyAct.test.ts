import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR_SCOPES } from '../../../contract/accounts/operatorScopes.ts';
import type { ActInput, PlannedAct } from '../../../contract/console/acts.ts';
import { consoleRoutes as calls } from '../../../contract/console/routes.ts';
import { oneDatabase } from '../../../tests/support/databases.ts';
import { withoutConstraints } from '../../../tests/support/withoutConstraints.ts';
import { sign } from '../../accounts/apiKeys/testing.ts';
import { insertDepositClaim } from '../../db/repositories/depositClaims.ts';
import { findSubmissionOf } from '../../db/repositories/identity/submissions.ts';
import { insertVenue } from '../../db/repositories/venues/venues.ts';
import { listSentVenueTransfers } from '../../db/repositories/venues/venueTransfers.ts';
import { insertTreasuryTransactions } from '../../db/repositories/recovery/treasuryTransactions.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import type { RecoveryTable } from '../../db/tables/recovery.ts';
import { bookSent } from '../../hedging/transferBooks.ts';
import { createIdentityService } from '../../identity/identityService.ts';
import { createTestIdentity, sampleSubmission, sender } from '../../identity/testing/identities.ts';
import type { Act } from '../../operator/acts/act.ts';
import { listActions } from '../../operator/acts/audit.ts';
import { ACTS, type ActName } from '../../operator/acts/index.ts';
import { mineAndTick, runOperator } from '../../orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, type MadeOrder } from '../../orders/testing/orderHost.ts';
import { enterRecovery } from '../../recovery/enterRecovery.ts';
import { addCustomer, credit, withdrawalsOf } from '../../withdrawals/testing/withdrawalHost.ts';
import { REASON, startConsoleHost, type Answer, type ConsoleHost, type TestOperator } from './testing.ts';

const HOUR_MS = 3_600_000;
const NAMES = Object.keys(ACTS) as ActName[];
const LISTED = { network: 'tron', position: 4 };
const PLACE = { target: 'instrument', slug: 'btc' };
const PARTNER = { requestsPerMinute: 100, unpaidOrders: 100, reservePercent: '10' };

let site: ConsoleHost;

/** Returns an order whose payout of 5,968.5 USDT is on hold, with the row of the payout changed. */
async function paidOrder(changes: Partial<OutboxRow> = {}): Promise<{ made: MadeOrder; orderId: string; sendId: string }> {
  const { host } = site;
  const made = await makeOrder(host);
  const { orderId, depositAddress } = made.order;
  host.chain('bitcoin').pay({ address: depositAddress }, 'btc', '0.1');
  await mineAndTick(host, ['bitcoin', 'tron'], 4);
  const sendId = `PAYOUT:${orderId}`;
  if (Object.keys(changes).length > 0) await host.database.updateTable('outbox').set(changes).where('id', '=', sendId).execute();
  return { made, orderId, sendId };
}

const sendWith = async (changes: Partial<OutboxRow> = {}) => ({ sendId: (await paidOrder(changes)).sendId });

/** Returns an order for XRP, and the hash of a payment without its memo. */
async function strayDeposit(): Promise<{ orderId: string; txHash: string }> {
  const { host } = site;
  const { order } = await makeOrder(host, { from: 'xrp', amount: '1000', refund: ADDRESSES.ripple });
  const txHash = host.chain('ripple').pay({ address: order.depositAddress }, 'xrp', '1000');
  await mineAndTick(host, ['ripple'], 4);
  return { orderId: order.orderId, txHash };
}

/** Puts a network into RECOVERY, with what its treasury paid: by default nothing. */
async function recovery(network: string, state: RecoveryTable['state'], paid: { to: string; amount: string } | null = null) {
  const { database, now } = site.host.context;
  const mined = (await site.host.chain(network).records.count()).mined;
  const { position } = LISTED;
  await database.transaction().execute(async (transaction) => {
    await enterRecovery(transaction, { network, reason: 'RESTORED', at: now() });
    const transfers = [{ instrumentSlug: 'usdttrc20', toAddress: paid?.to ?? '', memo: null, amount: paid?.amount ?? '' }];
    const unexplained = { explanation: null, send_ids: '[null]', explained_by: null, explained_at: null };
    const listed = { network, position, tx_hash: 'f'.repeat(64), fee: '1', found_at: now(), ...unexplained };
    if (paid) await insertTreasuryTransactions(transaction, [{ ...listed, transfers: JSON.stringify(transfers) }]);
  });
  await database
    .updateTable('recoveries')
    .set({ state, read_from: mined, read_to: mined + position })
    .execute();
}

const customer = async () => await addCustomer(site.host.database, site.host.context.now());
/** Returns the submission of a customer that waits for a verdict. */
async function submission(): Promise<{ submissionId: string; attempt: number }> {
  const { database } = site.host.context;
  const { userId } = await customer();
  await createIdentityService(createTestIdentity(database, site.host.context.now)).submit(
    sender(userId),
    await sampleSubmission(),
  );
  const row = await findSubmissionOf(database, userId);
  return { submissionId: row?.id ?? '', attempt: 1 };
}
const apiKey = async () => (await site.apiKeys.generate((await customer()).userId, {}, 'https://swap.example')).apiKey.apiId;
const say = async (words: string) => await runOperator(site.host, ...words.split(' '));

/** For every act: brings about what it is for, and returns an input that is not refused. */
const SAMPLES: Record<ActName, () => Promise<object> | object> = {
  hold: async () => {
    await paidOrder({ state: 'PENDING', reason: null, attempts: 0, not_before: Number.MAX_SAFE_INTEGER });
    return { from: '2026-01-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' };
  },
  release: async () => await sendWith(),
  retry: async () => await sendWith({ state: 'REFUSED', attempts: 1, not_before: Number.MAX_SAFE_INTEGER }),
  override: async () => await sendWith({ state: 'REFUSED', attempts: 1, not_before: Number.MAX_SAFE_INTEGER }),
  settle: async () => ({ ...(await sendWith({ state: 'CONFIRMED', arrived_amount: '5000' })), note: 'the rest was sent' }),
  cancel: async () => {
    const owner = await customer();
    await credit(site.host.context, owner.userId, '100');
    const { withdraw } = withdrawalsOf(site.host, { rules: { minimum: '20', reviewAbove: '10', waitMs: 0 } });
    return { sendId: `WITHDRAWAL:${(await withdraw(owner)).withdrawal.withdrawalId}` };
  },
  refund: async () => {
    const { orderId: target } = await paidOrder();
    return { target, address: ADDRESSES.bitcoin, memoOrNetwork: null, isReplacing: false };
  },
  attribute: async () => {
    const { txHash: transfer, orderId } = await strayDeposit();
    return { transfer, orderId };
  },
  reject: async () => {
    const claim = await strayDeposit();
    const { database, now } = site.host.context;
    const key = { network: 'ripple', tx_hash: claim.txHash, transfer_index: 0, order_id: claim.orderId };
    await insertDepositClaim(database, { ...key, state: 'HELD', reason: null, created_at: now(), decided_at: null });
    return claim;
  },
  find: async () => ({ orderId: (await paidOrder()).orderId, fromBlock: 1 }),
  'restore-order': async () => {
    const { database, chain } = site.host;
    const { order } = await makeOrder(site.host);
    await withoutConstraints(database, async (transaction) => {
      const tables = ['signed_documents', 'order_events', 'order_origins'] as const;
      for (const table of tables) await transaction.deleteFrom(table).where('order_id', '=', order.orderId).execute();
      await transaction.deleteFrom('orders').where('id', '=', order.orderId).execute();
    });
    await recovery('bitcoin', 'EXPLAINING');
    chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.1');
    await makeOrder(site.host);
    await mineAndTick(site.host, ['bitcoin'], 4);
    return { guarantee: JSON.stringify(order.guarantee), refundAddress: ADDRESSES.bitcoin, isNoPayment: true };
  },
  'verify-pass': async () => await submission(),
  'verify-reject': async () => ({
    ...(await submission()),
    documents: [{ field: 'frontPhoto', reason: 'GLARE' }],
    final: false,
  }),
  capital: () => ({ instrument: 'btc', amount: '-0.5', note: 'to the cold wallet' }),
  threshold: () => ({ instrument: 'btc', amount: '0.5' }),
  adopt: async () => {
    const { sendId } = await sendWith();
    await recovery('tron', 'EXPLAINING', { to: ADDRESSES.tron, amount: '5968.5' });
    return { ...LISTED, sendId };
  },
  explain: async () => {
    await recovery('tron', 'EXPLAINING', { to: 'TStranger', amount: '7' });
    return { ...LISTED, explanation: 'LOSS', note: 'stolen' };
  },
  confirm: async () => {
    await recovery('ripple', 'EXPLAINING');
    const at = site.host.context.now();
    await site.host.database
      .insertInto('reconcile_state')
      .values({ id: 1, totals_until: at, ended_at: at, full_at: at })
      .execute();
    return { network: 'ripple' };
  },
  open: async () => {
    await recovery('ripple', 'CONFIRMED');
    return { network: 'ripple' };
  },
  spend: () => ({ instrument: 'eth', amount: '0.1', address: ADDRESSES.ethereumOther, note: 'to the cold wallet' }),
  accept: async () => {
    const key = 'address:bitcoin:bc1q';
    const finding = { severity: 'ALARM', what: 'differs', advice: 'look', first_found_at: 1, last_found_at: 1 } as const;
    const values = { ...finding, object: key, number: 0, key, how_much: '0.1 btc' };
    await site.host.database.insertInto('reconcile_findings').values(values).execute();
    return { key, note: 'lost in a reorg' };
  },
  pause: () => ({ ...PLACE, side: 'both', reason: 'MAINTENANCE' }),
  resume: async () => {
    await say('pause instrument eth');
    return { target: 'instrument', slug: 'eth', side: 'both' };
  },
  'stop-payouts': () => ({ ...PLACE, reason: null }),
  'resume-payouts': async () => {
    await say('stop-payouts instrument eth');
    return { target: 'instrument', slug: 'eth' };
  },
  notice: () => ({ ...PLACE, en: 'Payouts are late.', ru: 'Выплаты задерживаются.', until: '2026-12-24T12:00:00Z' }),
  'end-notice': async () => {
    const place = { target: 'network', slug: 'tron' };
    await runOperator(site.host, 'notice', 'network', 'tron', '2026-12-24T12:00:00Z', 'Late.', 'Задержка.');
    return place;
  },
  hedging: async () => {
    await insertVenue(site.host.database, 'embedded', 1);
    return { isOn: false };
  },
  'lose-transfer': async () => {
    const { database, now } = site.host.context;
    await insertVenue(database, 'embedded', 1);
    const [instrument_from, instrument_to] = ['btc', 'BTC@embedded'];
    const parties = { venue: 'embedded', coin: 'BTC', instrument_from, instrument_to, venue_transfer_id: null };
    const left = { amount: '0.5', fee: '0.0001', fee_instrument: 'btc', tx_hash: randomUUID() };
    await bookSent(database, { ...parties, ...left }, now());
    const row = (await listSentVenueTransfers(database)).find(({ tx_hash }) => tx_hash === left.tx_hash);
    return { id: row?.id ?? '', note: 'never arrived' };
  },
  set: () => ({ name: 'PLATFORM_FEE_PERCENT', value: '0.4', reason: 'cheaper' }),
  blacklist: () => ({ kind: 'EMAIL', value: 'mallory@example.com', reason: null }),
  freeze: async () => ({ userId: (await customer()).userId }),
  unfreeze: async () => {
    const { userId } = await customer();
    await say(`freeze ${userId}`);
    return { userId };
  },
  'end-sessions': async () => ({ userId: (await site.addOperator()).userId }),
  grant: async () => ({ userId: (await customer()).userId, scopes: ['treasury'] }),
  revoke: async () => ({ userId: (await site.addOperator('treasury')).userId }),
  note: async () => ({ target: (await makeOrder(site.host)).order.orderId, text: 'called back' }),
  'repair-rows': async () => {
    await site.host.database
      .insertInto('settings')
      .values({ name: 'MINIMUM_WITHDRAWAL_USDT', value: '5', set_by: 'x', set_at: 1 })
      .execute();
    return {};
  },
  partner: async () => ({ apiKeyId: await apiKey(), ...PARTNER }),
  'end-partner': async () => {
    const apiKeyId = await apiKey();
    await say(`partner ${apiKeyId} ${Object.values(PARTNER).join(' ')}`);
    return { apiKeyId };
  },
};

const countOf = async (act: string) =>
  (await listActions(site.host.context, { limit: 10_000 })).filter((action) => action.act === act).length;
const done = (answers: readonly Answer[]) => answers.filter(({ body }) => body['done'] === true).length;
const codeIn = ({ status, body }: Answer) => [status, body['code']];

/** Lets everybody but its operators try to plan and confirm an act, with everything else that it needs. */
async function tryAsStrangers(name: ActName, input: object, olga: TestOperator, body: ActInput): Promise<void> {
  const { scope } = ACTS[name];
  const payload = JSON.stringify(body);
  const other = await site.addOperator(...OPERATOR_SCOPES.filter((one) => one !== scope));
  const stale = await site.addOperator(scope);
  const { database, now } = site.host.context;
  await database
    .updateTable('sessions')
    .set({ second_factor_at: now() - 12 * HOUR_MS - 1 })
    .where('id', '=', stale.sessionId)
    .execute();
  const key = await site.apiKeys.generate(olga.userId, {}, 'https://swap.example');
  const strangers: Record<string, [Record<string, string>, number, string]> = {
    guest: [{}, 404, 'ERR_NOT_FOUND'],
    customer: [(await site.addOperator()).headers, 404, 'ERR_NOT_FOUND'],
    'wrong scope': [other.headers, 403, 'ERR_NOT_ENOUGH_PERMISSIONS'],
    'stale second factor': [stale.headers, 403, 'ERR_SECOND_FACTOR_REQUIRED'],
    'order token': [{ 'x-order-token': (await makeOrder(site.host)).token }, 404, 'ERR_NOT_FOUND'],
    'access token': [{ authorization: `Bearer ${olga.accessToken}` }, 404, 'ERR_NOT_FOUND'],
    'API key': [sign(key, { url: calls.act.path, payload }, { at: now() }), 404, 'ERR_NOT_FOUND'],
    'foreign origin': [{ ...olga.headers, origin: 'https://evil.example' }, 403, 'ERR_FORBIDDEN'],
  };
  for (const [who, [headers, status, code]] of Object.entries(strangers)) {
    for (const answer of [
      await site.call('plan', headers, { act: name, input: { ...input } }),
      await site.call('act', headers, body),
    ])
      expect([who, ...codeIn(answer)]).toEqual([who, status, code]);
  }
  const late = await site.plan(olga, name, input);
  const code = site.codeOf(olga);
  site.host.advanceClock(5 * 60_000);
  const answer = await site.act(olga, late, input, { proof: { challengeId: late.challenge.challengeId, code } });
  expect(['stale proof', ...codeIn(answer)]).toEqual(['stale proof', 404, 'ERR_NOT_FOUND']);
}

const bodyOf = (operator: TestOperator, { act, digest, money, challenge }: PlannedAct, input: object): ActInput => ({
  act,
  input: { ...input },
  digest,
  reason: REASON,
  ...(money && { typedAmount: money.amount }),
  proof: { challengeId: challenge.challengeId, code: site.codeOf(operator) },
});

/** Makes 25 equal calls of each operator at the same time. */
const atOnce = async (...work: (() => Promise<Answer>)[]) =>
  await Promise.all(work.flatMap((one) => Array.from({ length: 25 }, async () => await one())));

/** Both operators confirm the same act, many times at once. Where it needs a second operator, both approve the other's request so. */
async function actAtOnce(name: ActName, input: object, [olga, piet]: [TestOperator, TestOperator]): Promise<void> {
  const before = await countOf(name);
  const [hers, his] = [await site.plan(olga, name, input), await site.plan(piet, name, input)];
  const bodies = [bodyOf(olga, hers, input), bodyOf(piet, his, input)] as const;
  const answers = await atOnce(
    async () => await site.call('act', olga.headers, bodies[0]),
    async () => await site.call('act', piet.headers, bodies[1]),
  );
  if (hers.needsSecond) {
    const asked = answers.flatMap(({ body }) =>
      'approval' in body ? [body['approval'] as { approvalId: string; requestedBy: number }] : [],
    );
    expect(asked.map(({ requestedBy }) => requestedBy).toSorted((one, two) => one - two)).toEqual([olga.userId, piet.userId]);
    const approvals = await Promise.all(
      [piet, olga].map(async (second) => {
        const approvalId = asked.find(({ requestedBy }) => requestedBy !== second.userId)?.approvalId ?? '';
        const planned = (await site.call('plan', second.headers, { approvalId })).body as unknown as PlannedAct;
        const { act: _act, input: _input, ...confirmation } = bodyOf(second, planned, {});
        return async () => await site.call('decide', second.headers, { approvalId, decision: 'APPROVE', ...confirmation });
      }),
    );
    expect([done(answers), await countOf(name)]).toEqual([0, before]);
    expect(done(await atOnce(...approvals))).toBe(1);
  } else expect(done(answers)).toBe(1);
  expect(await countOf(name)).toBe(before + 1);
}

describe.each(oneDatabase(import.meta.filename))('every act on %s', (kind) => {
  beforeAll(async () => {
    site = await startConsoleHost(kind, { caps: { perOrderUsd: '100' } });
  });
  afterAll(async () => await site.close());

  test.each(NAMES)('%s: refused to every stranger, and done once for two operators', async (name) => {
    const { database } = site.host;
    for (const table of ['recoveries', 'treasury_transactions', 'reconcile_findings', 'switches'] as const)
      await database.deleteFrom(table).execute();
    const act: Act = ACTS[name];
    const input = await SAMPLES[name]();
    const [olga, piet] = [await site.addOperator(act.scope), await site.addOperator(act.scope)];
    if (act.isCommandOnly) {
      const answer = await site.call('plan', olga.headers, { act: name, input: { ...input } });
      expect(codeIn(answer)).toEqual([403, 'ERR_FORBIDDEN']);
      return;
    }
    const before = await countOf(name);
    // Who may call is decided before the database matters.
    if (kind === 'SQLite') await tryAsStrangers(name, input, olga, bodyOf(olga, await site.plan(olga, name, input), input));
    expect(await countOf(name)).toBe(before);
    await actAtOnce(name, input, [olga, piet]);
  });
});
