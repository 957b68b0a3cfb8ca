import { observer } from 'mobx-react-lite';
import type { MouseEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { ACCOUNTS_FEATURE } from '../../../contract/features.ts';
import { PersonIcon } from '../../components/icons/icons.tsx';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { signInPath } from '../../guardAccount.ts';
import { Late } from '../../latePart.tsx';
import { useStores } from '../../StoresContext.tsx';
import { CUSTOMER_MENU } from './shellParts.ts';

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
  return <Late part={CUSTOMER_MENU} />;
});
