import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { classNames } from '../../components/classNames.ts';
import { Link } from '../../components/buttons/Link.tsx';
import { useDetailsMenu } from '../../components/shell/useDetailsMenu.ts';
import { LanguageSwitch } from '../shell/LanguageSwitch.tsx';
import { ThemeSwitch } from '../shell/ThemeSwitch.tsx';
import { useHelpLinks, usePageLinks } from '../shell/usePageLinks.ts';
import sheet from './sheet.module.css';
import styles from './MoreMenu.module.css';
import { MoreIcon } from './deskIcons.tsx';

/** The other pages of the app, the language and the theme. */
export const MoreMenu = observer(({ path }: { path: string }) => {
  const { formatMessage } = useIntl();
  const { menu, close } = useDetailsMenu();
  const groups = [usePageLinks('menu', path), useHelpLinks(path).filter(({ isElsewhere }) => isElsewhere !== true)];
  const label = formatMessage({ id: 'shell.menu' });
  return (
    <details ref={menu} className={sheet['menu']}>
      <summary className={sheet['opener']} aria-label={label} title={label}>
        <MoreIcon />
      </summary>
      <nav className={classNames('sheet', sheet['sheet'], styles['sheet'])} aria-label={label}>
        {groups.map((links) => (
          <ul key={links[0]?.href} className={styles['links']}>
            {links.map((link) => (
              <li key={link.href}>
                <Link
                  href={link.href}
                  className={styles['item']}
                  aria-current={link.current ? 'page' : undefined}
                  onClick={close}
                >
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
        ))}
        <div className={styles['settings']}>
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </nav>
    </details>
  );
});
