import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { brand } from '../../brand.ts';
import { ShellHeader } from '../../components/shell/ShellHeader.tsx';
import { splitLocale } from '../../../contract/paths/locales.ts';
import { useStores } from '../../StoresContext.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { usePageLinks } from './usePageLinks.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

export const Header = observer(() => {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  const { path } = splitLocale(useLocation().pathname);
  return (
    <ShellHeader
      home={{ href: locale.path('/'), label: formatMessage({ id: 'shell.home' }, { brand: brand.name }) }}
      brandName={brand.name}
      links={usePageLinks('menu', path)}
      linksLabel={formatMessage({ id: 'shell.navigation' })}
      menuLabel={formatMessage({ id: 'shell.menu' })}
      tools={
        <>
          <LanguageSwitch />
          <ThemeSwitch />
        </>
      }
      account={{ bar: <AccountMenu place="bar" />, sheet: <AccountMenu place="sheet" /> }}
    />
  );
});
