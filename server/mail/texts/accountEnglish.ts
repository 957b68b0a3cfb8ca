import type { AccountMailTexts, SecondFactorChange, WithdrawalFailure } from '../accountTexts.ts';

const NOT_YOU =
  'If this wasn’t you: change your password, sign out the other devices on the page “Sign-in and security”, and write to support.';
const OPEN_SECURITY = 'Open “Sign-in and security”';
const OPEN_WALLET = 'Open the wallet';

const CHANGE: Record<SecondFactorChange, { subject: string; text: string }> = {
  APP_ADDED: {
    subject: 'Two-step sign-in is on',
    text: 'An authenticator app was added to your account. From now on, signing in takes a code of the app besides the password.',
  },
  APP_REMOVED: {
    subject: 'The authenticator app was removed',
    text: 'The authenticator app was removed from your account. Its codes no longer work.',
  },
  PASSKEY_ADDED: {
    subject: 'A passkey was added',
    text: 'A passkey was added to your account. It can sign in without the password.',
  },
  PASSKEY_REMOVED: {
    subject: 'A passkey was removed',
    text: 'A passkey was removed from your account. It can no longer sign in.',
  },
  CODES_RENEWED: {
    subject: 'New recovery codes were created',
    text: 'New recovery codes were created for your account. The earlier ones no longer work.',
  },
  CODE_USED: {
    subject: 'A recovery code was used',
    text: 'A recovery code of your account was used in place of the second factor. Each code works once.',
  },
};

const FAILURE: Record<WithdrawalFailure, { subject: string; text: string }> = {
  NETWORK: { subject: 'could not be sent', text: 'The network did not carry it out.' },
  REJECTED: {
    subject: 'was not sent',
    text: 'Our staff checked it and did not release it. If you have questions, write to support.',
  },
  STOPPED: { subject: 'is cancelled', text: 'It was cancelled before it was sent.' },
};

