import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { isPositive, type Decimal } from '../../../contract/money.ts';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { hasAccountPage } from '../../guardAccount.ts';
import { useStores } from '../../StoresContext.tsx';
import { EmailNotice } from './EmailNotice.tsx';

/** Says what keeps `earned` USDT from being withdrawn: a host that can't send it, or an e-mail that is not confirmed (D80). */
export const EarnedNotice = observer(({ earned }: { earned: Decimal }) => {
  const { health, locale } = useStores();
  if (!isPositive(earned)) return null;
  if (hasAccountPage(health, '/profile/withdraw')) return <EmailNotice unconfirmed="account.emailUnconfirmed" />;
  return (
    <Notice
      kind="warning"
      actions={
        <LinkButton size="small" href={locale.path('/support')}>
          <FormattedMessage id="account.writeToSupport" />
        </LinkButton>
      }
    >
      <FormattedMessage id="account.noWithdrawals" />
    </Notice>
  );
});
