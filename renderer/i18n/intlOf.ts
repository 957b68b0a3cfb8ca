import { createIntl, type IntlShape } from 'react-intl';
import { LOCALES, type LocaleCode } from './locales.ts';
import type { Messages } from './messages.ts';

type MessageFormat = ReturnType<IntlShape['formatters']['getMessageFormat']>;

/** One for each language's texts: it holds formatters by their patterns, and nothing of any customer. */
const known = new WeakMap<Messages, { code: LocaleCode; intl: IntlShape }>();

/** A text that is missing is a fault of the build, and tests compare the languages; a customer reads the id and goes on. */
const keepShowing = () => undefined;

/** What formats for a reader of `code`. Made once: making it, and each formatter in it, costs more than a page's elements. */
export function intlOf(code: LocaleCode, messages: Messages): IntlShape {
  const found = known.get(messages);
  if (found?.code === code) return found.intl;
  const intl = createIntl({ locale: LOCALES[code].language, messages, onError: keepShowing });
  rememberByMessage(intl);
  known.set(messages, { code, intl });
  return intl;
}

/** react-intl looks a message's formatter up by the JSON of the compiled message, which takes longer than to format it. */
function rememberByMessage({ formatters }: IntlShape): void {
  const make = formatters.getMessageFormat;
  const formats = new WeakMap<object, MessageFormat>();
  formatters.getMessageFormat = (message, ...options) => {
    if (typeof message === 'string') return make(message, ...options);
    const found = formats.get(message);
    if (found) return found;
    const format = make(message, ...options);
    formats.set(message, format);
    return format;
  };
}
