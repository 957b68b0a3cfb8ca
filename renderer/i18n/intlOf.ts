import { createIntl, type IntlShape } from 'react-intl';
import { LOCALES, type LocaleCode } from '../../contract/paths/locales.ts';
import type { Messages } from './messages.ts';

type MessageFormat = ReturnType<IntlShape['formatters']['getMessageFormat']>;

/** One formatter cache per language. It contains patterns only, no customer data. */
const known = new WeakMap<Messages, { code: LocaleCode; intl: IntlShape }>();

/** Ignores a missing message and shows its id. Tests compare the languages, so only a broken build has missing messages. */
const ignoreError = () => undefined;

/** Returns the formatter of a language. Cached, because creating it is slower than rendering a page. */
export function intlOf(code: LocaleCode, messages: Messages): IntlShape {
  const found = known.get(messages);
  if (found?.code === code) return found.intl;
  const intl = createIntl({ locale: LOCALES[code].language, messages, onError: ignoreError });
  rememberByMessage(intl);
  known.set(messages, { code, intl });
  return intl;
}

/** Caches formatters per message. react-intl looks them up by the message's JSON, which is slower than formatting. */
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
