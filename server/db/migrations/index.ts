import type { Migration } from 'kysely/migration';
import { ordersMigration } from './01_orders.ts';
import { chainMigration } from './02_chain.ts';
import { hostMigration } from './03_host.ts';
import { mailMigration } from './04_mail.ts';
import { documentsMigration } from './05_documents.ts';
import { reconcileMigration } from './06_reconcile.ts';
import { incidentsMigration } from './07_incidents.ts';
import { identityMigration } from './accounts/51_identity.ts';
import { accountsMigration } from './accounts/08_accounts.ts';
import { secondFactorMigration } from './accounts/09_second_factor.ts';
import { affiliatesMigration } from './accounts/10_affiliates.ts';
import { withdrawalsMigration } from './11_withdrawals.ts';
import { apiKeysMigration } from './accounts/12_api_keys.ts';
import { historyMigration } from './13_history.ts';
import { allowancesMigration } from './accounts/14_allowances.ts';
import { paymentsMigration } from './15_payments.ts';
import { operatorMigration } from './16_operator.ts';
import { networksMigration } from './17_networks.ts';
import { withoutWriteOffsMigration } from './18_without_write_offs.ts';
import { treasuryCountsMigration } from './19_treasury_counts.ts';
import { signedAccrualsMigration } from './20_signed_accruals.ts';
import { withdrawalAddressMigration } from './21_withdrawal_address.ts';
import { fixedRatesMigration } from './22_fixed_rates.ts';
import { withdrawalDelaysMigration } from './24_withdrawal_delays.ts';
import { supersededTokensMigration } from './accounts/26_superseded_tokens.ts';
import { referralsMigration } from './accounts/27_referrals.ts';
import { verifiedSendsMigration } from './28_verified_sends.ts';
import { platformFeeMigration } from './29_platform_fee.ts';
import { alertsMigration } from './45_alerts.ts';
import { reportDaysMigration } from './46_report_days.ts';
import { forgottenOrdersMigration } from './48_forgotten_orders.ts';
import { embeddedCardsMigration } from './fiat/49_embedded_cards.ts';
import { cardPurchasesMigration } from './fiat/50_card_purchases.ts';
import { purchaseSearchMigration } from './fiat/54_purchase_search.ts';
import { embeddedVenueMigration } from './venues/58_embedded_venue.ts';
import { hedgingMigration } from './venues/59_hedging.ts';
import { venueTransfersMigration } from './venues/60_venue_transfers.ts';
import { settingsMigration } from './38_settings.ts';
import { searchMigration } from './39_search.ts';
import { partnerKeysMigration } from './accounts/30_partner_keys.ts';
import { accountFreezeMigration } from './accounts/31_account_freeze.ts';
import { noticesMigration } from './53_notices.ts';
import { pooledNetworksMigration } from './networks/56_pooled_networks.ts';
import { bitcoinMigration } from './networks/57_bitcoin.ts';
import { collectionsMigration } from './networks/63_collections.ts';
import { venueFeesMigration } from './venues/64_venue_fees.ts';
import { batchesMigration } from './networks/65_batches.ts';
import { feeBumpsMigration } from './networks/66_fee_bumps.ts';
import { tronMigration } from './networks/67_tron.ts';
import { moneroMigration } from './networks/68_monero.ts';
import { moneroCoinsMigration } from './networks/69_monero_coins.ts';
import { refundFeeFactorMigration } from './networks/70_refund_fee_factor.ts';
import { recentSendsMigration } from './networks/71_recent_sends.ts';
import { embeddedSendsMigration } from './42_embedded_sends.ts';
import { recoveryMigration } from './35_recovery.ts';
import { approvalsMigration } from './37_approvals.ts';
import { restoredAccountsMigration } from './accounts/36_restored_accounts.ts';
import { messengerMessagesMigration } from './accounts/34_messenger_messages.ts';
import { messengerWritingMigration } from './accounts/40_messenger_writing.ts';
import { messengerAccountsMigration } from './accounts/33_messenger_accounts.ts';

/** Migrations by name, run in alphabetical order. A released migration is never changed. */
export const migrations: Record<string, Migration> = {
  '01_orders': ordersMigration,
  '02_chain': chainMigration,
  '03_host': hostMigration,
  '04_mail': mailMigration,
  '05_documents': documentsMigration,
  '06_reconcile': reconcileMigration,
  '07_incidents': incidentsMigration,
  '08_accounts': accountsMigration,
  '09_second_factor': secondFactorMigration,
  '10_affiliates': affiliatesMigration,
  '11_withdrawals': withdrawalsMigration,
  '12_api_keys': apiKeysMigration,
  '13_history': historyMigration,
  '14_allowances': allowancesMigration,
  '15_payments': paymentsMigration,
  '16_operator': operatorMigration,
  '17_networks': networksMigration,
  '18_without_write_offs': withoutWriteOffsMigration,
  '19_treasury_counts': treasuryCountsMigration,
  '20_signed_accruals': signedAccrualsMigration,
  '21_withdrawal_address': withdrawalAddressMigration,
  '22_fixed_rates': fixedRatesMigration,
  '24_withdrawal_delays': withdrawalDelaysMigration,
  '26_superseded_tokens': supersededTokensMigration,
  '27_referrals': referralsMigration,
  '28_verified_sends': verifiedSendsMigration,
  '29_platform_fee': platformFeeMigration,
  '30_partner_keys': partnerKeysMigration,
  '31_account_freeze': accountFreezeMigration,
  '33_messenger_accounts': messengerAccountsMigration,
  '34_messenger_messages': messengerMessagesMigration,
  '35_recovery': recoveryMigration,
  '36_restored_accounts': restoredAccountsMigration,
  '37_approvals': approvalsMigration,
  '38_settings': settingsMigration,
  '39_search': searchMigration,
  '40_messenger_writing': messengerWritingMigration,
  '42_embedded_sends': embeddedSendsMigration,
  '45_alerts': alertsMigration,
  '46_report_days': reportDaysMigration,
  '48_forgotten_orders': forgottenOrdersMigration,
  '49_embedded_cards': embeddedCardsMigration,
  '50_card_purchases': cardPurchasesMigration,
  '51_identity': identityMigration,
  '53_notices': noticesMigration,
  '54_purchase_search': purchaseSearchMigration,
  '56_pooled_networks': pooledNetworksMigration,
  '57_bitcoin': bitcoinMigration,
  '58_embedded_venue': embeddedVenueMigration,
  '59_hedging': hedgingMigration,
  '60_venue_transfers': venueTransfersMigration,
  '63_collections': collectionsMigration,
  '64_venue_fees': venueFeesMigration,
  '65_batches': batchesMigration,
  '66_fee_bumps': feeBumpsMigration,
  '67_tron': tronMigration,
  '68_monero': moneroMigration,
  '69_monero_coins': moneroCoinsMigration,
  '70_refund_fee_factor': refundFeeFactorMigration,
  '71_recent_sends': recentSendsMigration,
};
