import { ApiError } from '../../../contract/errors.ts';
import { amount, roundToDecimal, type Decimal } from '../../../contract/money.ts';
import type { AttentionAction, RateMode } from '../../../contract/order.ts';
import type { PairData } from '../../../contract/schemas/rates.ts';
import { instrumentOf } from '../../instruments/lookup.ts';
import { ADDRESSES, CLIENT, inputFor, readOrder, startOrderHost, type MadeOrder, type OrderHost } from './orderHost.ts';
import { useRealDesk } from './realDesk.ts';

/** What can be swapped: coins of four fake networks */
export const SIMULATED_COINS = {
  btc: 'bitcoin',
  eth: 'ethereum',
  usdterc20: 'ethereum',
  trx: 'tron',
  usdttrc20: 'tron',
  xrp: 'ripple',
} as const;
export type SimulatedCoin = keyof typeof SIMULATED_COINS;
export type SimulatedNetwork = (typeof SIMULATED_COINS)[SimulatedCoin];
export const SIMULATED_NETWORKS: readonly SimulatedNetwork[] = ['bitcoin', 'ethereum', 'tron', 'ripple'];

const PRICES: Record<string, Decimal> = { BTC: '60000', ETH: '3000', USDT: '1', TRX: '0.3', XRP: '0.5' };
/** In the native coin */
const USUAL_FEES: Record<SimulatedNetwork, Decimal> = { bitcoin: '0.00002', ethereum: '0.0003', tron: '5', ripple: '0.00001' };
const BLOCKS_PER_STEP = 10;
/** Enough of each coin for any number of orders */
const CAPITAL = '100000000';
const NO_CAP = '1000000000000';

/** Of a customer. The refund address differs from the destination. */
export const REFUND_ADDRESSES: Record<SimulatedNetwork, string> = {
  ...ADDRESSES,
  ethereum: ADDRESSES.ethereumOther,
  tron: 'TGSzvBvgWb15CQTEPTqqtac4D2LNYqH7gB',
};

export interface SimulatedOrder {
  from: SimulatedCoin;
  to: SimulatedCoin;
  rateMode: RateMode;
  claimed: Decimal;
}

/** A host with its real desk and worker, on fake networks, with fees and prices that a simulation moves. */
export interface SimulatedMarket {
  host: OrderHost;
  /** USD per coin, by its symbol */
  prices: Record<string, Decimal>;
  /** Multiplies the usual fee of these networks. */
  setFees(factors: Partial<Record<SimulatedNetwork, Decimal>>): Promise<void>;
  /** Whether the desk knows the usual fees of the last days */
  setHistory(isKnown: boolean): void;
  /** Passes time, publishes `prices`, mines blocks and runs two rounds of the worker: what one plans is sent in the next. */
  pass(milliseconds: number): Promise<void>;
  /** Returns the price of the instrument in USD. */
  usd(slug: string): Decimal;
  quote(order: SimulatedOrder): PairData;
  /** Returns the smallest amount of the pair, in instrumentFrom. */
  minimumOf(order: Omit<SimulatedOrder, 'claimed'>): Decimal;
  create(order: SimulatedOrder): Promise<MadeOrder>;
  pay(order: SimulatedOrder, made: MadeOrder, sent: Decimal): void;
  /** Answers the order's question, if this answer is offered. */
  answer(made: MadeOrder, wanted: Extract<AttentionAction, 'ACCEPT' | 'REFUND'>): Promise<void>;
  close(): Promise<void>;
}

