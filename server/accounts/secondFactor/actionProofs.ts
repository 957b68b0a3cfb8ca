import type { ActionOutput } from '../../../contract/schemas/desktopSignIn.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { canonicalJson } from '../../../contract/signedDocuments/canonicalJson.ts';
import type { Executor } from '../../db/database.ts';
import { setAccountCodeData, useAccountCode } from '../../db/repositories/accounts/accountCodes.ts';
import { findCustomerSession } from '../../db/repositories/accounts/sessions.ts';
import { lockUser } from '../../db/repositories/accounts/users.ts';
import type { ProvenAction } from '../../mail/accountMailValues.ts';
import type { Customer } from '../authentication.ts';
import {
  challengeExpired,
  findChallenge,
  openChallenge,
  withMethods,
  writeChallengeData,
  type Challenge,
  type ChallengeAction,
} from './challenges.ts';
import type { SecondFactorContext } from './context.ts';
import { tryProof, type ProofRequest } from './verifyProof.ts';

/** What permits one action of a session. `startStepUp` started its challenge for this action. */
interface ActionProof extends ProofRequest {
  /** In canonical form: "50", not "50.0" */
  action: ChallengeAction;
  customer: Customer;
}

/**
 * Checks the proof of one action (D69), and counts the try. Returns the function that uses it up, in the transaction of the action.
 * That locks the customer, so that nothing happens in a session that ends at the same time.
 *
 * @throws what {@link tryProof} throws; ERR_NOT_FOUND also for the proof of another action
 */
export async function checkActionProof(
  context: SecondFactorContext,
  { input, action, customer, client }: ActionProof,
): Promise<(transaction: Executor) => Promise<void>> {
  const challenge = await openChallenge(context, input.challengeId, ['ACTION']);
  if (customer.sessionId !== challenge.sessionId || canonicalJson(action) !== canonicalJson(challenge.action)) {
    throw challengeExpired();
  }
  const answer = challenge.isProven ? null : await tryProof(context, challenge, { input, client });
  return async (transaction) => {
    if (!(await lockUser(transaction, customer.userId))) throw challengeExpired();
    if (!(await useAccountCode(transaction, challenge.id, context.now()))) throw challengeExpired();
    await answer?.use(transaction);
    const session = await findCustomerSession(transaction, customer.sessionId);
    if (session?.ended_at !== null) throw challengeExpired();
  };
}

/**
 * Returns what the desktop app asks its customer to confirm in the browser, with the methods that work there. The challenge is of the
 * app's session. Throws ERR_NOT_FOUND if it is over, or another customer's.
 */
export async function readAction(
  context: SecondFactorContext,
  { userId }: Pick<Customer, 'userId'>,
  { challengeId, origin }: { challengeId: string; origin: string },
): Promise<ActionOutput> {
  const { action, expires_at } = await openOwnAction(context, userId, challengeId);
  const challenge = { challengeId, expiresAt: isoTime(expires_at) };
  return { ...action, challenge: await withMethods(context, challenge, userId, origin) };
}

/**
 * Checks the answer of a browser to a challenge of the desktop app. Returns the function that uses the answer up and returns the id of
 * the challenge, for {@link markProven}. The challenge itself stays open for the app. Throws as {@link checkActionProof} does.
 */
export async function checkForApp(
  context: SecondFactorContext,
  { userId }: Pick<Customer, 'userId'>,
  request: ProofRequest,
): Promise<(transaction: Executor) => Promise<string>> {
  const challenge = await openOwnAction(context, userId, request.input.challengeId);
  const answer = await tryProof(context, challenge, request);
  return async (transaction) => {
    if (!(await lockUser(transaction, userId))) throw challengeExpired();
    await answer.use(transaction);
    return challenge.id;
  };
}

/** Marks a challenge of this session as answered. It has no effect if it is over, or of another session. */
export async function markProven(
  executor: Executor,
  id: string,
  { sessionId, now }: { sessionId: string; now: number },
): Promise<void> {
  const challenge = await findChallenge(executor, id, now);
  if (!challenge || challenge.sessionId !== sessionId || !challenge.action) return;
  const { action } = challenge;
  await setAccountCodeData(executor, id, writeChallengeData({ sessionId, action, isProven: true }));
}

async function openOwnAction(
  context: SecondFactorContext,
  userId: number,
  challengeId: string,
): Promise<Challenge & { action: ProvenAction }> {
  const challenge = await openChallenge(context, challengeId, ['ACTION']);
  const { action } = challenge;
  if (challenge.user_id !== userId || !action || 'operatorAct' in action) throw challengeExpired();
  return { ...challenge, action };
}
