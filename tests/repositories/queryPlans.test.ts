import { expect, test } from 'vitest';
import { listRecentPayments } from '../../server/db/repositories/alerts.ts';
import { listBusyNetworks, listNetworksToMaintain, listNetworksToSend } from '../../server/db/repositories/busyNetworks.ts';
import { listExtraDepositsDue, listUnbookedDeposits } from '../../server/db/repositories/deposits.ts';
import {
  listCoinsOfOpenOrders,
  listIdleReservations,
  listMovableOrders,
  listWatchedOrders,
} from '../../server/db/repositories/orders.ts';
import { listDueOutboxRows, listHeldSends } from '../../server/db/repositories/outbox.ts';
import { listDueSweeps } from '../../server/db/repositories/sweeps.ts';
import { listPayoutInstruments } from '../../server/db/repositories/treasury.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { planSteps } from '../support/queryPlans.ts';

const NETWORK = 'ethereum';
const NOW = 1_764_000_000_000;

/** They grow with every order, and nothing is ever deleted from them. */
const GROWING = /^SCAN (?:orders|deposits|sweeps|outbox)\b/;

test('what the settlement worker and the alerts ask again and again reads no growing table to its end', async () => {
  const database = await openMemoryDatabase();
  const steps = await planSteps(database, async (recorded) => {
    await listBusyNetworks(recorded, [NETWORK], NOW);
    await listNetworksToMaintain(recorded, [NETWORK], NOW);
    await listNetworksToSend(recorded, [NETWORK], NOW);
    await listWatchedOrders(recorded, NETWORK, NOW);
    await listCoinsOfOpenOrders(recorded, [NETWORK], NOW);
    await listMovableOrders(recorded, NETWORK, NOW);
    await listIdleReservations(recorded, NETWORK, NOW);
    await listPayoutInstruments(recorded, NETWORK);
    await listUnbookedDeposits(recorded, NETWORK);
    await listExtraDepositsDue(recorded, NETWORK, NOW);
    await listDueOutboxRows(recorded, NETWORK, ['PENDING', 'REFUSED'], NOW);
    await listDueOutboxRows(recorded, NETWORK, ['SENT'], NOW);
    await listDueSweeps(recorded, NETWORK, NOW);
    await listHeldSends(recorded, { kind: 'PAYOUT', instruments: ['eth', 'usdcerc20'], reason: 'NO_USD_PRICE' }, 50);
    await listRecentPayments(recorded, NOW);
  });
  expect(steps.filter((step) => GROWING.test(step))).toEqual([]);
  // Held sends are few, those of a coin are not.
  expect(steps.join('\n')).toContain('SEARCH outbox USING INDEX outbox_unresolved (state=?)');
  await database.destroy();
});