export async function openSimulatedMarket(): Promise<SimulatedMarket> {
  const host = await startOrderHost({ perHourUsd: NO_CAP, perHourTotalUsd: NO_CAP, perDayTotalUsd: NO_CAP });
  const prices = { ...PRICES };
  const factors: Record<SimulatedNetwork, Decimal> = { bitcoin: '1', ethereum: '1', tron: '1', ripple: '1' };
  const networkFees: Record<string, Decimal> = {};
  let created = 0;
  for (const network of SIMULATED_NETWORKS) Object.defineProperty(networkFees, network, { get: () => host.chain(network).fee });
  const market = useRealDesk(host, { networkFees });
  for (const [slug, network] of Object.entries(SIMULATED_COINS)) {
    host.chain(network).credit(host.chain(network).treasury(), slug, CAPITAL);
  }

  const simulated: SimulatedMarket = {
    host,
    prices,
    setFees: async (changed) => {
      Object.assign(factors, changed);
      for (const network of SIMULATED_NETWORKS) {
        const { instruments, networks } = host.context.catalogue;
        const decimals = instruments.get(networks.get(network)?.nativeInstrument ?? '')?.decimals ?? 0;
        // A network charges whole units of its coin.
        host.chain(network).fee = roundToDecimal(amount(USUAL_FEES[network]).times(amount(factors[network])), decimals, 'up');
      }
      await market.fees.refresh(Object.keys(SIMULATED_COINS));
    },
    setHistory: (isKnown) => {
      const usual = Object.entries(SIMULATED_COINS).map(([slug, network]) => [slug, amount(USUAL_FEES[network])] as const);
      market.fees.useHistory(new Map(isKnown ? usual : []));
    },
    pass: async (milliseconds) => {
      host.advanceClock(milliseconds);
      market.clock.now = host.context.now();
      for (const [symbol, price] of Object.entries(prices)) await market.feed.controls.setPrice(symbol, price);
      for (const network of SIMULATED_NETWORKS) host.chain(network).mine(BLOCKS_PER_STEP);
      await host.tick(2);
    },
    usd: (slug) => prices[instrumentOf(host.context, slug).marketSymbol] ?? '0',
    quote: ({ from, to, rateMode, claimed }) =>
      market.desk.quote(
        { instrumentFromSlug: from, instrumentToSlug: to, rateMode, claimedDepositAmount: claimed },
        market.clock.now,
      ),
    minimumOf: (order) => {
      try {
        simulated.quote({ ...order, claimed: '0.00000001' });
      } catch (error) {
        if (error instanceof ApiError) return String(error.details?.['expected']);
        throw error;
      }
      throw new Error('There is no minimum');
    },
    create: async ({ from, to, rateMode, claimed }) => {
      const { input, token } = inputFor(
        { ...host, desk: { ...host.desk, ...market.desk } },
        {
          from,
          to,
          rateMode,
          amount: claimed,
          destination: ADDRESSES[SIMULATED_COINS[to]],
          refund: REFUND_ADDRESSES[SIMULATED_COINS[from]],
        },
      );
      created += 1;
      // Each customer is a client of its own, so that the limits of one don't count.
      const address = `10.0.${created >> 8}.${created & 255}`;
      const order = await host.orders.create(input, { ...CLIENT, address });
      return { order, token, input, destination: input.destinationAddress };
    },
    pay: ({ from }, { order }, sent) => {
      const chain = host.chain(SIMULATED_COINS[from]);
      chain.pay({ address: order.depositAddress, memo: order.depositAddressMemo ?? null }, from, sent);
    },
    answer: async (made, wanted) => {
      const { attention } = await readOrder(host, made);
      if (attention?.actions.includes(wanted) !== true) return;
      const { orderId } = made.order;
      const { offer, refundAmount = '0', networkFee } = await host.orders.refundInfo(orderId);
      const authority = { orderToken: made.token, clientAddress: null };
      const order = { orderId, destinationAddress: made.destination };
      if (wanted === 'ACCEPT') {
        await host.orders.acceptRateModeChange({ ...order, quoteId: offer?.quoteId ?? '' }, authority);
      } else {
        await host.orders.requestRefund({ ...order, refundAmount, claimedNetworkFee: networkFee }, authority);
      }
    },
    close: async () => await host.close(),
  };
  await simulated.setFees({});
  return simulated;
}
