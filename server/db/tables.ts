import { accountTables } from './tables/accounts.ts';
import { affiliateTables } from './tables/affiliates.ts';
import { apiKeyTables } from './tables/apiKeys.ts';
import { bitcoinTables } from './tables/bitcoin.ts';
import { chainTables } from './tables/chain.ts';
import { documentTables } from './tables/documents.ts';
import { embeddedCardTables } from './tables/embeddedCards.ts';
import { fiatTables } from './tables/fiat.ts';
import { hostTables } from './tables/host.ts';
import { identityTables } from './tables/identity.ts';
import { mailTables } from './tables/mail.ts';
import { messengerTables } from './tables/messenger.ts';
import { moneroTables } from './tables/monero.ts';
import { operatorTables } from './tables/operator.ts';
import { orderTables } from './tables/orders.ts';
import { paymentTables } from './tables/payments.ts';
import { reconcileTables } from './tables/reconcile.ts';
import { recoveryTables } from './tables/recovery.ts';
import { reportTables } from './tables/reports.ts';
import { secondFactorTables } from './tables/secondFactor.ts';
import { tronTables } from './tables/tron.ts';
import { venueTables } from './tables/venues.ts';
import { withdrawalTables } from './tables/withdrawals.ts';
import type { KyselyTable } from './table.ts';

/** Every table and view, by area. Times are milliseconds since 1970. */
export const schema = {
  ...accountTables,
  ...affiliateTables,
  ...apiKeyTables,
  ...bitcoinTables,
  ...chainTables,
  ...documentTables,
  ...embeddedCardTables,
  ...fiatTables,
  ...hostTables,
  ...identityTables,
  ...mailTables,
  ...messengerTables,
  ...moneroTables,
  ...operatorTables,
  ...orderTables,
  ...paymentTables,
  ...reconcileTables,
  ...recoveryTables,
  ...reportTables,
  ...secondFactorTables,
  ...tronTables,
  ...venueTables,
  ...withdrawalTables,
};

export type Tables = { [Name in keyof typeof schema]: KyselyTable<(typeof schema)[Name]> };
