import type { AccountTables } from './tables/accounts.ts';
import type { AffiliateTables } from './tables/affiliates.ts';
import type { ApiKeyTables } from './tables/apiKeys.ts';
import type { ChainTables } from './tables/chain.ts';
import type { DocumentTables } from './tables/documents.ts';
import type { HostTables } from './tables/host.ts';
import type { MailTables } from './tables/mail.ts';
import type { MessengerTables } from './tables/messenger.ts';
import type { OperatorTables } from './tables/operator.ts';
import type { OrderTables } from './tables/orders.ts';
import type { PaymentTables } from './tables/payments.ts';
import type { ReconcileTables } from './tables/reconcile.ts';
import type { RecoveryTables } from './tables/recovery.ts';
import type { SecondFactorTables } from './tables/secondFactor.ts';
import type { WithdrawalTables } from './tables/withdrawals.ts';

/** Every table, by area. Amounts are decimal strings: TEXT in SQLite, NUMERIC in PostgreSQL. Times are milliseconds since 1970. */
export type Tables = OrderTables &
  PaymentTables &
  ChainTables &
  HostTables &
  MailTables &
  MessengerTables &
  DocumentTables &
  ReconcileTables &
  RecoveryTables &
  AccountTables &
  SecondFactorTables &
  AffiliateTables &
  ApiKeyTables &
  OperatorTables &
  WithdrawalTables;
