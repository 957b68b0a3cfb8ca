import { DESKTOP_APP } from '../../contract/accounts/accounts.ts';
import { mostDecimals } from '../../contract/formatAmount.ts';
import type { Decimal } from '../../contract/money.ts';
import { shortened, shortenedEmail } from '../../contract/shortened.ts';
import type { AccountMailKind } from '../db/tables/accounts.ts';
import type { AccountMailValues } from './accountMailValues.ts';
import type { MailLanguage, MailTextId, MailTexts } from './mailLanguage.ts';

/** A mail about an account. Its texts may also use `brand`, `customer` and `time`. */
interface AccountMailTexts extends MailTexts {
  /** The one-time code below the first paragraph */
  code?: string;
  /** Below the paragraphs: its text, and the path on the site. Tokens are in the fragment, which no server logs and no scanner requests. */
  link?: { text: MailTextId; path: string };
}

/** Mails show USDT and money with this many decimals. */
const CENTS = 2;

const OPEN_SECURITY = { text: 'mail.account.openSecurity', path: '/profile/info' } as const;
const OPEN_VERIFICATION = { text: 'mail.account.openVerification', path: '/profile/verification' } as const;
const OPEN_WALLET = { text: 'mail.account.openWallet', path: '/profile/wallet' } as const;

