import type { NavigationLink } from '../../components/ShellHeader.tsx';
import type { MessageId } from '../../i18n/messages.ts';
import type { LocaleStore } from '../../stores/LocaleStore.ts';

const PAGES: readonly { path: string; label: MessageId; isAt: (path: string) => boolean }[] = [
  { path: '/', label: 'shell.exchange', isAt: (path) => path === '/' || path.startsWith('/exchange-') },
  { path: '/popular-exchanges', label: 'shell.popular', isAt: (path) => path === '/popular-exchanges' },
  { path: '/history', label: 'shell.orders', isAt: (path) => path === '/history' || path.startsWith('/order') },
  { path: '/support', label: 'shell.support', isAt: (path) => path === '/support' },
];

/** Returns the links of header and footer. `path` is the current path without the locale. */
export function navigationLinks(locale: LocaleStore, path: string, text: (id: MessageId) => string): NavigationLink[] {
  return PAGES.map((page) => ({ href: locale.path(page.path), label: text(page.label), current: page.isAt(path) }));
}
