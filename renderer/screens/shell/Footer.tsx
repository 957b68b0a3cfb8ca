import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { taglineIn } from '../../../contract/brand.ts';
import { brand } from '../../brand.ts';
import { ShellFooter } from '../../components/shell/ShellFooter.tsx';
import { splitLocale } from '../../../contract/paths/locales.ts';
import { useStores } from '../../StoresContext.tsx';
import { useHelpLinks, usePageLinks } from './usePageLinks.ts';

export const Footer = observer(() => {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  const { path } = splitLocale(useLocation().pathname);
  return (
    <ShellFooter
      linksLabel={formatMessage({ id: 'shell.footerNavigation' })}
      groups={[
        {
          title: formatMessage({ id: 'shell.pages' }),
          links: usePageLinks('menu', path),
        },
        { title: formatMessage({ id: 'shell.help' }), links: useHelpLinks(path) },
      ]}
      about={
        <>
          <strong>{brand.name}</strong>
          <p>{taglineIn(brand, locale.code)}</p>
          {brand.legalEntity !== brand.name && <p>{brand.legalEntity}</p>}
          <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
        </>
      }
    />
  );
});
