import Type, { type Static } from 'typebox';
import { LOCALE_CODES } from '../paths/locales.ts';
import { Address, closed, Email, OrderId, Timestamp } from './common.ts';

/** Order notifications by e-mail, without an account. An unconfirmed address receives only its code. */

const MailLocale = Type.Enum(LOCALE_CODES, { description: 'The language of the mails' });

export const NotifyBody = Type.Object(
  { orderId: OrderId, destinationAddress: Address, email: Email, locale: MailLocale },
  closed,
);
export type NotifyInput = Static<typeof NotifyBody>;

export const ConfirmNotificationsBody = Type.Object(
  { orderId: OrderId, destinationAddress: Address, email: Email, code: Type.String({ minLength: 1, maxLength: 32 }) },
  closed,
);
export type ConfirmNotificationsInput = Static<typeof ConfirmNotificationsBody>;

const UnsubscribeToken = Type.String({
  pattern: '^[A-Za-z0-9_-]{22}$',
  description: '128 random bits; can only unsubscribe',
});
export const ConfirmNotificationsResponse = Type.Object({ unsubscribeToken: UnsubscribeToken });
export type ConfirmNotificationsOutput = Static<typeof ConfirmNotificationsResponse>;

export const EndNotificationsBody = Type.Object({ token: UnsubscribeToken }, closed);
export type EndNotificationsInput = Static<typeof EndNotificationsBody>;

/** The sandbox's mailbox (D12): mails that the embedded mailer stored instead of sending. */
export const SandboxMailsResponse = Type.Object({
  mails: Type.Array(
    Type.Object({ id: Type.String(), to: Type.String(), subject: Type.String(), text: Type.String(), sentAt: Timestamp }),
    { description: 'Newest first' },
  ),
});
export type SandboxMails = Static<typeof SandboxMailsResponse>;
