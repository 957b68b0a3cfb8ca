import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { Link } from '../../components/buttons/Link.tsx';
import { splitLocale } from '../../../contract/paths/locales.ts';
import { AccountMenu } from '../shell/AccountMenu.tsx';
import { LanguageSwitch } from '../shell/LanguageSwitch.tsx';
import { ThemeSwitch } from '../shell/ThemeSwitch.tsx';
import { useHelpLinks, usePageLinks } from '../shell/usePageLinks.ts';
import styles from './MessengerLayout.module.css';

/** The links below each page of the mini-app: its pages, help, account, language and theme. */
export const MessengerLinks = observer(() => {
  const { formatMessage } = useIntl();
  const { path } = splitLocale(useLocation().pathname);
  // What is no page of the site, such as the description of the API, has no place below the mini-app's base.
  const links = [...usePageLinks('menu', path), ...useHelpLinks(path)].filter(({ isElsewhere }) => !isElsewhere);
  return (
    <footer className={styles['footer']}>
      <div className={styles['tools']}>
        <AccountMenu place="sheet" />
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      <nav aria-label={formatMessage({ id: 'shell.navigation' })} className={styles['links']}>
        {links.map(({ href, label, current }) => (
          <Link key={href} href={href} aria-current={current ? 'page' : undefined} className={styles['link']}>
            {label}
          </Link>
        ))}
      </nav>
    </footer>
  );
});
