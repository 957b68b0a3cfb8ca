import type { MessageFormatElement } from 'react-intl';
import type { TextPart } from '../../contract/pages.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';

type Area =
  | keyof typeof import('../../resources/locales/en/shell.json')
  | keyof typeof import('../../resources/locales/en/exchange.json')
  | keyof typeof import('../../resources/locales/en/notify.json')
  | keyof typeof import('../../resources/locales/en/order.json')
  | keyof typeof import('../../resources/locales/en/orders.json')
  | keyof typeof import('../../resources/locales/en/guarantee.json')
  | keyof typeof import('../../resources/locales/en/scan.json')
  | keyof typeof import('../../resources/locales/en/account-sign-in.json')
  | keyof typeof import('../../resources/locales/en/status.json')
  | keyof typeof import('../../resources/locales/en/fees.json')
  | keyof typeof import('../../resources/locales/en/pages.json')
  | keyof typeof import('../../resources/locales/en/account-keys.json')
  | keyof typeof import('../../resources/locales/en/privacy.json')
  | keyof typeof import('../../resources/locales/en/errors.json')
  | keyof typeof import('../../resources/locales/en/account-frame.json')
  | keyof typeof import('../../resources/locales/en/account-security.json')
  | keyof typeof import('../../resources/locales/en/account-history.json')
  | keyof typeof import('../../resources/locales/en/account-wallet.json')
  | keyof typeof import('../../resources/locales/en/account-affiliate.json')
  | keyof typeof import('../../resources/locales/en/account-end.json')
  | keyof typeof import('../../resources/locales/en/content.json')
  | keyof typeof import('../../resources/locales/en/identity.json')
  | keyof typeof import('../../resources/locales/en/fiat.json')
  | keyof typeof import('../../resources/locales/en/receipt.json')
  | keyof typeof import('../../resources/locales/en/sandbox.json')
  | keyof typeof import('../../resources/locales/en/console.json')
  | keyof typeof import('../../resources/locales/en/console-hedging.json')
  | keyof typeof import('../../resources/locales/en/console-incidents.json')
  | keyof typeof import('../../resources/locales/en/console-purchases.json')
  | keyof typeof import('../../resources/locales/en/console-recovery.json')
  | keyof typeof import('../../resources/locales/en/console-reports.json')
  | keyof typeof import('../../resources/locales/en/console-verification.json')
  | keyof typeof import('../../resources/locales/en/desktop-tools.json')
  | keyof typeof import('../../resources/locales/en/desktop-window.json');

/** All message ids. The texts are in `resources/locales/{locale}/{area}.json`. A test checks that all locales have the same ids. */
export type MessageId = Area;

/** Messages as the build compiles them: parsed ICU messages, so that the page needs no parser. */
export type Messages = Record<MessageId, MessageFormatElement[]>;

/** Loads the texts of every page, and those that only some pages load (`TEXT_PARTS`). */
export type LoadMessages = (locale: LocaleCode, parts: readonly TextPart[]) => Promise<Messages>;

declare global {
  // Declares the message ids to react-intl.
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId;
    }
  }
}
