import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Decimal } from '../../../contract/money.ts';
import type { OrderRefundInfo } from '../../../contract/schemas/orders.ts';
import { ChainRefusedError, ChainUnavailableError } from '../../ports/chain/chainGateway.ts';
import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { MAX_RETRY_DELAY_MS, mineAndTick, reconcileNow, refusalOf, runOperator } from '../testing/hostActions.ts';
import { ADDRESSES, makeOrder, readOrder, startOrderHost, type MadeOrder, type OrderHost } from '../testing/orderHost.ts';

const DAY = 24 * 3_600_000;
/** A transfer of ETH costs 0.0004. */
const ORDER = { from: 'eth', to: 'btc', amount: '0.1', destination: ADDRESSES.bitcoin, refund: ADDRESSES.ethereum } as const;
const { ethereum: USUAL, ethereumOther: CONTRACT } = ADDRESSES;

let host: OrderHost;
let factors: Map<string, Decimal | Error>;
/** The payments that the network was asked for */
let sent: { toAddress: string; fee?: Decimal | undefined; gasFactor?: Decimal | undefined }[];

beforeEach(async () => {
  host = await startOrderHost();
  factors = new Map();
  sent = [];
  const ethereum = host.chain('ethereum');
  const gasFactor = async (_slug: string, address: string): Promise<Decimal> => {
    const factor = factors.get(address) ?? '1';
    return factor instanceof Error ? await Promise.reject(factor) : await Promise.resolve(factor);
  };
  Object.assign(ethereum, { gasFactor });
  const { send } = ethereum;
  ethereum.send = async (request, fence) => {
    const { toAddress, fee, gasFactor: factor } = request;
    if (request.idempotencyKey.startsWith('REFUND')) sent.push({ toAddress, fee, gasFactor: factor });
    return await send(request, fence);
  };
});
afterEach(async () => {
  await host.close();
});

/** Pays more than the maximum, so that the customer must decide. */
async function undecided(refund: string = ORDER.refund): Promise<MadeOrder> {
  const made = await makeOrder(host, { ...ORDER, refund });
  host.desk.maximum = '0.15';
  host.chain('ethereum').pay({ address: made.order.depositAddress }, 'eth', '0.2');
  await mineAndTick(host, ['ethereum'], 3, 12);
  expect((await readOrder(host, made)).attention?.reason).toBe('ABOVE_MAXIMUM');
  return made;
}

const infoOf = async (made: MadeOrder): Promise<OrderRefundInfo> => await host.orders.refundInfo(made.order.orderId);

async function request(made: MadeOrder, shown: OrderRefundInfo, refundAddress?: string): Promise<unknown> {
  const { refundAmount = '', networkFee: claimedNetworkFee } = shown;
  const { orderId } = made.order;
  return await host.orders.requestRefund(
    { orderId, destinationAddress: made.destination, refundAmount, claimedNetworkFee, ...(refundAddress && { refundAddress }) },
    { orderToken: made.token, clientAddress: null },
  );
}

const received = (address: string) => host.chain('ethereum').receivedBy(address);
const finish = async (): Promise<void> => await mineAndTick(host, ['ethereum', 'bitcoin'], 4, 12);

