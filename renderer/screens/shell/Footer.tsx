import { FEES_FEATURE, STATUS_FEATURE } from '../../../contract/features.ts';
import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { brand } from '../../brand.ts';
import { ShellFooter } from '../../components/ShellFooter.tsx';
import { splitLocale } from '../../i18n/locales.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { useStores } from '../../StoresContext.tsx';
import { useNavigationLinks } from './useNavigationLinks.ts';

export const Footer = observer(() => {
  const { formatMessage } = useIntl();
  const { locale, health, signingKeys } = useStores();
  const { path } = splitLocale(useLocation().pathname);
  const link = (href: string, label: MessageId) => ({
    href: locale.path(href),
    label: formatMessage({ id: label }),
    current: path === href,
  });
  const help = [
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
  return (
    <ShellFooter
      linksLabel={formatMessage({ id: 'shell.footerNavigation' })}
      groups={[
        {
          title: formatMessage({ id: 'shell.pages' }),
          links: useNavigationLinks(path),
        },
        { title: formatMessage({ id: 'shell.help' }), links: help },
      ]}
      about={
        <>
          <strong>{brand.name}</strong>
          <p>{brand.tagline[locale.code]}</p>
          {brand.legalEntity !== brand.name && <p>{brand.legalEntity}</p>}
          <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
        </>
      }
    />
  );
});
