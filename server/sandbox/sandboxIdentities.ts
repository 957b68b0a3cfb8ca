import { ApiError } from '../../contract/errors.ts';
import { isoTime } from '../../contract/isoTime.ts';
import type { SandboxState, SandboxVerdictInput } from '../../contract/schemas/sandbox.ts';
import { listInReview } from '../db/repositories/identity/submissions.ts';
import { planAct, runAct } from '../operator/acts/runAct.ts';
import type { OperatorContext } from '../operator/operatorContext.ts';

/** The verifications of customers that wait for a verdict, which the sandbox gives in place of a reviewer (D12). */
export interface SandboxIdentities {
  list(): Promise<SandboxState['identities']>;
  /** Throws ERR_NOT_ACCEPTABLE if this attempt does not wait for a verdict. */
  decide(verdict: SandboxVerdictInput): Promise<void>;
}

const MOST_LISTED = 20;
/** Who acts, in the audit */
const ACTOR = { systemUser: 'sandbox' };
const REJECTION = { documents: [{ field: 'facePhoto', reason: 'FACE_MISMATCH' }], final: false };

export function createSandboxIdentities(context: OperatorContext): SandboxIdentities {
  return {
    list: async () =>
      (await listInReview(context.database, MOST_LISTED)).map(({ id, attempt, user_id, submitted_at }) => ({
        submissionId: id,
        attempt,
        userId: user_id,
        submittedAt: isoTime(submitted_at ?? 0),
      })),
    decide: async ({ isAccepted, ...submission }) => {
      const act = isAccepted ? 'verify-pass' : 'verify-reject';
      const input = isAccepted ? submission : { ...submission, ...REJECTION };
      const planned = await planAct(context, ACTOR, act, input);
      const outcome = 'refused' in planned ? planned : await runAct(context, ACTOR, act, input, planned.digest);
      if ('refused' in outcome) throw new ApiError('ERR_NOT_ACCEPTABLE', 'This attempt does not wait for a verdict.');
    },
  };
}