export const accountEnglish: AccountMailTexts = {
  mails: {
    WELCOME: ({ brand, customer, valid }) => ({
      subject: `Confirm your e-mail for ${brand}`,
      paragraphs: [
        `This address has an account at ${brand}. Your customer number is ${customer}.`,
        `Please confirm that this address is yours. We write to it about sign-ins, withdrawals and changes of your account. The link works for ${valid}.`,
        'If you didn’t register, you don’t need to do anything: don’t confirm the address.',
      ],
      link: 'Confirm the address',
    }),
    CONFIRM_NEW_EMAIL: ({ brand, customer, valid }) => ({
      subject: `Confirm your new e-mail for ${brand}`,
      paragraphs: [
        `Customer ${customer} of ${brand} wants to use this address to sign in. The change takes effect when you confirm it.`,
        `The link works for ${valid}.`,
        'If you didn’t ask for this, you don’t need to do anything: don’t confirm the address.',
      ],
      link: 'Confirm the address',
    }),
    RESET_CODE: ({ brand, valid }) => ({
      subject: `Your code for a new password at ${brand}`,
      paragraphs: [
        `Someone, probably you, asked for a new password. Enter this code on the site. It works once, for ${valid}.`,
        'If it wasn’t you, you don’t need to do anything: your password stays as it is. Give this code to nobody, not even to our staff.',
      ],
    }),
    STEP_UP_CODE: ({ brand, valid }) => ({
      subject: `Your code to confirm a change at ${brand}`,
      paragraphs: [
        `Enter this code on the site to confirm that it is you who changes something. It works once, for ${valid}.`,
        `Give this code to nobody, not even to our staff. ${NOT_YOU}`,
      ],
    }),
    NEW_SIGN_IN: ({ brand, device, network, time }) => ({
      subject: `A new sign-in to your account at ${brand}`,
      paragraphs: [
        `Your account was signed in to from a device or network that we have not seen before: ${device || 'an unknown browser'}${network ? `, network ${network}` : ''}, on ${time}.`,
        'If it was you, you don’t need to do anything.',
        NOT_YOU,
      ],
      link: OPEN_SECURITY,
    }),
    TOKEN_REUSED: ({ device, time }) => ({
      subject: 'We ended a sign-in that was used twice',
      paragraphs: [
        `A sign-in of your account (${device || 'unknown browser'}) was used from two places on ${time}. This happens when someone copies the data of a browser. We ended this sign-in for everyone, so nobody can act with it any more.`,
        'Sign in again. If you didn’t copy a browser profile yourself, check the device for malware, then change your password.',
      ],
      link: OPEN_SECURITY,
    }),
    PASSWORD_CHANGED: ({ brand, time }) => ({
      subject: `Your password at ${brand} was changed`,
      paragraphs: [
        `The password of your account was changed on ${time}. All other devices were signed out. For 24 hours, each withdrawal waits before it is sent.`,
        'If this wasn’t you: request a new password on the site at once, then write to support.',
      ],
      link: OPEN_SECURITY,
    }),
    EMAIL_CHANGED: ({ brand, newEmail, isConfirmed, time }) => ({
      subject: isConfirmed ? `Your e-mail at ${brand} was changed` : `A new e-mail was requested for your account at ${brand}`,
      paragraphs: [
        isConfirmed
          ? `The e-mail of your account was changed to ${newEmail} on ${time}. This address can no longer sign in. For 24 hours, each withdrawal waits before it is sent.`
          : `Someone, probably you, asked on ${time} to change the e-mail of your account to ${newEmail}. The change takes effect when that address is confirmed.`,
        isConfirmed ? 'If this wasn’t you, write to support at once.' : NOT_YOU,
      ],
      ...(!isConfirmed && { link: OPEN_SECURITY }),
    }),
    SECOND_FACTOR_CHANGED: ({ change, time }) => ({
      subject: CHANGE[change].subject,
      paragraphs: [`${CHANGE[change].text} This happened on ${time}.`, NOT_YOU],
      link: OPEN_SECURITY,
    }),
    API_KEY_CREATED: ({ apiId, time }) => ({
      subject: 'An API key was created',
      paragraphs: [
        `The API key ${apiId} was created for your account on ${time}. Programs that have its secret can create exchange orders in your name. They can’t withdraw your balance or change your account.`,
        'If this wasn’t you: delete the key, change your password, sign out the other devices on the page “Sign-in and security”, and write to support.',
      ],
      link: 'Open “API keys”',
    }),
    WITHDRAWAL_REQUESTED: ({ amount, arrives, address, sendsAt, needsOperator }) => ({
      subject: `Withdrawal of ${amount} requested`,
      paragraphs: [
        `A withdrawal of ${amount} to ${address} was requested. ${arrives} arrives after the network fee.`,
        needsOperator
          ? 'It is large, so our staff check it before it is sent. Until then you can cancel it.'
          : sendsAt
            ? `To protect your money, we send it on ${sendsAt} or later. Until then you can cancel it.`
            : 'We send it now. It can no longer be cancelled.',
        sendsAt || needsOperator
          ? 'If this wasn’t you: cancel the withdrawal, then change your password. The money stays in your account.'
          : NOT_YOU,
      ],
      link: sendsAt || needsOperator ? 'Cancel the withdrawal' : OPEN_WALLET,
    }),
    WITHDRAWAL_SENT: ({ arrives, address }) => ({
      subject: `${arrives} sent`,
      paragraphs: [`Your withdrawal of ${arrives} was sent to ${address} and is confirmed by the network.`],
      link: OPEN_WALLET,
    }),
    WITHDRAWAL_FAILED: ({ amount, address, failure }) => ({
      subject: `Your withdrawal of ${amount} ${FAILURE[failure].subject}`,
      paragraphs: [
        `Your withdrawal of ${amount} to ${address} was not sent. ${FAILURE[failure].text}`,
        `The whole ${amount}, network fee included, is back in your account. You can withdraw it again.`,
      ],
      link: OPEN_WALLET,
    }),
    ACCOUNT_CLOSED: ({ brand, customer, amount }) => ({
      subject: `Your account at ${brand} is closed`,
      paragraphs: [
        `As you asked, your account (customer ${customer}) is closed. All devices are signed out, and API keys no longer work.`,
        ...(amount
          ? [`The balance of ${amount} was below the minimum of a withdrawal. It is forfeited, as we said before you confirmed.`]
          : []),
        'Orders that are not finished continue without the account. Save their order pass if you need it.',
        'This is the last e-mail about this account. If you didn’t close it, write to support at once.',
      ],
    }),
  },
  desktopApp: 'the desktop app',
  why: (brand) =>
    `You receive this e-mail because this address was given for an account at ${brand}. We never ask for passwords or codes by e-mail.`,
};
