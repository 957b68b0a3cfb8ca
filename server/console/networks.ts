import type { Networks, Reserves, Switches } from '../../contract/console/networks.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { amount, roundToDecimal, sum, toDecimal, ZERO } from '../../contract/money.ts';
import { listPaidSince } from '../db/repositories/operator/consoleRecords.ts';
import { countOpenPayments, listOpenPaymentValues } from '../db/repositories/operator/openPayments.ts';
import { listRecoveries } from '../db/repositories/recovery/recoveries.ts';
import { readSignedRows } from '../guarantee/signedRows.ts';
import { listSwitchesInEffect } from '../health/switchesInEffect.ts';
import { listTreasuryBalances } from '../db/repositories/treasury.ts';
import type { Availability } from '../instruments/availability.ts';
import { networkOf } from '../instruments/lookup.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { availableBalance } from '../payments/treasury.ts';
import type { MarketFeed } from '../ports/market/marketFeed.ts';
import type { LiquidityVenue } from '../ports/venue/liquidityVenue.ts';
import type { PricingConfiguration } from '../pricing/configuration.ts';
import type { PriceBook } from '../pricing/priceBook.ts';
import { presentNotice, readNotices } from '../health/databaseSwitches.ts';
import { readOperatorFile } from '../health/operatorFile.ts';
import type { ConsoleContext } from './context.ts';
import { usdOf } from './payments.ts';
import { presentSwitch } from './pulse.ts';
import { offer } from './waiting.ts';

/** What these lists read from memory and from this host. */
export interface NetworkSources {
  availability: Pick<Availability, 'headOf' | 'stateOf' | 'failureOf'>;
  /** Our prices, and the sources that they are made of and compared with */
  book: Pick<PriceBook, 'lastKnown' | 'price'>;
  feeds: readonly Pick<MarketFeed, 'code' | 'tick'>[];
  /** Path of `operator.json` */
  operatorFile: string;
  /** The largest order, of which the limits of open positions are made */
  pricing: Pick<PricingConfiguration, 'maximumUsd'>;
  /** The exchange that the host hedges on; null: none */
  venue: Pick<LiquidityVenue, 'baseCoin'> | null;
  /** What is reserved, and what coins are worth */
  reserves: Pick<OrderContext, 'owners' | 'usdPrice'>;
}

const DAY_MS = 24 * 3_600_000;
const AVERAGED_DAYS = 7;
/** An average needs no more digits. */
const PER_DAY_DECIMALS = 8;

/** Returns the networks that this host is connected to, those with a trouble first. */
export async function readNetworks(context: ConsoleContext, { availability }: NetworkSources): Promise<Networks> {
  const { database, gateways, catalogue } = context;
  const counts = await countOpenPayments(database, [...gateways.keys()]);
  const switches = (await listSwitchesInEffect(context)).map(presentSwitch);
  const recoveries = await listRecoveries(database);
  const nodes = new Map(
    await Promise.all([...gateways].map(async ([network, gateway]) => [network, await gateway.nodes()] as const)),
  );
  const isTroubled = (network: string): boolean =>
    availability.failureOf(network) !== null || (nodes.get(network) ?? []).some(({ agrees }) => agrees === false);
  const sorted = [...gateways.keys()].toSorted((one, other) => Number(isTroubled(other)) - Number(isTroubled(one)));
  return {
    networks: sorted.map((network) => {
      const head = availability.headOf(network);
      const of = (isSent: boolean): number =>
        counts
          .filter((one) => one.network === network && (one.state === 'SENT') === isSent)
          .reduce((total, one) => total + one.count, 0);
      const recovery = recoveries.find((one) => one.network === network);
      const own = switches.filter(({ target, slug }) => target === 'NETWORK' && slug === network);
      const isStopped = own.some(({ closes }) => closes === 'PAYOUTS');
      return {
        network,
        title: catalogue.networks.get(network)?.friendlyTitle ?? network,
        isConnected: true,
        height: head?.height ?? null,
        readAt: head ? isoTime(head.readAt) : null,
        isReading: head !== null && !head.isDown,
        failure: availability.failureOf(network),
        nodes: (nodes.get(network) ?? []).map(({ answeredAt, ...node }) => ({
          ...node,
          answeredAt: answeredAt === null ? null : isoTime(answeredAt),
        })),
        waiting: of(false),
        onItsWay: of(true),
        switches: own,
        recovery: recovery ? { state: recovery.state, since: isoTime(recovery.since) } : null,
        acts: [
          offer('pause', { target: 'network', slug: network, side: 'both', reason: 'MAINTENANCE' }),
          isStopped
            ? offer('resume-payouts', { target: 'network', slug: network })
            : offer('stop-payouts', { target: 'network', slug: network, reason: null }),
          offer('notice', { target: 'network', slug: network }, ['en', 'ru', 'until']),
        ],
      };
    }),
  };
}