const RENDERERS: {
  readonly [Kind in AccountMailKind]: (values: AccountMailValues[Kind], language: MailLanguage) => AccountMailTexts;
} = {
  WELCOME: ({ token, validMs }, language) => ({
    subject: 'mail.account.welcome.subject',
    paragraphs: ['mail.account.welcome.account', 'mail.account.welcome.confirm', 'mail.account.welcome.notYou'],
    values: { valid: language.duration(validMs) },
    link: { text: 'mail.account.confirmAddress', path: `/confirm-email#${token}` },
  }),
  CONFIRM_NEW_EMAIL: ({ token, validMs }, language) => ({
    subject: 'mail.account.newEmail.subject',
    paragraphs: ['mail.account.newEmail.change', 'mail.account.newEmail.valid', 'mail.account.newEmail.notYou'],
    values: { valid: language.duration(validMs) },
    link: { text: 'mail.account.confirmAddress', path: `/confirm-email#${token}` },
  }),
  RESET_CODE: ({ code, validMs }, language) => ({
    subject: 'mail.account.resetCode.subject',
    paragraphs: ['mail.account.resetCode.enter', 'mail.account.resetCode.notYou'],
    values: { valid: language.duration(validMs) },
    code,
  }),
  STEP_UP_CODE: ({ code, validMs, withdrawal }, language) => {
    const valid = language.duration(validMs);
    if (!withdrawal) {
      const paragraphs = ['mail.account.stepUpCode.enter', 'mail.account.stepUpCode.notYou'] as const;
      return { subject: 'mail.account.stepUpCode.subject', paragraphs, values: { valid }, code };
    }
    const { amount, currencyTitle, networkTitle: network, address } = withdrawal;
    return {
      subject: 'mail.account.withdrawalCode.subject',
      paragraphs: ['mail.account.withdrawalCode.enter', 'mail.account.withdrawalCode.only', 'mail.account.withdrawalCode.notYou'],
      // The whole address: this is where its owner compares it.
      values: { valid, amount: language.amount(amount, currencyTitle, decimalsOf(amount)), network, address },
      code,
    };
  },
  NEW_SIGN_IN: (device, language) => ({
    subject: 'mail.account.newSignIn.subject',
    paragraphs: ['mail.account.newSignIn.device', 'mail.account.newSignIn.wasYou', 'mail.account.notYou'],
    values: { device: deviceName(device, language), network: device.networkAddress || 'unknown' },
    link: OPEN_SECURITY,
  }),
  TOKEN_REUSED: (device, language) => ({
    subject: 'mail.account.tokenReused.subject',
    paragraphs: ['mail.account.tokenReused.device', 'mail.account.tokenReused.signInAgain'],
    values: { device: deviceName(device, language) },
    link: OPEN_SECURITY,
  }),
  PASSWORD_CHANGED: ({ isRestored, areKeysOff, isMessengerOff, ...freeze }, language) => ({
    subject: 'mail.account.passwordChanged.subject',
    ...notYou(freeze, language, 'mail.account.passwordChanged.notYou', [
      'mail.account.passwordChanged.changed',
      ...(isRestored === true ? (['mail.account.passwordChanged.restored'] as const) : []),
      ...(areKeysOff === true ? (['mail.account.passwordChanged.keysOff'] as const) : []),
      ...(isMessengerOff === true ? (['mail.account.passwordChanged.messengerOff'] as const) : []),
    ]),
  }),
  EMAIL_CHANGED: ({ newEmail, isConfirmed, isToNew = false, ...freeze }, language) => {
    const { values, ...texts } = isConfirmed
      ? {
          subject: 'mail.account.emailChanged.subject' as const,
          ...notYou(freeze, language, 'mail.account.emailChanged.notYou', [
            isToNew ? 'mail.account.emailChanged.isNew' : 'mail.account.emailChanged.changed',
          ]),
        }
      : {
          subject: 'mail.account.emailRequested.subject' as const,
          ...notYou(freeze, language, 'mail.account.notYou', ['mail.account.emailRequested.requested']),
        };
    return { ...texts, values: { ...values, newEmail: shortenedEmail(newEmail) } };
  },
  SECOND_FACTOR_CHANGED: ({ change, ...freeze }, language) => ({
    subject: `mail.account.secondFactor.${change}.subject`,
    ...notYou(freeze, language, 'mail.account.notYou', [`mail.account.secondFactor.${change}.changed`]),
  }),
  MESSENGER_CHANGED: ({ isLinked, ...freeze }, language) => ({
    subject: isLinked ? 'mail.account.messengerLinked.subject' : 'mail.account.messengerUnlinked.subject',
    ...notYou(freeze, language, 'mail.account.notYou', [
      isLinked ? 'mail.account.messengerLinked.linked' : 'mail.account.messengerUnlinked.unlinked',
    ]),
  }),
  API_KEY_CREATED: ({ apiId }) => ({
    subject: 'mail.account.apiKey.subject',
    paragraphs: ['mail.account.apiKey.created', 'mail.account.apiKey.notYou'],
    values: { apiId },
    link: { text: 'mail.account.apiKey.open', path: '/profile/keys' },
  }),
  WITHDRAWAL_REQUESTED: ({ sendsAt, needsOperator, token, ...withdrawal }, language) => {
    const subject = 'mail.account.withdrawalRequested.subject';
    const requested = 'mail.account.withdrawalRequested.requested';
    const values = withdrawalValues(withdrawal, language);
    if (sendsAt === null && !needsOperator) {
      const paragraphs = [requested, 'mail.account.withdrawalRequested.isSent', 'mail.account.notYou'] as const;
      return { subject, paragraphs, values, link: OPEN_WALLET };
    }
    const next = needsOperator ? 'mail.account.withdrawalRequested.isChecked' : 'mail.account.withdrawalRequested.waits';
    return {
      subject,
      paragraphs: [requested, next, 'mail.account.withdrawalRequested.notYou'],
      values: { ...values, ...(sendsAt !== null && { sendsAt: language.time(sendsAt) }) },
      link: {
        text: 'mail.account.withdrawalRequested.cancel',
        path: token === null ? OPEN_WALLET.path : `/cancel-withdrawal#${token}`,
      },
    };
  },
  WITHDRAWAL_SENT: (withdrawal, language) => ({
    subject: 'mail.account.withdrawalSent.subject',
    paragraphs: ['mail.account.withdrawalSent.sent'],
    values: withdrawalValues(withdrawal, language),
    link: OPEN_WALLET,
  }),
  WITHDRAWAL_FAILED: ({ failure, ...withdrawal }, language) => ({
    subject: `mail.account.withdrawalFailed.${failure}.subject`,
    paragraphs: [`mail.account.withdrawalFailed.${failure}.cause`, 'mail.account.withdrawalFailed.isBack'],
    values: withdrawalValues(withdrawal, language),
    link: OPEN_WALLET,
  }),
  WITHDRAWAL_DELAYED: ({ reason, returnsAt, ...withdrawal }, language) => ({
    subject: reason === 'ASKED' ? 'mail.account.withdrawalDelayed.ASKED.subject' : 'mail.account.withdrawalDelayed.subject',
    paragraphs: [`mail.account.withdrawalDelayed.${reason}`, 'mail.account.withdrawalDelayed.stop'],
    values: { ...withdrawalValues(withdrawal, language), ...(returnsAt !== null && { returnsAt: language.time(returnsAt) }) },
    link: { text: 'mail.account.withdrawalDelayed.open', path: '/profile/withdraw' },
  }),
  FIRST_EARNING: () => ({
    subject: 'mail.account.firstEarning.subject',
    paragraphs: ['mail.account.firstEarning.earned', 'mail.account.firstEarning.confirm', 'mail.account.firstEarning.notYou'],
    link: OPEN_SECURITY,
  }),
  ACCOUNT_FROZEN: ({ until, stopsOnly = false }, language) => ({
    ...(stopsOnly
      ? {
          subject: 'mail.account.stopped.subject',
          paragraphs: ['mail.account.stopped.stopped', 'mail.account.stopped.unexpected'],
          link: OPEN_WALLET,
        }
      : {
          subject: 'mail.account.frozen.subject',
          paragraphs: ['mail.account.frozen.frozen', 'mail.account.frozen.restore', 'mail.account.frozen.wasYou'],
          link: OPEN_SECURITY,
        }),
    values: { until: language.time(until) },
  }),
  ACCOUNT_RESTORED: (freeze, language) => ({
    subject: 'mail.account.restored.subject',
    ...notYou(freeze, language, 'mail.account.notYou', ['mail.account.restored.restored', 'mail.account.restored.next']),
  }),
  ACCOUNT_CLOSED: ({ forfeited }, language) => ({
    subject: 'mail.account.closed.subject',
    paragraphs: [
      'mail.account.closed.closed',
      ...(forfeited === null ? [] : (['mail.account.closed.forfeited'] as const)),
      'mail.account.closed.orders',
      'mail.account.closed.last',
    ],
    ...(forfeited !== null && { values: { forfeited: language.amount(forfeited, 'USDT', decimalsOf(forfeited)) } }),
  }),
  IDENTITY_PASSED: () => ({
    subject: 'mail.account.identityPassed.subject',
    paragraphs: ['mail.account.identityPassed.passed', 'mail.account.identityPassed.next'],
    link: OPEN_VERIFICATION,
  }),
  IDENTITY_REJECTED: ({ fields, isFinal }, language) => ({
    subject: isFinal ? 'mail.account.identityRejected.finalSubject' : 'mail.account.identityRejected.subject',
    paragraphs: isFinal
      ? ['mail.account.identityRejected.final', 'mail.account.identityRejected.support']
      : ['mail.account.identityRejected.fields', 'mail.account.identityRejected.again'],
    values: { fields: fields.map((field) => language.text(`mail.account.identity.${field}`)).join(', ') },
    link: OPEN_VERIFICATION,
  }),
  PURCHASE_CHANGED: ({ purchaseId, outcome, provider, paid, currency, received, coin, until }, language) => ({
    subject: `mail.account.purchase.${outcome}.subject`,
    paragraphs: [`mail.account.purchase.${outcome}`, 'mail.account.purchase.who'],
    values: {
      provider,
      coin,
      paid: language.amount(paid, currency, decimalsOf(paid)),
      received: language.amount(received, coin),
      until: until === null ? '' : language.time(until),
    },
    link: { text: 'mail.account.purchase.open', path: `/order/${purchaseId}` },
  }),
  SETTING_CHANGED: (values) => ({
    subject: 'mail.account.setting.subject',
    paragraphs: ['mail.account.setting.changed', 'mail.account.setting.reason', 'mail.account.setting.unexpected'],
    values,
  }),
};

