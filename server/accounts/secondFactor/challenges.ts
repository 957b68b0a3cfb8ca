import { createHash, randomBytes } from 'node:crypto';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { clientGroup, clientGroups, isOfGroup } from '../../../contract/clientGroup.ts';
import { ApiError, tooManyRequests } from '../../../contract/errors.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import type { SecondFactorChallengeOutput } from '../../../contract/schemas/secondFactor.ts';
import type { Executor } from '../../db/database.ts';
import {
  deleteAccountCodes,
  deleteOldAccountCodes,
  findAccountCode,
  insertAccountCode,
  listAccountCodes,
} from '../../db/repositories/accounts/accountCodes.ts';
import { countRecoveryCodes, findTotpSecret, listPasskeys } from '../../db/repositories/accounts/secondFactors.ts';
import { secondsToNextWindow } from '../../db/repositories/allowances.ts';
import { ProvenAction } from '../../mail/accountMailValues.ts';
import type { AccountCodeRow } from '../../db/tables/accounts.ts';
import type { Customer } from '../authentication.ts';
import { emailMissing } from '../emailKey.ts';
import { STEP_UP_CODES } from '../../mail/mailLimits.ts';
import { PROOF_CHANNELS } from './channels.ts';
import type { SecondFactorClient, SecondFactorContext } from './context.ts';
import { authenticationOptions } from './passkeys.ts';
import { normaliseCode, randomText } from './recoveryCodes.ts';
import { relyingPartyOf } from './relyingParty.ts';

const CHALLENGE_MS = 5 * 60_000;
/** An e-mail takes longer than a look at a phone. */
const EMAIL_CODE_MS = 15 * 60_000;
const EMAIL_CODE_LENGTH = 8;
const HOUR_MS = 3_600_000;
const CHALLENGE_BYTES = 32;
/** Sign-ins of a customer that lack their second factor: of one client, and of all */
const MOST_SIGN_INS_OF_CLIENT = 5;
const MOST_SIGN_INS = 100;
/** How long codes stay in the database after they have expired. */
const KEPT_MS = 24 * HOUR_MS;

type ChallengeKind = Extract<AccountCodeRow['kind'], 'SIGN_IN' | 'STEP_UP' | 'ACTION' | 'PASSKEY'>;

/** What a proof permits alone: an action of the customer, or an operator's act, by the digest of its plan (D61). */
const ChallengeAction = Type.Union([ProvenAction, Type.Object({ operatorAct: Type.String() })]);
export type ChallengeAction = Static<typeof ChallengeAction>;

const ChallengeData = Type.Object({
  sessionId: Type.Union([Type.String(), Type.Null()]),
  /** Of a sign-in: its client group */
  client: Type.Optional(Type.String()),
  /** The only thing that it permits */
  action: Type.Optional(ChallengeAction),
  /** The customer has confirmed the action in the browser: no further proof is needed. */
  isProven: Type.Optional(Type.Boolean()),
});

/** A challenge that is neither used nor expired. */
export type Challenge = Omit<AccountCodeRow, 'data'> & Static<typeof ChallengeData>;

/** A challenge id is also the random challenge that a passkey signs. The database stores its SHA-256 only. */
const rowIdOf = (challengeId: string): string => createHash('sha256').update(challengeId).digest('hex');

export const writeChallengeData = (data: Static<typeof ChallengeData>): string => JSON.stringify(data);

/** Stores a challenge of 256 random bits, base64url. `codeHash`: of the code sent by e-mail. */
export async function createChallenge(
  { now }: Pick<SecondFactorContext, 'now'>,
  executor: Executor,
  challenge: {
    kind: ChallengeKind;
    userId: number | null;
    sessionId?: string;
    client?: string;
    action?: ChallengeAction;
    id?: string;
    codeHash?: string;
    validMs?: number;
  },
): Promise<{ challengeId: string; expiresAt: string }> {
  const {
    kind,
    userId,
    sessionId = null,
    client,
    action,
    id = randomChallenge(),
    codeHash = '',
    validMs = CHALLENGE_MS,
  } = challenge;
  const createdAt = now();
  await deleteOldAccountCodes(executor, createdAt - KEPT_MS);
  await insertAccountCode(executor, {
    id: rowIdOf(id),
    user_id: userId,
    kind,
    code_hash: codeHash,
    data: writeChallengeData({ sessionId, ...(client !== undefined && { client }), ...(action && { action }) }),
    created_at: createdAt,
    expires_at: createdAt + validMs,
  });
  return { challengeId: id, expiresAt: isoTime(createdAt + validMs) };
}

/** Returns a challenge. Throws ERR_NOT_FOUND if it is of another kind, used, expired or of another session. */
export async function openChallenge(
  { database, now }: Pick<SecondFactorContext, 'database' | 'now'>,
  challengeId: string,
  kinds: readonly ChallengeKind[],
): Promise<Challenge> {
  const challenge = await findChallenge(database, rowIdOf(challengeId), now());
  if (!challenge || !kinds.some((kind) => kind === challenge.kind)) throw challengeExpired();
  return challenge;
}

/** Returns the challenge of a row; undefined if it is used or expired. */
export async function findChallenge(executor: Executor, id: string, now: number): Promise<Challenge | undefined> {
  const row = await findAccountCode(executor, id, now);
  if (!row) return undefined;
  const { data, ...rest } = row;
  return { ...rest, ...Value.Parse(ChallengeData, JSON.parse(data)) };
}

export function challengeExpired(): ApiError {
  return new ApiError('ERR_NOT_FOUND', 'This confirmation has expired or was used. Start again.');
}

