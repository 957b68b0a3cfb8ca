import type { MessageFormatElement } from 'react-intl';
import type { LocaleCode } from './locales.ts';

type Area =
  | keyof typeof import('../../resources/locales/en/shell.json')
  | keyof typeof import('../../resources/locales/en/exchange.json')
  | keyof typeof import('../../resources/locales/en/notify.json')
  | keyof typeof import('../../resources/locales/en/order.json')
  | keyof typeof import('../../resources/locales/en/orders.json')
  | keyof typeof import('../../resources/locales/en/guarantee.json')
  | keyof typeof import('../../resources/locales/en/pages.json')
  | keyof typeof import('../../resources/locales/en/errors.json');

/** Every message id there is. `resources/locales/{locale}/{area}.json` hold the texts; a test holds the two locales equal. */
export type MessageId = Area;

/** Texts as the build compiles them: parsed ICU messages, so that the page needs no parser. */
export type Messages = Record<MessageId, MessageFormatElement[]>;

export type LoadMessages = (locale: LocaleCode) => Promise<Messages>;

declare global {
  // This is how react-intl learns the message ids.
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId;
    }
  }
}
