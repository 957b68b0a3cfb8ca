import { observer } from 'mobx-react-lite';
import type { MouseEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { ACCOUNTS_FEATURE } from '../../../contract/features.ts';
import { PAGES, pagesIn } from '../../../contract/pages.ts';
import { ChevronDownIcon, PersonIcon } from '../../components/icons/icons.tsx';
import { Link } from '../../components/buttons/Link.tsx';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { useDetailsMenu } from '../../components/shell/useDetailsMenu.ts';
import { hasPage, signInPath } from '../../guardAccount.ts';
import { useStores } from '../../StoresContext.tsx';
import styles from './AccountMenu.module.css';

/** Signs a guest in. Opens the account's pages for a customer: as a menu in the header's bar, as a link in its sheet on phones. */
export const AccountMenu = observer(({ place }: { place: 'bar' | 'sheet' }) => {
  const { dialogs, health, locale, session } = useStores();
  if (!health.hasFeature(ACCOUNTS_FEATURE)) return null;
  const look = { size: place === 'bar' ? 'small' : 'medium', wide: place === 'sheet' } as const;

  if (!session.exists) {
    const open = (event: MouseEvent): void => {
      // The link is for pages whose scripts have not loaded yet.
      event.preventDefault();
      dialogs.open({ name: 'signIn', data: { view: 'login', wantedPath: null } });
    };
    return (
      <LinkButton {...look} href={signInPath(locale.code, '/profile/info')} onClick={open}>
        <FormattedMessage id="shell.signIn" />
      </LinkButton>
    );
  }
  if (place === 'sheet') {
    return (
      <LinkButton {...look} href={locale.path('/lk')} icon={<PersonIcon />}>
        <FormattedMessage id="shell.account" />
      </LinkButton>
    );
  }
  return <CustomerMenu />;
});

const CustomerMenu = observer(() => {
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
        {session.account && <p className={styles['email']}>{session.account.email}</p>}
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
