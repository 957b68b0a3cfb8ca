import type { AccountTables } from './tables/accounts.ts';
import type { AffiliateTables } from './tables/affiliates.ts';
import type { ApiKeyTables } from './tables/apiKeys.ts';
import type { BitcoinTables } from './tables/bitcoin.ts';
import type { ChainTables } from './tables/chain.ts';
import type { DocumentTables } from './tables/documents.ts';
import type { EmbeddedCardTables } from './tables/embeddedCards.ts';
import type { FiatTables } from './tables/fiat.ts';
import type { HostTables } from './tables/host.ts';
import type { IdentityTables } from './tables/identity.ts';
import type { MailTables } from './tables/mail.ts';
import type { MessengerTables } from './tables/messenger.ts';
import type { MoneroTables } from './tables/monero.ts';
import type { OperatorTables } from './tables/operator.ts';
import type { OrderTables } from './tables/orders.ts';
import type { PaymentTables } from './tables/payments.ts';
import type { ReconcileTables } from './tables/reconcile.ts';
import type { RecoveryTables } from './tables/recovery.ts';
import type { ReportTables } from './tables/reports.ts';
import type { SecondFactorTables } from './tables/secondFactor.ts';
import type { TronTables } from './tables/tron.ts';
import type { VenueTables } from './tables/venues.ts';
import type { WithdrawalTables } from './tables/withdrawals.ts';

/** Every table, by area. Amounts are decimal strings: TEXT in SQLite, NUMERIC in PostgreSQL. Times are milliseconds since 1970. */
export type Tables = OrderTables &
  PaymentTables &
  BitcoinTables &
  ChainTables &
  EmbeddedCardTables &
  FiatTables &
  HostTables &
  MailTables &
  MessengerTables &
  MoneroTables &
  DocumentTables &
  ReconcileTables &
  RecoveryTables &
  ReportTables &
  AccountTables &
  SecondFactorTables &
  AffiliateTables &
  ApiKeyTables &
  IdentityTables &
  OperatorTables &
  TronTables &
  VenueTables &
  WithdrawalTables;
