import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import type { PaymentContext } from '../payments/paymentContext.ts';

/** What the recovery of a network needs from the host. */
export type RecoveryContext = Pick<PaymentContext, 'database' | 'catalogue' | 'gateways' | 'now'> & {
  readonly signer: DocumentSigner;
};
