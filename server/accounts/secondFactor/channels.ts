import type { SecondFactorChallengeOutput } from '../../../contract/schemas/secondFactor.ts';
import type { Executor } from '../../db/database.ts';
import { queueAccountMail } from '../../mail/accountMail.ts';
import type { ProvenAction } from '../../mail/accountMailValues.ts';
import type { Customer } from '../authentication.ts';
import type { Sealing } from '../sealing.ts';
import type { SecondFactorClient } from './context.ts';

/** A code for a customer without a second factor, which `validMs` later no longer works. */
export interface ChannelCode {
  userId: number;
  code: string;
  validMs: number;
  /** The only thing that the code permits; null: every act that needs a fresh proof */
  action: ProvenAction | null;
  client: SecondFactorClient;
  sealing: Sealing;
  /** ms since 1970 */
  now: number;
}

/**
 * A way to send a customer without a second factor a code (D70). Every code is verified like that of an e-mail: its digest is
 * stored with the challenge.
 */
export interface ProofChannel {
  method: Extract<SecondFactorChallengeOutput['methods'][number], 'emailCode'>;
  /** Whether the customer receives what it sends */
  reaches(customer: Customer): boolean;
  /** Queues the code in the transaction of its challenge. Returns false if the customer was sent too many. */
  send(executor: Executor, code: ChannelCode): Promise<boolean>;
}

const mailbox: ProofChannel = {
  method: 'emailCode',
  reaches: ({ email }) => email !== null,
  send: async (executor, { userId, code, validMs, action, client: { origin, address }, sealing, now }) =>
    await queueAccountMail(executor, {
      userId,
      kind: 'STEP_UP_CODE',
      data: { code, validMs, ...action },
      origin,
      clientAddress: address,
      sealing,
      now,
    }),
};

/** The first one that reaches a customer is used. */
export const PROOF_CHANNELS: readonly ProofChannel[] = [mailbox];
