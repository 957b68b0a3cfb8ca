import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { brand } from '../../brand.ts';
import { ShellFooter } from '../../components/ShellFooter.tsx';
import { splitLocale } from '../../i18n/locales.ts';
import { useStores } from '../../StoresContext.tsx';
import { navigationLinks } from './navigationLinks.ts';

export const Footer = observer(() => {
  const { formatMessage } = useIntl();
  const { locale, health, signingKeys } = useStores();
  const { path } = splitLocale(useLocation().pathname);
  const sandboxLink = {
    href: locale.path('/sandbox'),
    label: formatMessage({ id: 'shell.sandbox' }),
    current: path === '/sandbox',
  };
  const verifyLink = {
    href: locale.path('/verify'),
    label: formatMessage({ id: 'verify.link' }),
    current: path === '/verify',
  };
  return (
    <ShellFooter
      linksLabel={formatMessage({ id: 'shell.footerNavigation' })}
      groups={[
        {
          title: formatMessage({ id: 'shell.pages' }),
          links: [
            ...navigationLinks(locale, path, (id) => formatMessage({ id })),
            ...(signingKeys.length > 0 ? [verifyLink] : []),
            ...(health.host.sandbox ? [sandboxLink] : []),
          ],
        },
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
