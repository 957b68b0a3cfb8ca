import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { isPositive, type Decimal } from '../../../contract/money.ts';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { hasAccountPage } from '../../guardAccount.ts';
import { useStores } from '../../StoresContext.tsx';

/** Says what happens to `earned` USDT on a host that can't send withdrawals. Renders nothing on other hosts or without earnings. */
export const NoWithdrawals = observer(({ earned }: { earned: Decimal }) => {
  const { health, locale } = useStores();
  if (!isPositive(earned) || hasAccountPage(health, '/profile/withdraw')) return null;
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
