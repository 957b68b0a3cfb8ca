import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { PAGES, pagesIn } from '../../../contract/pages.ts';
import { Link } from '../../components/buttons/Link.tsx';
import { ChevronDownIcon, PersonIcon } from '../../components/icons/icons.tsx';
import { useDetailsMenu } from '../../components/shell/useDetailsMenu.ts';
import { hasPage } from '../../guardAccount.ts';
import { useStores } from '../../StoresContext.tsx';
import styles from './CustomerMenu.module.css';

/** The menu of a customer: the pages of the account, and signing out. Opens without scripts. */
export const CustomerMenu = observer(() => {
  const { health, locale, session } = useStores();
  const { menu, close } = useDetailsMenu();
  return (
    <details ref={menu} className={styles['menu']}>
      <summary className={styles['opener']}>
        <PersonIcon />
        <FormattedMessage id="shell.account" />
        <ChevronDownIcon size="small" />
      </summary>
      <div className={`sheet ${styles['sheet']}`}>
        {session.account?.email && <p className={styles['email']}>{session.account.email}</p>}
        <ul className={styles['pages']}>
          {pagesIn('customerMenu')
            .filter((name) => hasPage(health, name))
            .map((name) => (
              <li key={name}>
                <Link href={locale.path(PAGES[name].path)} className={styles['item']} onClick={close}>
                  <FormattedMessage id={`page.${name}`} />
                </Link>
              </li>
            ))}
        </ul>
        <button type="button" className={styles['item']} onClick={() => void session.signOut()}>
          <FormattedMessage id="shell.signOut" />
        </button>
      </div>
    </details>
  );
});
