import type { Instrument } from '../../contract/api/instruments.ts';
import type { Decimal } from '../../contract/money.ts';
import type { SecondFactorService } from '../accounts/secondFactor/secondFactorService.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import { instrumentOf, networkOf } from '../instruments/lookup.ts';
import type { MailSealing } from '../mail/sealedMailData.ts';
import type { PaymentContext } from '../payments/paymentContext.ts';
import type { Side } from '../payments/recipients/checks.ts';
import type { PricingDesk } from '../pricing/desk.ts';

/** Earnings are withdrawn in USDT of TRON (specification §5). */
export const WITHDRAWAL_INSTRUMENT = 'usdttrc20';

/** The operator's settings, read by `withdrawalSettings.ts`. Amounts are in USDT. */
export interface WithdrawalRules {
  minimum: Decimal;
  /** An operator checks first what exceeds this within 24 hours, per customer and per address (D60, D69). */
  reviewAbove: Decimal;
  /** How long a withdrawal with a reason to wait can be stopped (D60), in ms; 0: no withdrawal waits */
  waitMs: number;
}

export interface WithdrawalContext extends PaymentContext {
  readonly desk: Pick<PricingDesk, 'networkFee'>;
  /** Signs what customers ask for. */
  readonly signer: DocumentSigner;
  /** Returns the instrument as API responses show it. */
  readonly presentInstrument: (slug: string) => Instrument;
  /** The proof that a withdrawal needs (D69) */
  readonly proofs: Pick<SecondFactorService, 'startStepUp' | 'checkActionProof'>;
  /** Encrypts the links of mails that wait, and fee quotes. */
  readonly sealing: MailSealing;
  readonly rules: WithdrawalRules;
  /** Whether the test address of D25 is accepted */
  readonly isSandbox: boolean;
}

/** Returns the instrument of withdrawals with its network. */
export function withdrawalSide(context: Pick<WithdrawalContext, 'catalogue'>): Side {
  return { instrument: instrumentOf(context, WITHDRAWAL_INSTRUMENT), network: networkOf(context, WITHDRAWAL_INSTRUMENT) };
}

/** Returns whether this host can send withdrawals: it has a connection to TRON. Otherwise it does not announce them (D30). */
export function canWithdraw({ catalogue, gateways }: Pick<PaymentContext, 'catalogue' | 'gateways'>): boolean {
  const instrument = catalogue.instruments.get(WITHDRAWAL_INSTRUMENT);
  return instrument !== undefined && gateways.has(instrument.network);
}
