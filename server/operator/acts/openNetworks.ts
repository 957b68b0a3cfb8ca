import Type from 'typebox';
import { closed } from '../../../contract/schemas/common.ts';
import { deleteConfirmedRecovery, listRecoveries, listUnresolvedOrders } from '../../db/repositories/recovery/recoveries.ts';
import { findRecovery, listTreasuryTransactions, updateRecovery } from '../../db/repositories/recovery/treasuryTransactions.ts';
import type { RecoveryTable } from '../../db/tables/recovery.ts';
import { amountsLeft } from '../../recovery/amountsLeft.ts';
import { findBookAlarms } from '../../recovery/bookAlarms.ts';
import { ChainUnavailableError, type ChainGateway, type TreasuryCount } from '../../ports/chain/chainGateway.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { defineAct, refuse, requireWritten, type Act, type Refusal } from './act.ts';

const Slug = Type.String({ minLength: 1, maxLength: 100 });
/** Every network in RECOVERY that is ready. The others stay as they are. */
const ALL = 'all';
const Networks = Type.Object(
  { network: Type.Union([Slug, Type.Array(Slug, { minItems: 1, maxItems: 500, uniqueItems: true })]) },
  closed,
);

/** Of the orders that keep a network from being opened */
const LISTED_ORDERS = 20;

type NotReady = Refusal & { network: string };

/** Returns the named networks that are ready; why the first one is not; with `all`, the others by their slugs. */
async function chooseReady<Checked extends object>(
  { database }: OperatorContext,
  named: string | readonly string[],
  check: (network: string) => Promise<Checked>,
): Promise<{ ready: Exclude<Checked, Refusal>[]; others: string[] } | Extract<Checked, NotReady> | Refusal<'NONE_IN_RECOVERY'>> {
  const isAll = named === ALL;
  const slugs = isAll ? (await listRecoveries(database)).map(({ network }) => network) : [named].flat();
  const [ready, others]: [Exclude<Checked, Refusal>[], Extract<Checked, NotReady>[]] = [[], []];
  for (const slug of slugs) {
    const checked: Checked = await check(slug);
    if (isNotReady(checked)) others.push(checked);
    else ready.push(checked as Exclude<Checked, Refusal>);
  }
  const [first] = others;
  if (first && (!isAll || ready.length === 0)) return first;
  return ready.length === 0 ? refuse('NONE_IN_RECOVERY') : { ready, others: others.map(({ network }) => network) };
}

const isNotReady = <Checked extends object>(checked: Checked): checked is Extract<Checked, NotReady> => 'refused' in checked;

const subjectOf = (ready: readonly { network: string }[]): string =>
  ready.length === 1 ? (ready[0]?.network ?? '') : `${ready.length} networks`;

async function checkConfirm(context: OperatorContext, network: string) {
  const { database, gateways } = context;
  const recovery = await findRecovery(database, network);
  if (!recovery) return refuse('NOT_IN_RECOVERY', { network });
  const gateway = gateways.get(network);
  if (!gateway) return refuse('NOT_CONNECTED', { network });
  if (recovery.state === 'CONFIRMED') return refuse('CONFIRMED', { network });
  const count = await countSent(gateway);
  if (count === null) return refuse('NO_ANSWER', { network });
  if (recovery.state === 'READING' || !isRead(recovery, count)) return refuse('STILL_READING', { network });
  const listed = await listTreasuryTransactions(database, network, recovery.read_from ?? 0);
  const unexplained = listed.filter(({ explanation }) => explanation === null).length;
  if (unexplained > 0) return refuse('UNEXPLAINED', { network, unexplained });
  const since = Math.max(Number(recovery.since), ...listed.map(({ explained_at }) => Number(explained_at ?? 0)));
  const moved = new Set(listed.flatMap((row) => amountsLeft(context, row).map(({ instrument }) => instrument)));
  const alarms = await findBookAlarms(context, network, { since, moved });
  if (alarms === null) return refuse('NOT_RECONCILED', { network });
  if (alarms.length > 0) return refuse('BOOKS_DIFFER', { network, alarms });
  return { network, recovery, gateway, transactions: listed.length };
}

/**
 * Confirms the lists of what left treasuries: everything is explained, and the books equal the networks. Then they can be opened.
 * `all`: of every network that is ready.
 */
const confirm = defineAct({
  scope: 'treasury',
  input: Networks,
  plan: async (context, { network: named }) => {
    const chosen = await chooseReady(context, named, async (network) => await checkConfirm(context, network));
    if ('refused' in chosen) return chosen;
    const { ready, others } = chosen;
    return {
      subject: subjectOf(ready),
      effect: { networks: ready.map(({ network, transactions }) => ({ network, transactions })), others },
      versions: ready.map(({ recovery }) => recovery.read_to),
      execute: async (transaction) => {
        for (const { network, recovery } of ready)
          requireWritten(await updateRecovery(transaction, recovery, { state: 'CONFIRMED' }), network);
      },
    };
  },
});

async function checkOpen({ database, gateways }: OperatorContext, network: string) {
  const recovery = await findRecovery(database, network);
  if (!recovery) return refuse('NOT_IN_RECOVERY', { network });
  const gateway = gateways.get(network);
  if (!gateway) return refuse('NOT_CONNECTED', { network });
  const sent = await countSent(gateway);
  if (sent === null) return refuse('NO_ANSWER', { network });
  if (recovery.state !== 'CONFIRMED' || !isRead(recovery, sent)) return refuse('NOT_CONFIRMED', { network });
  const { count, orders } = await listUnresolvedOrders(database, network, LISTED_ORDERS);
  return count > 0 ? refuse('ORDERS_UNRESOLVED', { network, count, orders }) : { network, recovery, gateway };
}

/**
 * Ends the RECOVERY of networks whose lists are confirmed: payments leave again. Refuses while an order of the network waits for a payment and may
 * have been paid on another one whose list is not confirmed (D75). `all`: of every network that is ready.
 */
const open = defineAct({
  scope: 'treasury',
  input: Networks,
  plan: async (context, { network: named }) => {
    const chosen = await chooseReady(context, named, async (network) => await checkOpen(context, network));
    if ('refused' in chosen) return chosen;
    const { ready, others } = chosen;
    return {
      subject: subjectOf(ready),
      effect: { networks: ready.map(({ network }) => network), others },
      versions: ready.map(({ recovery }) => recovery.read_to),
      execute: async (transaction) => {
        for (const { network, recovery, gateway } of ready) {
          requireWritten(await deleteConfirmedRecovery(transaction, recovery), network);
          await gateway.records.acknowledge(transaction, recovery.read_to ?? 0);
        }
      },
    };
  },
  needsSecond: () => true,
});

/** Returns how many transactions of the treasury the network shows; null while it can't be read. */
async function countSent({ records }: Pick<ChainGateway, 'records'>): Promise<TreasuryCount | null> {
  try {
    return await records.count();
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    return null;
  }
}

/** Returns whether the list has everything that the network shows. */
const isRead = ({ read_to }: RecoveryTable, { mined, pending }: { mined: number; pending: number }): boolean =>
  read_to !== null && mined <= read_to && pending <= read_to;

export const openActs = { confirm, open } satisfies Record<string, Act>;
