import { amount, compare, roundToDecimal, toDecimal, type Decimal } from '../../contract/money.ts';
import { listDeposits } from '../db/repositories/deposits.ts';
import { findOrder, listOrdersToSweep } from '../db/repositories/orders.ts';
import type { OrderRow, SweepState } from '../db/tables/orders.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import { instrumentOf, networkOf, type OrderContext } from './context.ts';
import { amend } from './machine.ts';
import { enqueue, type Send } from './outbox.ts';

/** Fees move between planning and sending: so much more than the estimate is left for them. */
const FEE_RESERVE = amount('1.25');
/** A top-up brings a little more than one transfer needs. */
const TOP_UP = amount('1.5');

type Plan = { state: SweepState; send?: Omit<Send, 'number' | 'network'> };

/**
 * Brings deposits that are decided (paid out, refunded, or extra) to the treasury, with gas first where a token lies
 * on an address without any (D35). Balances and fees are asked for outside of any transaction.
 */
export async function planSweeps(context: OrderContext, gateway: ChainGateway): Promise<void> {
  const orders = await listOrdersToSweep(context.database, gateway.networkSlug, context.now());
  if (orders.length === 0) return;
  const treasury = await gateway.addressAt(0);
  for (const order of orders) {
    const plan = await planSweep(context, gateway, order, treasury.address);
    await context.database.transaction().execute(async (transaction) => {
      const current = await findOrder(transaction, order.id);
      if (current?.sweep_state !== 'DUE') return;
      const number = current.sweep_number + 1;
      const amended = await amend(transaction, current, { sweep_state: plan.state, sweep_number: number });
      if (plan.send) await enqueue(context, transaction, amended, { ...plan.send, network: gateway.networkSlug, number });
    });
  }
}

async function planSweep(context: OrderContext, gateway: ChainGateway, order: OrderRow, treasury: string): Promise<Plan> {
  if (order.deposit_address === treasury) return { state: 'DONE' };
  const deposits = await listDeposits(context.database, order.id);
  const native = networkOf(context, order.instrument_from).nativeInstrument;
  // Tokens first: what pays their fee must still be there.
  const instruments = [...new Set(deposits.filter((one) => one.booked_at !== null).map((one) => one.instrument))];
  for (const instrument of instruments.toSorted((left, right) => Number(left === native) - Number(right === native))) {
    const held = await gateway.balance(order.deposit_index, instrument);
    const fee = (await gateway.estimateFee(instrument)).amount;
    const plan =
      instrument === native
        ? sweepNative(context, order, treasury, native, held, fee)
        : await sweepToken(context, gateway, order, treasury, { instrument, held, native, fee });
    if (plan) return plan;
  }
  return { state: 'DONE' };
}

/** All but the fee's reserve; null when what would arrive is not more than the fee. */
function sweepNative(
  context: OrderContext,
  order: OrderRow,
  treasury: string,
  native: string,
  held: Decimal,
  fee: Decimal,
): Plan | null {
  const worth = amount(held).minus(amount(fee).times(FEE_RESERVE));
  if (!worth.gt(amount(fee))) return null;
  const value = roundToDecimal(worth, instrumentOf(context, native).decimals, 'down');
  return {
    state: 'SWEEPING',
    send: { kind: 'SWEEP', instrument: native, fromIndex: order.deposit_index, toAddress: treasury, memo: null, amount: value },
  };
}

async function sweepToken(
  context: OrderContext,
  gateway: ChainGateway,
  order: OrderRow,
  treasury: string,
  token: { instrument: string; held: Decimal; native: string; fee: Decimal },
): Promise<Plan | null> {
  if (!isWorthSweeping(context, token)) return null;
  const gas = await gateway.balance(order.deposit_index, token.native);
  const needed = amount(token.fee).times(FEE_RESERVE);
  if (compare(gas, toDecimal(needed)) >= 0) {
    const send = { kind: 'SWEEP', instrument: token.instrument, amount: token.held, memo: null } as const;
    return { state: 'SWEEPING', send: { ...send, fromIndex: order.deposit_index, toAddress: treasury } };
  }
  const missing = amount(token.fee).times(TOP_UP).minus(amount(gas));
  const value = roundToDecimal(missing, instrumentOf(context, token.native).decimals, 'up');
  const send = { kind: 'TOP_UP', instrument: token.native, amount: value, memo: null } as const;
  return { state: 'TOPPING_UP', send: { ...send, fromIndex: 0, toAddress: order.deposit_address } };
}

/** More than the two transfers cost; where a price is unknown, whatever is there. */
function isWorthSweeping(
  context: OrderContext,
  token: { instrument: string; held: Decimal; native: string; fee: Decimal },
): boolean {
  if (!amount(token.held).gt(amount('0'))) return false;
  const [price, nativePrice] = [context.usdPrice(token.instrument), context.usdPrice(token.native)];
  if (price === null || nativePrice === null) return true;
  const cost = amount(token.fee).times(amount(nativePrice)).times(amount('2'));
  return amount(token.held).times(amount(price)).gt(cost);
}
