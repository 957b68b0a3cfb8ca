import { amount, compare, roundToDecimal, type Decimal } from '../../../contract/money.ts';
import type { AttentionAction } from '../../../contract/order.ts';
import type { MadeOrder } from '../../../server/orders/testing/orderHost.ts';
import {
  SIMULATED_COINS,
  type SimulatedCoin,
  type SimulatedMarket,
  type SimulatedOrder,
} from '../../../server/orders/testing/simulatedMarket.ts';
import type { Random } from './random.ts';

/** How a customer pays. `OPTION`: only if the market has moved in the customer's favour, which is what a fixed rate must be priced for. */
const HABITS = ['AT_ONCE', 'AT_ONCE', 'LATER', 'OPTION', 'OPTION', 'MORE', 'TOO_LATE'] as const;
type Habit = (typeof HABITS)[number];

const MOST_USD = '19000';
/** In steps of half a minute: 20 minutes is how long a fixed rate holds. */
const LATER = [2, 30] as const;
const LAST_MOMENT = 36;
const AFTER_THE_END = [44, 70] as const;
/** A share of the price at creation */
const WORTH_PAYING = 0.002;
const MORE = '1.03';

export interface SimulatedCustomer {
  order: SimulatedOrder;
  made: MadeOrder;
  /** What was paid, in instrumentFrom; null: nothing yet, or never */
  paid: Decimal | null;
  /** Pays or answers in this step if the customer wants to. Returns whether the customer may still act. */
  act(): Promise<boolean>;
}

/** Creates an order of a random customer. */
export async function createCustomer(market: SimulatedMarket, random: Random): Promise<SimulatedCustomer> {
  const order = chooseOrder(market, random);
  const habit: Habit = random.pick(HABITS);
  const wanted: Extract<AttentionAction, 'ACCEPT' | 'REFUND'> | null = random.pick(['ACCEPT', 'REFUND', 'REFUND', null]);
  const payAt = habit === 'LATER' ? random.between(...LATER) : habit === 'TOO_LATE' ? random.between(...AFTER_THE_END) : 1;
  const marketPrice = (): number => Number(market.usd(order.from)) / Number(market.usd(order.to));
  const atCreation = marketPrice();
  let step = 0;
  const customer: SimulatedCustomer = { order, made: await market.create(order), paid: null, act };
  return customer;

  async function act(): Promise<boolean> {
    step += 1;
    if (customer.paid === null) {
      if (isTimeToPay()) {
        customer.paid = roundToDecimal(amount(order.claimed).times(amount(habit === 'MORE' ? MORE : '1')), 6, 'up');
        market.pay(order, customer.made, customer.paid);
      }
      return step <= AFTER_THE_END[1];
    }
    if (wanted !== null) await market.answer(customer.made, wanted);
    return true;
  }

  /** What the customer gives is worth less than at creation. The customer looks again until the last moment. */
  function isTimeToPay(): boolean {
    if (habit !== 'OPTION') return step === payAt;
    return step <= LAST_MOMENT && marketPrice() < atCreation * (1 - WORTH_PAYING);
  }
}

function chooseOrder(market: SimulatedMarket, random: Random): SimulatedOrder {
  const coins = random.shuffle(Object.keys(SIMULATED_COINS) as SimulatedCoin[]);
  const [from = 'btc', to = 'eth'] = coins;
  const pair = { from, to, rateMode: random.pick(['FIXED', 'FIXED', 'FLOATING']) } as const;
  const least = market.minimumOf(pair);
  const most = amount(MOST_USD).div(amount(market.usd(from)));
  // Half of them are minimal, where fees weigh most. The others are spread over the orders of magnitude.
  const ratio = Math.max(1, Number(most.div(amount(least)).toString()));
  const chosen = amount(least).times(amount((random.next() < 0.5 ? 1 : ratio ** random.next()).toFixed(6)));
  const claimed = roundToDecimal(chosen.gt(most) ? most : chosen, 6, 'up');
  return { ...pair, claimed: compare(claimed, least) < 0 ? least : claimed };
}
