import Type, { type Static } from 'typebox';
import { DecimalText, nullable, Timestamp } from '../schemas/common.ts';
import { ServiceNoticeSchema } from '../schemas/service.ts';
import { ActOffer } from './acts.ts';
import { SwitchSchema } from './overview.ts';

/** Networks, prices, reserves and switches as operators see them. */

export const NetworksResponse = Type.Object({
  networks: Type.Array(
    Type.Object({
      network: Type.String(),
      title: Type.String(),
      isConnected: Type.Boolean(),
      height: nullable(Type.Integer()),
      readAt: nullable(Timestamp),
      isReading: Type.Boolean(),
      failure: nullable(Type.String({ description: 'Why the host can not use it, in English' })),
      nodes: Type.Array(
        Type.Object({
          name: Type.String({ description: 'Host name; never the path, which may contain a key' }),
          height: nullable(Type.Integer()),
          answeredAt: nullable(Timestamp),
          block: nullable(
            Type.Object({ height: Type.Integer(), hash: Type.String() }, { description: 'One that all nodes must share' }),
          ),
          agrees: nullable(Type.Boolean({ description: 'With most of those that answer; null: there is nothing to compare' })),
          failure: nullable(Type.String()),
        }),
      ),
      waiting: Type.Integer({ description: 'Payments to customers that have not left' }),
      onItsWay: Type.Integer(),
      switches: Type.Array(SwitchSchema),
      recovery: nullable(Type.Object({ state: Type.String(), since: Timestamp })),
      acts: Type.Array(ActOffer),
    }),
  ),
});
export type Networks = Static<typeof NetworksResponse>;

const Price = Type.Object({ price: DecimalText, at: Timestamp });

export const PricesResponse = Type.Object({
  prices: Type.Array(
    Type.Object({
      symbol: Type.String({ description: 'Of the market, priced in USD' }),
      ours: nullable(Type.Object({ ...Price.properties, isTrusted: Type.Boolean() })),
      sources: Type.Array(
        Type.Object({
          source: Type.String(),
          ...Price.properties,
          deviationPercent: nullable(Type.String({ description: 'From ours, signed' })),
        }),
      ),
      instruments: Type.Array(Type.String()),
    }),
    { description: 'Those without a trusted price first, then the largest deviation' },
  ),
  orders: Type.Array(
    Type.Object({
      orderId: Type.String(),
      instrumentFrom: Type.String(),
      instrumentTo: Type.String(),
      amount: Type.String({ ...DecimalText, description: 'In instrumentFrom' }),
      price: Type.String({ ...DecimalText, description: 'instrumentTo for 1 instrumentFrom' }),
      pricedAt: Timestamp,
      deviationPercent: nullable(
        Type.String({ description: 'From the market of now, signed; positive: the customer gets more' }),
      ),
      state: Type.String({ description: 'Of the payout' }),
    }),
    { description: 'Priced within the last hour, the largest deviation first' },
  ),
});
export type Prices = Static<typeof PricesResponse>;

export const ReservesResponse = Type.Object({
  reserves: Type.Array(
    Type.Object({
      instrument: Type.String(),
      network: Type.String(),
      balance: nullable(Type.String({ ...DecimalText, description: 'Of the treasury; null: not read yet' })),
      reserved: Type.String({ ...DecimalText, description: 'For open orders and unsent payments' }),
      free: nullable(Type.String({ ...DecimalText, description: 'What new orders may pay out' })),
      freeUsd: nullable(DecimalText),
      paidPerDay: Type.String({ ...DecimalText, description: 'Average of the last seven days' }),
      daysLeft: nullable(Type.String({ description: 'At the average of seven days; null: nothing was paid' })),
      threshold: nullable(Type.String({ ...DecimalText, description: 'Below it operators are alerted' })),
      isGas: Type.Boolean({ description: 'It also pays the fees of its network' }),
    }),
  ),
});
export type Reserves = Static<typeof ReservesResponse>;

export const SwitchesResponse = Type.Object({
  switches: Type.Array(SwitchSchema, { description: 'Oldest first' }),
  notices: Type.Array(Type.Object({ ...ServiceNoticeSchema.properties, setBy: Type.String() })),
  file: Type.Array(Type.Object({ text: Type.String(), expiresAt: Timestamp, isExpired: Type.Boolean() }), {
    description: 'What the file operator.json of this host closes',
  }),
  payouts: Type.Array(
    Type.Object({
      network: Type.String(),
      instrument: Type.String(),
      kind: Type.String(),
      count: Type.Integer(),
      usdValue: DecimalText,
      onItsWay: Type.Integer(),
    }),
    { description: 'Unsent payments to customers: what a stop would keep back. `onItsWay`: what it can not' },
  ),
  instruments: Type.Array(
    Type.Object({
      instrument: Type.String(),
      network: Type.String(),
      send: nullable(Type.String({ description: 'Why the side is closed; null: open' })),
      receive: nullable(Type.String()),
    }),
  ),
});
export type Switches = Static<typeof SwitchesResponse>;
