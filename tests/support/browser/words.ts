import { createIntl } from 'react-intl';
import { LOCALES, type LocaleCode } from '../../../contract/paths/locales.ts';
import type { MessageId } from '../../../renderer/i18n/messages.ts';
import { loadTestMessages } from '../samples/messages.ts';

export type Say = (id: MessageId, values?: Record<string, string | number>) => string;

/** What the site says in a language, as a customer reads it: a test asks for what is meant, whatever its wording today. */
export async function loadWords(locale: LocaleCode): Promise<Say> {
  const messages = await loadTestMessages(locale);
  const intl = createIntl({ locale: LOCALES[locale].language, messages, onError: fail });
  // Marks of links and emphasis are read as their words.
  const plain = (parts: readonly unknown[]) => parts.join('');
  return (id, values = {}) => {
    const text = intl.formatMessage({ id }, { a: plain, b: plain, link: plain, ...values });
    return (Array.isArray(text) ? text.join('') : String(text)).replaceAll(/\s+/g, ' ').trim();
  };
}

/** Stands for a value that a test doesn't know beforehand: `anyOf(say('order.title.completed', { amount: ANY }))`. */
export const ANY = '§';

/** A pattern for a text with {@link ANY} in it. */
export function anyOf(text: string): RegExp {
  const parts = text.split(ANY).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.+')}$`);
}

function fail(error: Error): never {
  throw error;
}
