import type { TextPart } from '../../contract/pages.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { Messages } from '../../renderer/i18n/messages.ts';

/** Loads the messages. The document contains their hash, so that browsers cache them. */
export async function loadMessages(locale: LocaleCode, more: readonly TextPart[] = []): Promise<Messages> {
  const hash = document.documentElement.getAttribute(`data-messages-${locale}`) ?? 'latest';
  const parts = ['messages', ...more].map(async (part) => {
    const answer = await fetch(`/_i18n/${hash}/${locale}/${part}.json`);
    if (!answer.ok) throw new Error(`Status ${answer.status}`);
    return (await answer.json()) as Messages;
  });
  return Object.assign({}, ...(await Promise.all(parts))) as Messages;
}