describe('a refund to an address that costs more than usual (D53)', () => {
  test('is charged at the deadline what the network said when the order was created', async () => {
    factors.set(CONTRACT, '3.5');
    const made = await undecided(CONTRACT);
    expect(await infoOf(made)).toMatchObject({ networkFee: '0.0014', refundAmount: '0.1986' });
    // Quoting and the automatic refund ask no node.
    factors.set(CONTRACT, new ChainUnavailableError('no node answers'));
    host.advanceClock(DAY);
    await finish();
    expect(received(CONTRACT)).toMatchObject([{ amount: '0.1986' }]);
    expect(sent).toMatchObject([{ fee: '0.0014', gasFactor: '3.5' }]);
    expect(await reconcileNow(host)).toEqual([]);
  });

  test('is sent only after the customer has seen the fee of an address named later', async () => {
    const made = await undecided();
    factors.set(CONTRACT, '3.5');
    const shown = await infoOf(made);
    expect(shown.networkFee).toBe('0.0004');
    const error = await refusalOf(request(made, shown, CONTRACT));
    expect(error).toMatchObject({ code: 'ERR_RATE_CHANGED', details: { refundInfo: { networkFee: '0.0014' } } });
    // Pages read the terms again, and send the address again.
    const renewed = await infoOf(made);
    expect(renewed).toMatchObject({ networkFee: '0.0014', refundAmount: '0.1986' });
    await request(made, renewed, CONTRACT);
    await finish();
    expect(received(CONTRACT)).toMatchObject([{ amount: '0.1986' }]);
    expect(received(USUAL)).toEqual([]);
    expect(await reconcileNow(host)).toEqual([]);
  });

  test('is charged the usual fee once a payment to the address costs no more', async () => {
    factors.set(USUAL, '3.5');
    const made = await undecided();
    const shown = await infoOf(made);
    expect(shown.networkFee).toBe('0.0014');
    factors.set(USUAL, '1');
    await refusalOf(request(made, { ...shown, refundAmount: '0.1' }));
    const renewed = await infoOf(made);
    expect(renewed.networkFee).toBe('0.0004');
    await request(made, renewed);
    await finish();
    expect(sent).toEqual([{ toAddress: USUAL, fee: '0.0004', gasFactor: undefined }]);
  });

  test('waits at its deposit address when the fee of the address has risen above what was agreed (D67)', async () => {
    factors.set(CONTRACT, '3.5');
    const made = await undecided(CONTRACT);
    await request(made, await infoOf(made));
    const ethereum = host.chain('ethereum');
    ethereum.fee = '0.0035';
    host.desk.fees.set('eth', '0.001');
    host.desk.collectionFees.set('eth', '0.001');
    await finish();
    expect(await runOperator(host, 'list')).toContain('REFUSED FEE_ROSE');
    ethereum.fee = '0.0014';
    host.desk.fees.set('eth', '0.0004');
    host.advanceClock(MAX_RETRY_DELAY_MS);
    await finish();
    expect(received(CONTRACT)).toMatchObject([{ amount: '0.1986' }]);
    expect(received(CONTRACT)[0]?.fromIndex).not.toBe(TREASURY_INDEX);
  });

  test('keeps the former address when the fee of the new one exceeds the deposit', async () => {
    const made = await undecided();
    factors.set(CONTRACT, '600');
    const shown = await infoOf(made);
    expect(await refusalOf(request(made, shown, CONTRACT))).toMatchObject({ details: { code: 'error_address_unpayable' } });
    await request(made, await infoOf(made));
    await finish();
    expect(received(USUAL)).toMatchObject([{ amount: '0.1996' }]);
  });

  test("is charged the usual fee when an operator refunds to another address than the order's", async () => {
    factors.set(CONTRACT, '3.5');
    const made = await undecided(CONTRACT);
    await runOperator(host, 'refund', made.order.orderId, USUAL, '--replace');
    await finish();
    expect(received(USUAL)).toMatchObject([{ amount: '0.1996' }]);
  });
});

describe('a refund address', () => {
  const unpayable = { code: 'ERR_VALIDATION', details: { field: 'refundAddress', code: 'error_address_unpayable' } };

  test('that rejects payments is refused when the order is created', async () => {
    factors.set(CONTRACT, new ChainRefusedError('reverts'));
    expect(await refusalOf(makeOrder(host, { ...ORDER, refund: CONTRACT }))).toMatchObject(unpayable);
  });

  test('that rejects payments is refused when the refund is requested', async () => {
    const made = await undecided();
    factors.set(CONTRACT, new ChainRefusedError('reverts'));
    expect(await refusalOf(request(made, await infoOf(made), CONTRACT))).toMatchObject(unpayable);
    expect((await readOrder(host, made)).status).toBe('DECISION_NEEDED');
  });

  test('is refunded for the usual fee while the network does not answer', async () => {
    for (const address of [USUAL, CONTRACT]) factors.set(address, new ChainUnavailableError('no node answers'));
    const made = await undecided();
    await request(made, await infoOf(made), CONTRACT);
    await finish();
    expect(sent).toEqual([{ toAddress: CONTRACT, fee: '0.0004', gasFactor: undefined }]);
    expect(received(CONTRACT)).toMatchObject([{ amount: '0.1996' }]);
  });
});
