import { randomBytes } from 'node:crypto';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { nullable } from '../../../contract/schemas/common.ts';
import { sha256 } from '../../common/hashing.ts';
import type { Executor } from '../../db/database.ts';
import { findAccountCode, insertAccountCode, listAccountCodes } from '../../db/repositories/accounts/accountCodes.ts';
import { findMessengerAccountOf } from '../../db/repositories/accounts/messengerAccounts.ts';
import { findTotpSecret, listPasskeys, listRecoveryHashes } from '../../db/repositories/accounts/secondFactors.ts';
import type { AccountCodeRow, UserRow } from '../../db/tables/accounts.ts';
import type { AccountMailValues } from '../../mail/accountMailValues.ts';
import type { MailSealing } from '../../mail/sealedMailData.ts';
import { emailKey } from '../emailKey.ts';

/** How long the link in the mail about a change works, and how long it blocks withdrawals (D70) */
export const FREEZE_MS = 7 * 24 * 3_600_000;
const TOKEN_BYTES = 24;
/** Of a customer: among so many links, the newest one with a proof is looked for. */
const LATEST = 20;

const Factors = Type.Object({
  totp: nullable(Type.Object({ sealedSecret: Type.String(), lastStep: Type.Number() })),
  recoveryHashes: Type.Array(Type.String()),
});

/** What a link restores: the account as it was before the change that its mail is about */
const Snapshot = Type.Object({
  email: Type.String(),
  passwordHash: nullable(Type.String()),
  /** The second factors: what is not among them was added since */
  ...Factors.properties,
  passkeyIds: Type.Array(Type.String()),
  /** The linked account of the messenger; absent: none */
  messengerId: Type.Optional(Type.String()),
  /** The second factor that proves who restores; null: the password does. See {@link proofOf}. */
  proof: nullable(Factors),
});
export type Snapshot = Static<typeof Snapshot>;

const LinkData = Type.Object({
  /** When the link froze the account, in ms since 1970; null: not yet */
  frozenAt: nullable(Type.Number()),
  /** A sealed {@link Snapshot}; null: the link restores nothing */
  snapshot: nullable(Type.String()),
  /** The link stops withdrawals and freezes nothing (D80). */
  stopsOnly: Type.Optional(Type.Boolean()),
});

/** A link that is neither used nor expired */
export interface FreezeLink {
  id: string;
  userId: number;
  createdAt: number;
  frozenAt: number | null;
  snapshot: Snapshot | null;
  stopsOnly?: boolean | undefined;
}

interface LinkContext {
  /** Encrypts what the link restores. */
  sealing: MailSealing;
  now(): number;
}

/** What a mail needs to show a link; empty: it shows none. */
type MailedLink = AccountMailValues['ACCOUNT_RESTORED'];

/**
 * Returns a link that freezes an account and then restores it as it is now, which a change is about to alter. Call it in the transaction of
 * the change, before its writes. An e-mail that nobody has confirmed gets no such link: it may be a stranger's.
 */
export async function createFreezeLink(context: LinkContext, transaction: Executor, user: UserRow): Promise<MailedLink> {
  if (user.email === null || user.email_confirmed_at === null) return {};
  return await insertLink(context, transaction, user.id, {
    snapshot: await takeSnapshot(context, transaction, user.email, user),
  });
}

/**
 * Returns a link that only freezes: for the mailbox of a new e-mail, which may be a thief's, and after an account was restored, so that two
 * people who know the same do not restore it in turn.
 */
export async function createFreezeOnlyLink(context: LinkContext, transaction: Executor, userId: number): Promise<MailedLink> {
  return await insertLink(context, transaction, userId, { snapshot: null });
}

/**
 * Returns a link for an e-mail that nobody has confirmed and that is replaced (D80): it stops withdrawals that were not sent, as often as
 * it is used. A stranger in that mailbox can only delay them.
 */
export async function createStopLink(context: LinkContext, transaction: Executor, userId: number): Promise<MailedLink> {
  return { ...(await insertLink(context, transaction, userId, { snapshot: null, stopsOnly: true })), stopsOnly: true };
}

