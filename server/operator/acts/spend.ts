import Type from 'typebox';
import { isDecimal, isPositive } from '../../../contract/money.ts';
import { closed } from '../../../contract/schemas/common.ts';
import { randomId } from '../../common/hashing.ts';
import { insertAnnouncedSpend } from '../../db/repositories/recovery/announcedSpends.ts';
import { listDestinations, listUnsentPayments } from '../../db/repositories/recovery/treasuryTransactions.ts';
import { findVenue } from '../../db/repositories/venues/venues.ts';
import { sameAddress, validateAddress } from '../../instruments/addresses/index.ts';
import { instrumentOf, networkOf } from '../../instruments/lookup.ts';
import { VenueUnavailableError } from '../../ports/venue/liquidityVenue.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { defineAct, refuse, type Act } from './act.ts';

/**
 * Announces money that the operator will send from the treasury without the host, so that it leads to no RECOVERY (D73). The host books
 * it when the network shows exactly this transfer: as a transfer if the address is the exchange's for our deposits (D71), else as capital. The recipient can't be one that an order or payment waits to pay.
 */
const spend = defineAct({
  scope: 'treasury',
  input: Type.Object(
    {
      instrument: Type.String({ maxLength: 100 }),
      /** In the instrument, without the network's fee */
      amount: Type.String({ maxLength: 100 }),
      address: Type.String({ minLength: 1, maxLength: 300 }),
      note: Type.String({ minLength: 1, maxLength: 1_000 }),
    },
    closed,
  ),
  plan: async (context, { instrument, amount, address, note }) => {
    const known = context.catalogue.instruments.get(instrument);
    if (!known || known.type === 'fiat') return refuse('NO_INSTRUMENT');
    if (!isDecimal(amount) || !isPositive(amount)) return refuse('NOT_AN_AMOUNT');
    const network = networkOf(context, instrument);
    const { valid } = validateAddress(network, instrumentOf(context, instrument), address, context.catalogue);
    if (!valid) return refuse('NOT_AN_ADDRESS');
    if (await isAwaited(context, network.slug, address)) return refuse('CUSTOMER_ADDRESS');
    const venue = await findVenueOf(context, instrument, address);
    return {
      subject: instrument,
      effect: { instrument, network: network.slug, amount, address, venue },
      versions: [],
      reason: note,
      execute: async (transaction, operator) =>
        await insertAnnouncedSpend(transaction, {
          id: randomId(),
          network: network.slug,
          instrument,
          amount,
          to_address: address,
          note,
          announced_by: operator,
          announced_at: context.now(),
          tx_hash: null,
          venue,
        }),
    };
  },
  // Money that leaves without a customer, and without an alert.
  needsSecond: () => true,
  movedMoney: ({ amount, instrument }) => ({ amount, instrument }),
});

/** Returns whether a payment or an open order is to pay the address. */
async function isAwaited({ database, catalogue, now }: OperatorContext, slug: string, address: string): Promise<boolean> {
  const network = catalogue.networks.get(slug);
  if (!network) return false;
  const awaited = [
    ...(await listUnsentPayments(database, slug)).map(({ to_address }) => to_address),
    ...(await listDestinations(database, slug, now())).map((one) => one.address),
  ];
  return awaited.some((one) => sameAddress(network, one, network, address));
}

/** Returns the exchange that gives us the address for deposits; null also when it does not answer. The operator is shown which. */
async function findVenueOf(
  { database, catalogue, venue }: OperatorContext,
  instrument: string,
  address: string,
): Promise<string | null> {
  const [coin, network] = [catalogue.instruments.get(instrument)?.marketSymbol, networkOf({ catalogue }, instrument)];
  if (!venue || coin === undefined || !(await findVenue(database, venue.name))) return null;
  try {
    const deposit = await venue.depositAddress(coin, network.slug);
    return sameAddress(network, deposit.address, network, address) ? venue.name : null;
  } catch (error) {
    if (!(error instanceof VenueUnavailableError)) throw error;
    return null;
  }
}

export const spendActs = { spend } satisfies Record<string, Act>;
