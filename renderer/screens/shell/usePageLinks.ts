import { useIntl } from 'react-intl';
import { pageAt, PAGES, pagesIn, type PageName } from '../../../contract/pages.ts';
import type { NavigationLink } from '../../components/shell/ShellHeader.tsx';
import { hasPage } from '../../guardAccount.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { useStores } from '../../StoresContext.tsx';

/** Pages whose links need more than a feature of the host */
const CONDITIONS: Partial<Record<PageName, (stores: AppStores) => boolean>> = {
  verify: ({ signingKeys }) => signingKeys.length > 0,
  affiliate: ({ session }) => !session.exists,
  'profile-affiliate-program': ({ session }) => session.exists,
  sandbox: ({ health }) => health.host.sandbox,
};

/** Returns the links of a place. `path` is the current path without the locale. Call it in an observer. */
export function usePageLinks(place: 'menu' | 'help' | 'tools', path: string): NavigationLink[] {
  const { formatMessage } = useIntl();
  const stores = useStores();
  const current = pageAt(path);
  const section = current && (PAGES[current].section ?? current);
  return pagesIn(place)
    .filter((name) => hasPage(stores.health, name) && CONDITIONS[name]?.(stores) !== false)
    .map((name) => ({
      href: stores.locale.path(PAGES[name].path),
      label: formatMessage({ id: `page.${name}` }),
      current: name === section,
    }));
}

/** Returns the links to help and to facts about the host. */
export function useHelpLinks(path: string): NavigationLink[] {
  const { formatMessage } = useIntl();
  const { health } = useStores();
  const tools = usePageLinks('tools', path);
  return [
    ...usePageLinks('help', path),
    // A host that only implements the specification has no description of its API.
    ...(health.host.features.length > 0
      ? [{ href: '/api/docs', label: formatMessage({ id: 'shell.api' }), isElsewhere: true }]
      : []),
    ...tools,
  ];
}
