import { useIntl } from 'react-intl';
import type { NavigationLink } from '../../components/ShellHeader.tsx';
import { hasAccountPage } from '../../guardAccount.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { useStores } from '../../StoresContext.tsx';

const AFFILIATES = '/profile/affiliate-program';
const PAGES: readonly { path: string; label: MessageId; isAt?: (path: string) => boolean }[] = [
  { path: '/', label: 'shell.exchange', isAt: (path) => path === '/' || path.startsWith('/exchange-') },
  { path: '/history', label: 'shell.orders', isAt: (path) => path === '/history' || path.startsWith('/order') },
  { path: '/popular-exchanges', label: 'shell.popular' },
  // For a guest, the page's guard opens the login dialog.
  { path: AFFILIATES, label: 'shell.affiliates' },
];

/** Returns the links of header and footer. `path` is the current path without the locale. Call it in an observer. */
export function useNavigationLinks(path: string): NavigationLink[] {
  const { formatMessage } = useIntl();
  const { health, locale } = useStores();
  const hasAffiliates = hasAccountPage(health, AFFILIATES);
  return PAGES.filter((page) => page.path !== AFFILIATES || hasAffiliates).map((page) => ({
    href: locale.path(page.path),
    label: formatMessage({ id: page.label }),
    current: page.isAt?.(path) ?? path === page.path,
  }));
}