/**
 * Adds what to do about a change that its reader did not make: the link that freezes the account (D70) or stops withdrawals (D80); without
 * one, `otherwise`.
 */
function notYou(
  { token, validMs, stopsOnly = false }: AccountMailValues['ACCOUNT_RESTORED'],
  language: MailLanguage,
  otherwise: MailTextId,
  paragraphs: readonly MailTextId[],
): Pick<AccountMailTexts, 'paragraphs' | 'link' | 'values'> {
  if (token === undefined || validMs === undefined) return { paragraphs: [...paragraphs, otherwise], link: OPEN_SECURITY };
  const values = { valid: language.duration(validMs) };
  if (stopsOnly) {
    const link = { text: 'mail.account.stopLink', path: `/freeze-account#${token}.withdrawals` } as const;
    return { paragraphs: [...paragraphs, 'mail.account.stop', 'mail.account.stopMeans'], values, link };
  }
  return {
    paragraphs: [...paragraphs, 'mail.account.freeze', 'mail.account.freezeMeans'],
    values,
    link: { text: 'mail.account.freezeLink', path: `/freeze-account#${token}` },
  };
}

/** Returns the texts of a mail, with the link and code that it has. */
export function accountMailTexts<Kind extends AccountMailKind>(
  kind: Kind,
  values: AccountMailValues[Kind],
  language: MailLanguage,
): AccountMailTexts {
  return RENDERERS[kind](values, language);
}

function withdrawalValues({ amount, arrives, address }: AccountMailValues['WITHDRAWAL_SENT'], language: MailLanguage) {
  const decimals = decimalsOf(amount, arrives);
  return {
    amount: language.amount(amount, 'USDT', decimals),
    arrives: language.amount(arrives, 'USDT', decimals),
    address: shortened(address),
  };
}

function decimalsOf(...amounts: Decimal[]): number {
  return Math.max(CENTS, mostDecimals(amounts));
}

/** "Chrome, macOS"; "unknown" if nothing is known */
function deviceName({ browser, system }: AccountMailValues['NEW_SIGN_IN'], language: MailLanguage): string {
  const name = browser === DESKTOP_APP ? language.text('mail.account.desktopApp') : browser;
  return [name, system].filter(Boolean).join(', ') || 'unknown';
}
