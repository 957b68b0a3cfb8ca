import type { Executor } from '../db/database.ts';
import { findUserByEmail } from '../db/repositories/accounts/users.ts';
import { findMailReader, insertAccountMail } from '../db/repositories/mails/accountMails.ts';
import type { AccountMailKind, AccountMailRow } from '../db/tables/accounts.ts';
import { randomId } from '../common/hashing.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { accountMailTexts } from './accountMailTexts.ts';
import { readAccountMailValues, type AccountMailValues } from './accountMailValues.ts';
import { deliverMail, type Sending } from './deliverMail.ts';
import { mayConfirm, mayNotify, maySendStepUp, mayWriteTo } from './mailLimits.ts';
import { readMailData, writeMailData, type Secrecy } from './sealedMailData.ts';
import { FINE_PRINT, CODE, render, siteOf, termsLink, type ComposedMail } from './renderMail.ts';

export type NewAccountMail = {
  [Kind in AccountMailKind]: {
    kind: Kind;
    data: AccountMailValues[Kind];
    userId: number;
    /** The site that links open: "https://swap.example" */
    origin: string;
    /** Default: the customer's address */
    to?: string;
    /** Who caused a mail that anyone can cause; counted by {@link LIMITED} */
    clientAddress?: string;
    /** The customer has signed in from the network of `clientAddress` before: its mails count apart from those of strangers. */
    isKnownNetwork?: boolean;
    /** In ms since 1970 */
    now: number;
  } & Secrecy<AccountMailValues[Kind]>;
}[AccountMailKind];

/** Mails that anyone can cause as often as they like. */
const LIMITED: readonly AccountMailKind[] = ['WELCOME', 'RESET_CODE'];

/**
 * Queues an e-mail about an account, in the transaction of what it reports. Returns false, without an error, if the customer has no
 * address any more or the address has reached its limit (D20): the caller's answer must not reveal it. Reports to a confirmed address
 * are always queued. What contains a code or a token is stored encrypted.
 */
export async function queueAccountMail(executor: Executor, mail: NewAccountMail): Promise<boolean> {
  const { userId, kind, data, origin, now } = mail;
  const reader = await findMailReader(executor, userId);
  const to = mail.to ?? reader?.email;
  if (!reader || !to) return false;
  if (!(await mayReceive(executor, mail, to, reader.email_confirmed_at !== null))) return false;
  const id = randomId();
  await insertAccountMail(executor, {
    id,
    user_id: userId,
    to_address: to,
    kind,
    data: writeMailData(id, data, 'sealing' in mail ? mail.sealing : undefined),
    locale: reader.locale,
    origin,
    created_at: now,
  });
  return true;
}

/**
 * Asks a customer who earns for the first time to confirm the e-mail, because who learns the password could replace it until then (D80).
 * Queues nothing for others.
 */
export async function askToConfirmEmail(
  executor: Executor,
  mail: Pick<NewAccountMail, 'userId' | 'origin' | 'now'>,
): Promise<void> {
  const reader = await findMailReader(executor, mail.userId);
  if (reader?.email_confirmed_at === null) await queueAccountMail(executor, { ...mail, kind: 'FIRST_EARNING', data: {} });
}

/** No customer has this number. */
const NOBODY = 0;

/**
 * Makes as many queries as {@link queueAccountMail} and queues nothing, for an e-mail that no customer has: the duration of an answer
 * must not tell (D20). Returns false if the address has reached its limit.
 */
export async function queueNoMail(
  executor: Executor,
  { to, ...mail }: Pick<NewAccountMail, 'kind' | 'clientAddress' | 'isKnownNetwork' | 'now'> & { to: string },
): Promise<boolean> {
  await findMailReader(executor, NOBODY);
  if (!(await mayReceive(executor, { ...mail, userId: NOBODY }, to, false))) return false;
  // In place of the mail.
  await findMailReader(executor, NOBODY);
  return true;
}

type MailCause = Pick<NewAccountMail, 'kind' | 'clientAddress' | 'isKnownNetwork' | 'userId' | 'now'>;

async function mayReceive(
  executor: Executor,
  { kind, clientAddress = '', isKnownNetwork = false, userId, now }: MailCause,
  to: string,
  isConfirmed: boolean,
): Promise<boolean> {
  if (kind === 'STEP_UP_CODE') return await maySendStepUp(executor, userId, now);
  if (kind === 'CONFIRM_NEW_EMAIL') return await mayConfirm(executor, to, { userId, client: clientAddress }, now);
  if (LIMITED.includes(kind)) return await mayWriteTo(executor, to, clientAddress, now, isKnownNetwork ? 'own-email' : 'email');
  return isConfirmed || (await mayNotify(executor, to, now));
}

/**
 * Sends an e-mail that the caller has leased, and records the result. Leaves out a code that has expired, and a link that would
 * confirm the e-mail of another customer.
 */
export async function sendAccountMail(context: OrderContext, sending: Sending, row: AccountMailRow): Promise<void> {
  await deliverMail(context, sending, 'account_mails', row, async () => {
    const values = readAccountMailValues(row.kind, readMailData(row, sending.sealing));
    if ('validMs' in values && values.validMs !== undefined && context.now() > row.created_at + values.validMs) return null;
    if (row.kind === 'CONFIRM_NEW_EMAIL' && (await isOfAnother(context, row))) return null;
    const messageId = `<${row.id}@${new URL(row.origin).hostname}>`;
    return { messageId, ...composeAccountMail(row, values, sending) };
  });
}

async function isOfAnother({ database }: OrderContext, { user_id, to_address }: AccountMailRow): Promise<boolean> {
  const owner = await findUserByEmail(database, to_address.toLowerCase());
  return owner !== undefined && owner.id !== user_id;
}

function composeAccountMail(
  row: AccountMailRow,
  values: AccountMailValues[AccountMailKind],
  { brand, languages }: Sending,
): ComposedMail {
  const language = languages(row.locale);
  const texts = accountMailTexts(row.kind, values, language);
  const common = { brand, customer: row.user_id, time: language.time(row.created_at), ...texts.values };
  const [first, ...rest] = texts.paragraphs.map((id) => ({ text: language.text(id, common) }));
  const { code, link } = texts;
  return render(row.to_address, language.code, language.text(texts.subject, common), [
    ...(first ? [first] : []),
    ...(code === undefined ? [] : [{ text: code, style: CODE }]),
    ...rest,
    ...(link ? [{ text: language.text(link.text), url: `${siteOf(language.code, row.origin)}${link.path}` }] : []),
    { text: language.text('mail.account.why', common), style: FINE_PRINT },
    termsLink(language, row.origin),
  ]);
}