/** Starts the second step of a sign-in whose password was right. */
export async function startSignIn(
  context: SecondFactorContext,
  user: { id: number },
  { origin, address }: SecondFactorClient,
): Promise<SecondFactorChallengeOutput> {
  const client = clientGroup(address);
  await dropSignIns(context, user.id, client);
  const challenge = await createChallenge(context, context.database, { kind: 'SIGN_IN', userId: user.id, client });
  return await withMethods(context, challenge, user.id, origin);
}

/**
 * Makes room for one more sign-in that lacks its second factor. Who knows only the password can't push out a sign-in of the owner,
 * which comes from another client (D70).
 */
async function dropSignIns({ database, now }: SecondFactorContext, userId: number, client: string): Promise<void> {
  const open = await listAccountCodes(database, { userId, kind: 'SIGN_IN', limit: MOST_SIGN_INS }, now());
  const clients = open.map(({ data }) => Value.Parse(ChallengeData, JSON.parse(data)).client ?? '');
  const ofClient = clientGroups(client).flatMap(({ group, factor }) =>
    open.filter((_, index) => isOfGroup(clients[index] ?? '', group)).slice(MOST_SIGN_INS_OF_CLIENT * factor - 1),
  );
  const surplus = new Set([...ofClient, ...open.slice(MOST_SIGN_INS - 1)]);
  await deleteAccountCodes(
    database,
    [...surplus].map(({ id }) => id),
  );
}

/**
 * Starts a sign-in with a passkey alone. The passkey tells who it is. Throws ERR_NOT_ACCEPTABLE where browsers allow no passkeys.
 */
export async function startPasskeySignIn(
  context: SecondFactorContext,
  client: Pick<SecondFactorClient, 'origin'>,
): Promise<SecondFactorChallengeOutput> {
  const relyingParty = relyingPartyOf(client.origin);
  if (!relyingParty) throw noPasskeysHere();
  const challenge = await createChallenge(context, context.database, { kind: 'PASSKEY', userId: null });
  const passkeyOptions = await authenticationOptions(relyingParty, challenge.challengeId, []);
  return { ...challenge, methods: ['passkey'], passkeyOptions };
}

export function noPasskeysHere(): ApiError {
  return new ApiError('ERR_NOT_ACCEPTABLE', 'Passkeys need a host name and HTTPS, or http://localhost.');
}

/**
 * Starts a fresh proof in a session, or the proof of one action. A customer without a second factor gets a code through a channel (D3,
 * D69, D70). One without an e-mail (D74) proves the account of the messenger, which permits no action.
 *
 * @throws ERR_TOO_MANY_REQUESTS if the customer was sent too many codes in this hour, ERR_NOT_ACCEPTABLE if no channel reaches them
 */
export async function startStepUp(
  context: SecondFactorContext,
  customer: Customer,
  client: SecondFactorClient,
  action: ChallengeAction | null = null,
): Promise<SecondFactorChallengeOutput> {
  const { database, sealing, now } = context;
  const { userId, sessionId } = customer;
  const purpose = action ? ({ kind: 'ACTION', action } as const) : ({ kind: 'STEP_UP' } as const);
  if (customer.hasSecondFactor) {
    const challenge = await createChallenge(context, database, { ...purpose, userId, sessionId });
    return await withMethods(context, challenge, userId, client.origin);
  }
  if (customer.email === null && context.messenger && !action) {
    const challenge = await createChallenge(context, database, { ...purpose, userId, sessionId });
    return { ...challenge, methods: ['initData'], passkeyOptions: null };
  }
  const channel = PROOF_CHANNELS.find(({ reaches }) => reaches(customer));
  // Operators have a second factor.
  if (!channel || (action && 'operatorAct' in action)) throw emailMissing();
  const id = randomChallenge();
  const code = randomText(EMAIL_CODE_LENGTH);
  const codeHash = sealing.digest(normaliseCode(code), emailCodeOwner(rowIdOf(id)));
  const validMs = EMAIL_CODE_MS;
  const challenge = await database.transaction().execute(async (transaction) => {
    if (!(await channel.send(transaction, { userId, code, validMs, action, client, sealing, now: now() }))) {
      throw tooManyRequests('Too many codes were sent. Try again later.', secondsToNextWindow(STEP_UP_CODES, now()));
    }
    return await createChallenge(context, transaction, { ...purpose, userId, sessionId, id, codeHash, validMs });
  });
  return { ...challenge, methods: [channel.method], passkeyOptions: null };
}

/** Returns the name under which the code of an e-mail is digested. */
export const emailCodeOwner = (rowId: string): string => `step-up:${rowId}`;

/** Returns a challenge with the methods of its customer, and what browsers of this site need for a passkey. */
export async function withMethods(
  { database }: SecondFactorContext,
  challenge: { challengeId: string; expiresAt: string },
  userId: number,
  origin: string,
): Promise<SecondFactorChallengeOutput> {
  const relyingParty = relyingPartyOf(origin);
  const totp = await findTotpSecret(database, userId);
  const passkeys = (await listPasskeys(database, userId)).filter(({ relying_party }) => relying_party === relyingParty?.id);
  const recoveryCodes = await countRecoveryCodes(database, userId);
  return {
    ...challenge,
    methods: [
      ...((totp?.enabled_at ?? null) === null ? [] : (['totp'] as const)),
      ...(passkeys.length > 0 ? (['passkey'] as const) : []),
      ...(recoveryCodes > 0 ? (['recoveryCode'] as const) : []),
    ],
    passkeyOptions:
      relyingParty && passkeys.length > 0 ? await authenticationOptions(relyingParty, challenge.challengeId, passkeys) : null,
  };
}

const randomChallenge = (): string => randomBytes(CHALLENGE_BYTES).toString('base64url');
