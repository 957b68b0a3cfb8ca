import { isoTime } from '../../../contract/isoTime.ts';
import { amount, sum } from '../../../contract/money.ts';
import type { VenueTransferRow } from '../../db/tables/venues.ts';
import type { Proposal } from '../../hedging/rebalancing.ts';
import { readHedging, type HedgingRecord } from '../hedgingRecord.ts';
import { isMonth, readProfit, type Profit } from '../../reports/profit.ts';
import { actCommand, note, type OperatorCommand } from './command.ts';

const switching = actCommand('hedging', {
  usage: [
    ['status', 'what is open of each coin, and the orders of the last day at the exchange'],
    ['off', 'trade nothing on the exchange; open positions grow, and their limits still close coins'],
    ['on', 'trade again, also coins that were stopped after three refusals'],
  ],
  input: ([word, ...rest]) => ({ isOn: word === 'on' ? true : word === 'off' ? false : word, ...(rest.length > 0 && { rest }) }),
  done: ({ effect: { isOn, venues } }) =>
    `Hedging on ${venues.join(', ')} is ${isOn ? 'on' : 'off'}. The host applies it in its next round.`,
  refused: () => 'Nothing was done: this host has not traded on an exchange.',
});

const losing = actCommand('lose-transfer', {
  usage: [['lost <transfer> <note>', 'give up a transfer that the host can’t match: what left is booked as capital taken out']],
  input: ([, id, ...words]) => ({ id, note: note(words) }),
  done: ({ effect: { transfer, amount, instrument } }) =>
    `${transfer} is given up: ${amount} ${instrument} and the fee are booked as capital taken out. Book what arrived with \`capital\`.`,
  refused: (_, [, id]) => `Nothing was done: no transfer ${id} is on its way. See \`hedging status\`.`,
});

/** Commands about trading on an exchange (D71). */
export const HEDGING_COMMANDS = {
  hedging: {
    ...switching,
    usage: [...switching.usage, ...losing.usage],
    run: async (context, words) =>
      words.length === 1 && words[0] === 'status'
        ? formatHedging(await readHedging(context))
        : await (words[0] === 'lost' ? losing : switching).run(context, words),
  },
  profit: {
    scope: 'treasury',
    usage: [['<month>', 'what we own at the begin and the end of a month such as 2026-11, and why it changed, in USD']],
    run: async ({ database, catalogue, now }, [month = '', ...rest]) =>
      rest.length > 0 || !isMonth(month, now()) ? null : formatProfit(await readProfit(database, catalogue, month)),
  },
} satisfies Record<string, OperatorCommand>;

function formatHedging({ venues, positions, transfers, proposals }: HedgingRecord): string {
  const states = venues.map(({ venue: { name, off_at, recovery_since }, orders }) => {
    const state =
      recovery_since === null
        ? off_at === null
          ? 'on'
          : `off since ${isoTime(off_at)}`
        : `RECOVERY since ${isoTime(recovery_since)}`;
    const of = (wanted: string) => orders.filter((order) => order.state === wanted);
    const traded = sum(of('ENDED').map(({ usd_value }) => usd_value));
    const lines = [
      `${name}: ${state}. Last day: ${of('ENDED').length} orders worth ${traded} USD, ${of('REFUSED').length} refused`,
    ];
    const unresolved = of('UNRESOLVED').map(
      ({ id, side, amount, coin, created_at }) => `  unresolved: ${side} ${amount} ${coin} since ${isoTime(created_at)} (${id})`,
    );
    return [...lines, ...unresolved].join('\n');
  });
  const open = positions.map(
    ({ coin, booked, committed, usd }) =>
      `  ${coin} ${booked} + ${committed} committed = ${usd === null ? 'no price' : `${usd} USD`}`,
  );
  return [
    ...(states.length > 0 ? states : ['No exchange is connected.']),
    'Open positions:',
    ...(open.length > 0 ? open : ['  none']),
    ...transfers.map(formatTransfer),
    ...proposals.map(formatProposal),
  ].join('\n');
}

function formatTransfer({
  id,
  amount: size,
  instrument_from: from,
  instrument_to: to,
  sent_at,
  tx_hash,
}: VenueTransferRow): string {
  return `On its way: ${size} ${from} to ${to ?? 'the treasury'} since ${isoTime(sent_at)} (${id}, transaction ${tx_hash ?? 'not known yet'})`;
}

function formatProposal({ instrument, venueInstrument, direction, amount: size }: Proposal): string {
  return direction === 'TO_VENUE'
    ? `Proposed: send ${size} ${instrument} from the treasury to the exchange (${venueInstrument}). Announce it with \`spend\` before.`
    : `Proposed: withdraw ${size} ${venueInstrument} from the exchange to the treasury (${instrument}).`;
}

function formatProfit(profit: Profit): string {
  const lines = [
    ['owned at the begin', profit.opening],
    ['capital added', profit.capital],
    ['fees earned', profit.fees],
    ['network fees of customers, less those paid', profit.networks],
    ['fees of the exchange, and what it credited', profit.venues],
    ['affiliates and cashback', profit.affiliates],
    ['exchanges and trades, at the prices of the end', profit.trading],
    [profit.hasOpeningPrices ? 'change of prices' : 'rounding; the prices of the begin are not known', profit.revaluation],
    ['owned at the end', profit.closing],
  ] as const;
  const width = Math.max(...lines.map(([name]) => name.length)) + 2;
  return [
    `${profit.month}, in USD`,
    ...lines.map(([name, value]) => `  ${name.padEnd(width)}${amount(value).toFixed(2).padStart(18)}`),
    ...(profit.unpriced.length > 0 ? [`  Without a price, and left out: ${profit.unpriced.join(', ')}`] : []),
  ].join('\n');
}
