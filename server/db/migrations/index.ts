import type { Migration } from 'kysely/migration';
import { ordersMigration } from './0001_orders.ts';
import { chainMigration } from './0002_chain.ts';
import { hostMigration } from './0003_host.ts';
import { portsMigration } from './0004_ports.ts';
import { clientsMigration } from './0005_clients.ts';
import { chainFaultsMigration } from './0007_chain_faults.ts';
import { claimsMigration } from './0008_claims.ts';
import { documentsMigration } from './0009_documents.ts';
import { mailMigration } from './0010_mail.ts';
import { reconcileMigration } from './0011_reconcile.ts';
import { indexesMigration } from './0012_indexes.ts';
import { refundsMigration } from './0013_refunds.ts';
import { verdictsMigration } from './0014_verdicts.ts';
import { lookAtMigration } from './0015_look_at.ts';
import { acceptedMigration } from './0016_accepted.ts';
import { elsewhereMigration } from './0017_elsewhere.ts';
import { vouchedMigration } from './0018_vouched.ts';
import { trustedPricesMigration } from './0019_trusted_prices.ts';
import { refusalsMigration } from './0020_refusals.ts';
import { goneMigration } from './0021_gone.ts';
import { mailLooksMigration } from './0022_mail_looks.ts';
import { readUntilMigration } from './0023_read_until.ts';
import { waitingMigration } from './0024_waiting.ts';

/** In order of their names. A migration that was released is never changed. */
export const migrations: Record<string, Migration> = {
  '0001_orders': ordersMigration,
  '0002_chain': chainMigration,
  '0003_host': hostMigration,
  '0004_ports': portsMigration,
  '0005_clients': clientsMigration,
  '0007_chain_faults': chainFaultsMigration,
  '0008_claims': claimsMigration,
  '0009_documents': documentsMigration,
  '0010_mail': mailMigration,
  '0011_reconcile': reconcileMigration,
  '0012_indexes': indexesMigration,
  '0013_refunds': refundsMigration,
  '0014_verdicts': verdictsMigration,
  '0015_look_at': lookAtMigration,
  '0016_accepted': acceptedMigration,
  '0017_elsewhere': elsewhereMigration,
  '0018_vouched': vouchedMigration,
  '0019_trusted_prices': trustedPricesMigration,
  '0020_refusals': refusalsMigration,
  '0021_gone': goneMigration,
  '0022_mail_looks': mailLooksMigration,
  '0023_read_until': readUntilMigration,
  '0024_waiting': waitingMigration,
};