/** Returns what the treasury holds of each coin, and how long it lasts. */
export async function readReserves(context: ConsoleContext, { reserves }: NetworkSources): Promise<Reserves> {
  const { database, catalogue, now } = context;
  const thresholds = (await readSignedRows(context)).reserve_thresholds;
  const paid = Map.groupBy(await listPaidSince(database, now() - AVERAGED_DAYS * DAY_MS), ({ instrument }) => instrument);
  const rows: Reserves['reserves'] = [];
  for (const { instrument, amount: balance } of await listTreasuryBalances(database)) {
    if (!catalogue.instruments.has(instrument)) continue;
    const free = await availableBalance(reserves, database, instrument);
    const price = reserves.usdPrice(instrument);
    const total = sum((paid.get(instrument) ?? []).map((one) => one.amount));
    const paidPerDay = roundToDecimal(amount(total).div(amount(String(AVERAGED_DAYS))), PER_DAY_DECIMALS, 'down');
    const isFree = amount(free).gt(ZERO);
    const network = networkOf(context, instrument);
    rows.push({
      instrument,
      network: network.slug,
      balance,
      reserved: toDecimal(amount(balance).minus(amount(free))),
      free: isFree ? free : '0',
      freeUsd: price === null || !isFree ? null : toDecimal(amount(price).times(amount(free))),
      paidPerDay,
      daysLeft: amount(paidPerDay).eq(ZERO) || !isFree ? null : amount(free).div(amount(paidPerDay)).toFixed(1),
      threshold: thresholds.get(instrument)?.amount ?? null,
      isGas: network.nativeInstrument === instrument,
    });
  }
  return { reserves: rows };
}

/** Returns what is closed, by whom, and what a stop of payouts would keep back. */
export async function readSwitches(context: ConsoleContext, { availability, operatorFile }: NetworkSources): Promise<Switches> {
  const { database, gateways, catalogue, now } = context;
  const open = await listOpenPaymentValues(database, [...gateways.keys()]);
  const groups = Map.groupBy(open, ({ network, instrument, kind }) => `${network} ${instrument} ${kind}`);
  const file = await readOperatorFile(operatorFile, now()).catch(() => []);
  return {
    switches: (await listSwitchesInEffect(context)).map(presentSwitch),
    notices: (await readNotices(context, now())).map((row) => ({ ...presentNotice(row), setBy: row.set_by })),
    file: file.map(({ text, expiresAt, isExpired }) => ({ text, expiresAt: isoTime(expiresAt), isExpired })),
    payouts: [...groups.values()].flatMap((some) => {
      const [first] = some;
      if (!first) return [];
      const unsent = some.filter(({ state }) => state !== 'SENT');
      const { network, instrument, kind } = first;
      return [
        { network, instrument, kind, count: unsent.length, usdValue: usdOf(unsent), onItsWay: some.length - unsent.length },
      ];
    }),
    instruments: [...catalogue.instruments.values()]
      .filter(({ network }) => gateways.has(network))
      .map(({ slug, network }) => {
        const { send, receive } = availability.stateOf(slug);
        return {
          instrument: slug,
          network,
          send: send.active ? null : send.reason,
          receive: receive.active ? null : receive.reason,
        };
      }),
  };
}