/** Returns the link of a token; null if it is used, expired or forged. */
export async function findFreezeLink(context: LinkContext, executor: Executor, token: string): Promise<FreezeLink | null> {
  const row = await findAccountCode(executor, sha256(token), context.now());
  return row?.kind === 'FREEZE' && row.user_id !== null ? readLink(context, { ...row, user_id: row.user_id }) : null;
}

/** Returns the data of a link that has frozen its account. */
export function frozenData(context: LinkContext, link: FreezeLink): string {
  return writeData(context, link.id, { ...link, frozenAt: context.now() });
}

async function insertLink(
  context: LinkContext,
  transaction: Executor,
  userId: number,
  { snapshot, ...link }: Pick<FreezeLink, 'snapshot' | 'stopsOnly'>,
): Promise<MailedLink> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const id = sha256(token);
  await insertAccountCode(transaction, {
    id,
    user_id: userId,
    kind: 'FREEZE',
    // Nobody else may take the e-mail that the link restores.
    code_hash: snapshot === null ? '' : heldEmail(snapshot.email),
    data: writeData(context, id, { frozenAt: null, snapshot, ...link }),
    created_at: context.now(),
    expires_at: context.now() + FREEZE_MS,
  });
  return { token, validMs: FREEZE_MS };
}

/** What the database stores of the e-mail that a link restores. */
export const heldEmail = (email: string): string => sha256(`freeze:${emailKey(email)}`);

const ownerOf = (id: string): string => `freeze:${id}`;

function writeData(
  { sealing }: LinkContext,
  id: string,
  { frozenAt, snapshot, stopsOnly }: Pick<FreezeLink, 'frozenAt' | 'snapshot' | 'stopsOnly'>,
): string {
  const data: Static<typeof LinkData> = {
    frozenAt,
    snapshot: snapshot === null ? null : sealing.seal(JSON.stringify(snapshot), ownerOf(id)),
    ...(stopsOnly === true && { stopsOnly }),
  };
  return JSON.stringify(data);
}

function readLink({ sealing }: LinkContext, row: AccountCodeRow & { user_id: number }): FreezeLink {
  const { frozenAt, snapshot, stopsOnly } = Value.Parse(LinkData, JSON.parse(row.data));
  return {
    id: row.id,
    userId: row.user_id,
    createdAt: row.created_at,
    frozenAt,
    stopsOnly,
    snapshot: snapshot === null ? null : Value.Parse(Snapshot, JSON.parse(sealing.open(snapshot, ownerOf(row.id)))),
  };
}

async function takeSnapshot(context: LinkContext, transaction: Executor, email: string, user: UserRow): Promise<Snapshot> {
  const totp = await findTotpSecret(transaction, user.id);
  const passkeyIds = (await listPasskeys(transaction, user.id)).map(({ id }) => id);
  const factors = {
    totp: totp?.enabled_at ? { sealedSecret: totp.sealed_secret, lastStep: totp.last_step } : null,
    recoveryHashes: await listRecoveryHashes(transaction, user.id),
  };
  const messenger = await findMessengerAccountOf(transaction, user.id);
  const hasSecondFactor = factors.totp !== null || passkeyIds.length > 0;
  return {
    email,
    passwordHash: user.password_hash,
    ...factors,
    passkeyIds,
    ...(messenger && { messengerId: messenger.messenger_id }),
    proof: hasSecondFactor ? factors : await earlierProof(context, transaction, user.id),
  };
}

/**
 * Returns the second factor that the customer had within the last 7 days. Who moves the authenticator app to another phone has none for
 * a moment: somebody with the mailbox and the password must not use the mail of that moment to remove the new one.
 */
async function earlierProof(context: LinkContext, transaction: Executor, userId: number): Promise<Snapshot['proof']> {
  const links = await listAccountCodes(transaction, { userId, kind: 'FREEZE', limit: LATEST }, context.now());
  const snapshots = links.map((row) => readLink(context, { ...row, user_id: userId }).snapshot);
  return snapshots.find((snapshot) => snapshot !== null && snapshot.proof !== null)?.proof ?? null;
}
