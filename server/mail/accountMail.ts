import { DESKTOP_APP } from '../../contract/accounts.ts';
import { clientGroup } from '../../contract/clientGroup.ts';
import { formatAmount, mostDecimals } from '../../contract/formatAmount.ts';
import type { Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { findUserByEmail } from '../db/repositories/accounts/users.ts';
import { findMailReader, insertAccountMail } from '../db/repositories/mails/accountMails.ts';
import type { AccountMailKind, AccountMailRow } from '../db/tables/accounts.ts';
import { randomId } from '../common/hashing.ts';
import type { OrderContext } from '../orders/core/context.ts';
import type { AccountMailFacts, AccountMailTexts, SecondFactorChange, WithdrawalFailure } from './accountTexts.ts';
import { deliverMail, type Sending } from './deliverMail.ts';
import { mayNotify, mayWriteTo } from './mailLimits.ts';
import { FINE_PRINT, CODE, mailTime, render, siteOf, type ComposedMail, type Paragraph } from './renderMail.ts';
import { accountEnglish } from './texts/accountEnglish.ts';
import { accountRussian } from './texts/accountRussian.ts';

/** A one-time code or the token of a link, and how long it works, in ms. */
type Code = { code: string; validMs: number };
type Token = { token: string; validMs: number };
/** `networkAddress`: shortened, as the customer sees it in the list of sessions. */
type Device = { browser: string | null; system: string | null; networkAddress: string | null };
/** Mails show USDT with this many decimals. */
const CENTS = 2;

/** In USDT. `amount` leaves the account, `arrives` is what is left of it after the network fee. */
type Withdrawal = { amount: Decimal; arrives: Decimal; address: string };

/** What the text of each kind needs. */
export interface AccountMailData {
  WELCOME: Token;
  /** To the new address: pass it as `to`. */
  CONFIRM_NEW_EMAIL: Token;
  RESET_CODE: Code;
  STEP_UP_CODE: Code;
  NEW_SIGN_IN: Device;
  TOKEN_REUSED: Device;
  PASSWORD_CHANGED: Record<string, never>;
  /** To the old address: pass it as `to` once the change is made. */
  EMAIL_CHANGED: { newEmail: string; isConfirmed: boolean };
  SECOND_FACTOR_CHANGED: { change: SecondFactorChange };
  API_KEY_CREATED: { apiId: string };
  /** `sendsAt`: when it is sent, in ms since 1970; null: at once. With a `token`, the mail links to the page that cancels it. */
  WITHDRAWAL_REQUESTED: Withdrawal & { sendsAt: number | null; needsOperator: boolean; token: string | null };
  WITHDRAWAL_SENT: Withdrawal;
  WITHDRAWAL_FAILED: Withdrawal & { failure: WithdrawalFailure };
  /** Pass the address as `to`: the account no longer has it. `forfeited`: in USDT; null: nothing. */
  ACCOUNT_CLOSED: { forfeited: Decimal | null };
}

export type NewAccountMail = {
  [Kind in AccountMailKind]: {
    kind: Kind;
    data: AccountMailData[Kind];
    userId: number;
    /** The site that links open: "https://swap.example" */
    origin: string;
    /** Default: the customer's address */
    to?: string;
    /** Who caused a mail that anyone can cause; counted by {@link LIMITED} */
    clientAddress?: string;
    /** In ms since 1970 */
    now: number;
  };
}[AccountMailKind];

/** Mails that a caller can cause as often as they like. The others report what has happened. */
const LIMITED: readonly AccountMailKind[] = ['WELCOME', 'CONFIRM_NEW_EMAIL', 'RESET_CODE', 'STEP_UP_CODE'];

/**
 * Queues an e-mail about an account, in the transaction of what it reports. Returns false, without an error, if the customer has no
 * address any more or the address has reached its limit (D20): the caller's answer must not reveal it. Reports to a confirmed address
 * and reports about withdrawals are always queued.
 */
export async function queueAccountMail(executor: Executor, mail: NewAccountMail): Promise<boolean> {
  const { userId, kind, data, origin, now } = mail;
  const reader = await findMailReader(executor, userId);
  const to = mail.to ?? reader?.email;
  if (!reader || !to) return false;
  if (!(await mayReceive(executor, mail, to, reader.email_confirmed_at !== null))) return false;
  await insertAccountMail(executor, {
    id: randomId(),
    user_id: userId,
    to_address: to,
    kind,
    data: JSON.stringify(data),
    locale: reader.locale,
    origin,
    created_at: now,
  });
  return true;
}

/** No customer has this number. */
const NOBODY = 0;

/**
 * Makes as many queries as {@link queueAccountMail} and queues nothing, for an e-mail that no customer has: the duration of an answer
 * must not tell (D20). Returns false if the address has reached its limit.
 */
export async function queueNoMail(
  executor: Executor,
  { to, ...mail }: Pick<NewAccountMail, 'kind' | 'clientAddress' | 'now'> & { to: string },
): Promise<boolean> {
  await findMailReader(executor, NOBODY);
  if (!(await mayReceive(executor, mail, to, false))) return false;
  // In place of the mail.
  await findMailReader(executor, NOBODY);
  return true;
}

async function mayReceive(
  executor: Executor,
  { kind, clientAddress = '', now }: Pick<NewAccountMail, 'kind' | 'clientAddress' | 'now'>,
  to: string,
  isConfirmed: boolean,
): Promise<boolean> {
  if (LIMITED.includes(kind)) return await mayWriteTo(executor, to, clientGroup(clientAddress), now);
  return isConfirmed || kind.startsWith('WITHDRAWAL') || (await mayNotify(executor, to, now));
}

/**
 * Sends an e-mail that the caller has leased, and records the result. Leaves out a code that has expired, and a link that would
 * confirm the e-mail of another customer.
 */
export async function sendAccountMail(context: OrderContext, sending: Sending, row: AccountMailRow): Promise<void> {
  await deliverMail(context, sending, 'account_mails', row, async () => {
    const data = JSON.parse(row.data) as MailValues;
    if (data.validMs !== undefined && context.now() > row.created_at + data.validMs) return null;
    if (row.kind === 'CONFIRM_NEW_EMAIL' && (await isOfAnother(context, row))) return null;
    const messageId = `<${row.id}@${new URL(row.origin).hostname}>`;
    return { messageId, ...composeAccountMail(row, data, sending.brand) };
  });
}

async function isOfAnother({ database }: OrderContext, { user_id, to_address }: AccountMailRow): Promise<boolean> {
  const owner = await findUserByEmail(database, to_address.toLowerCase());
  return owner !== undefined && owner.id !== user_id;
}

/** The values of every kind. {@link queueAccountMail} stored those of this one. */
type MailValues = Partial<Code & Token & Device & Withdrawal> & {
  newEmail?: string;
  isConfirmed?: boolean;
  change?: SecondFactorChange;
  apiId?: string;
  sendsAt?: number | null;
  token?: string | null;
  needsOperator?: boolean;
  failure?: WithdrawalFailure;
  forfeited?: Decimal | null;
};

const TEXTS: Record<'en' | 'ru', AccountMailTexts> = { en: accountEnglish, ru: accountRussian };

function composeAccountMail(row: AccountMailRow, data: MailValues, brand: string): ComposedMail {
  const texts = TEXTS[row.locale];
  const { subject, paragraphs, link } = texts.mails[row.kind](mailFacts(row, data, brand));
  const [first = '', ...rest] = paragraphs;
  const parts: Paragraph[] = [
    { text: first },
    ...(data.code === undefined ? [] : [{ text: data.code, style: CODE }]),
    ...rest.map((text) => ({ text })),
    ...(link === undefined ? [] : [{ text: link, url: `${siteOf(row)}${linkPath(row.kind, data.token ?? null)}` }]),
    { text: texts.why(brand), style: FINE_PRINT },
  ];
  return render({ email: row.to_address, locale: row.locale }, subject, parts);
}

/** Tokens are in the fragment, which is neither logged by servers nor requested by mail scanners. */
function linkPath(kind: AccountMailKind, token: string | null): string {
  if (kind === 'WELCOME' || kind === 'CONFIRM_NEW_EMAIL') return `/confirm-email#${token ?? ''}`;
  if (kind === 'WITHDRAWAL_REQUESTED' && token !== null) return `/cancel-withdrawal#${token}`;
  if (kind === 'API_KEY_CREATED') return '/profile/keys';
  return kind.startsWith('WITHDRAWAL') ? '/profile/wallet' : '/profile/info';
}

function mailFacts({ user_id, locale, created_at }: AccountMailRow, data: MailValues, brand: string): AccountMailFacts {
  const browser = data.browser === DESKTOP_APP ? TEXTS[locale].desktopApp : data.browser;
  const amount = data.amount ?? data.forfeited;
  const decimals = Math.max(CENTS, mostDecimals([amount ?? '0', data.arrives ?? '0']));
  const money = (value: Decimal | null | undefined) => (value ? `${formatAmount(value, locale, decimals)} USDT` : '');
  return {
    brand,
    customer: user_id,
    valid: duration(data.validMs ?? 0, locale),
    device: [browser, data.system].filter(Boolean).join(', '),
    network: data.networkAddress ?? '',
    time: mailTime(new Date(created_at), locale),
    newEmail: (data.newEmail ?? '').replace(/^(.).*@/, '$1…@'),
    isConfirmed: data.isConfirmed ?? false,
    change: data.change ?? 'APP_ADDED',
    apiId: data.apiId ?? '',
    amount: money(amount),
    arrives: money(data.arrives),
    address: shortAddress(data.address ?? ''),
    sendsAt: data.sendsAt ? mailTime(new Date(data.sendsAt), locale) : '',
    needsOperator: data.needsOperator ?? false,
    failure: data.failure ?? 'NETWORK',
  };
}

/** "TQn9Y2…r3Kx2p" */
function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-6)}`;
}

/** "15 minutes" or "24 hours" */
function duration(ms: number, locale: 'en' | 'ru'): string {
  const isHours = ms >= 2 * 3_600_000;
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: isHours ? 'hour' : 'minute', unitDisplay: 'long' });
  return format.format(Math.floor(ms / (isHours ? 3_600_000 : 60_000)));
}
