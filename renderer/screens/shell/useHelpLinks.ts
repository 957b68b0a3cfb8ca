import { useIntl } from 'react-intl';
import { FEES_FEATURE, STATUS_FEATURE } from '../../../contract/features.ts';
import type { NavigationLink } from '../../components/ShellHeader.tsx';
import type { MessageId } from '../../i18n/messages.ts';
import { useStores } from '../../StoresContext.tsx';

/** Returns the links to help and to facts about the host. `path` is the current path without the locale. Call it in an observer. */
export function useHelpLinks(path: string): NavigationLink[] {
  const { formatMessage } = useIntl();
  const { locale, health, signingKeys } = useStores();
  const link = (href: string, label: MessageId): NavigationLink => ({
    href: locale.path(href),
    label: formatMessage({ id: label }),
    current: path === href,
  });
  return [
    link('/support', 'shell.support'),
    ...(health.hasFeature(FEES_FEATURE) ? [link('/fees', 'shell.fees')] : []),
    ...(health.hasFeature(STATUS_FEATURE) ? [link('/status', 'shell.status')] : []),
    link('/privacy', 'shell.privacy'),
    // A host that only implements the specification has no description of its API.
    ...(health.host.features.length > 0
      ? [{ href: '/api/docs', label: formatMessage({ id: 'shell.api' }), isElsewhere: true }]
      : []),
    ...(signingKeys.length > 0 ? [link('/verify', 'verify.link')] : []),
    ...(health.host.sandbox ? [link('/sandbox', 'shell.sandbox')] : []),
  ];
}
