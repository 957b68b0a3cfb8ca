import { observer } from 'mobx-react-lite';
import type { ComponentType } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { AccountData } from '../../../contract/api/users.ts';
import { MAX_OPEN_ORDERS } from '../../../contract/accounts/accountData.ts';
import { PeopleIcon, PercentIcon, SignOutIcon, WalletIcon, WithdrawIcon } from '../../components/icons/accountIcons.tsx';
import { PersonIcon, type IconProps } from '../../components/icons/icons.tsx';
import { Link } from '../../components/buttons/Link.tsx';
import { classNames } from '../../components/classNames.ts';
import { ClockIcon, KeyIcon, ShieldIcon } from '../../components/icons/pageIcons.tsx';
import frame from '../../components/layout/SideFrame.module.css';
import { PAGES, pagesIn, type PageIn } from '../../../contract/pages.ts';
import { offersAccountPage } from '../../guardAccount.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { useStores } from '../../StoresContext.tsx';
import styles from './account.module.css';

type Group = 'money' | 'earn' | 'account';

interface AccountPage {
  path: string;
  label: MessageId;
  Icon: ComponentType<IconProps>;
}

const VIEWS: Readonly<Record<PageIn<Group>, Omit<AccountPage, 'path'>>> = {
  'profile-wallet': { label: 'page.profile-wallet', Icon: WalletIcon },
  'profile-withdraw': { label: 'account.withdraw', Icon: WithdrawIcon },
  'profile-history': { label: 'page.profile-history', Icon: ClockIcon },
  'profile-affiliate-program': { label: 'account.affiliate', Icon: PeopleIcon },
  'profile-cashback': { label: 'account.cashback', Icon: PercentIcon },
  'profile-info': { label: 'page.profile-info', Icon: PersonIcon },
  'profile-verification': { label: 'account.verification', Icon: ShieldIcon },
  'profile-keys': { label: 'account.keys', Icon: KeyIcon },
};
const group = (title: MessageId, place: Group) => ({
  title,
  pages: pagesIn(place).map((name): AccountPage => ({ path: PAGES[name].path, ...VIEWS[name] })),
});
const GROUPS = [group('account.money', 'money'), group('account.earn', 'earn'), group('account.account', 'account')];

/** All pages of an account. A host may lack some of them. */
export const ACCOUNT_PAGES: readonly AccountPage[] = GROUPS.flatMap(({ pages }) => pages);

/** Returns the page of a path without locale prefix. */
export function accountPageAt(path: string): AccountPage | undefined {
  return ACCOUNT_PAGES.find((page) => page.path === path);
}

/** The customer, the pages of the account by group, and the way out. */
export const AccountNavigation = observer(({ path, onFollow }: { path: string; onFollow?: () => void }) => {
  const { health, locale, session } = useStores();
  return (
    <>
      <div className={styles['customer']}>
        {/* While the account is not known yet, the lines keep their height. */}
        {session.account?.email !== null && <strong>{session.account?.email ?? '\u00a0'}</strong>}
        <span>{session.account ? <Customer account={session.account} /> : '\u00a0'}</span>
      </div>
      {GROUPS.map(({ title, pages }) => {
        const shown = pages.filter((page) => page.path === path || offersAccountPage(health, page.path));
        return (
          shown.length > 0 && (
            <div key={title}>
              <h2 className={frame['group']}>
                <FormattedMessage id={title} />
              </h2>
              <ul>
                {shown.map((page) => (
                  <li key={page.path}>
                    <Link
                      href={locale.path(page.path)}
                      className={frame['page']}
                      aria-current={page.path === path ? 'page' : undefined}
                      onClick={onFollow}
                    >
                      <page.Icon />
                      <FormattedMessage id={page.label} />
                      {page.path === PAGES['profile-history'].path && <OpenOrders count={session.account?.openOrders} />}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
      <button type="button" className={classNames(frame['page'], styles['signOut'])} onClick={() => void session.signOut()}>
        <SignOutIcon />
        <FormattedMessage id="shell.signOut" />
      </button>
    </>
  );
});

/** The customer's number and cashback level. Not every host returns a level. */
function Customer({ account: { userId, cashbackLevel: level } }: { account: AccountData }) {
  const { formatMessage } = useIntl();
  const number = String(userId);
  if (!level) return formatMessage({ id: 'account.customer' }, { number });
  return formatMessage({ id: 'account.customerLevel' }, { number, level: formatMessage({ id: `cashback.name.${level}` }) });
}

function OpenOrders({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null;
  return (
    <>
      {' '}
      <small className={styles['open']}>
        <FormattedMessage id="account.openOrders" values={{ count: count < MAX_OPEN_ORDERS ? String(count) : `${count}+` }} />
      </small>
    </>
  );
}
