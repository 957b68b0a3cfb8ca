import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { WithdrawOutput } from '../../../../contract/api/withdrawals.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { AmountOutput } from '../../../components/amounts/AmountOutput.tsx';
import { Button } from '../../../components/buttons/Button.tsx';
import { DefinitionList } from '../../../components/data/DefinitionList.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { SuccessIcon } from '../../../components/icons/icons.tsx';
import { withdrawGroup } from '../../../stores/account/WithdrawStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { LocalTime } from '../../order/LocalTime.tsx';
import { ShortAddress } from '../ShortAddress.tsx';
import { Usdt, USDT_DECIMALS } from '../Usdt.tsx';
import styles from './withdraw.module.css';

/** The withdrawal success modal (§2): what happens with the money now, and what is left. */
export const CreatedDialog = observer(({ created: { withdrawal, balance } }: { created: WithdrawOutput }) => {
  const { formatMessage } = useIntl();
  const { withdraw, locale } = useStores(withdrawGroup);
  const { state, waitUntil } = withdrawal;
  const next = state === 'HELD' || state === 'WAITING' ? state : 'SENDING';
  const time = waitUntil && <LocalTime at={waitUntil} />;
  const minutes = Math.max(1, Math.ceil((withdraw.terms?.usualSeconds ?? 60) / 60));
  return (
    <Dialog
      title={<FormattedMessage id={`withdraw.made.${next}`} values={{ time }} />}
      closeLabel={formatMessage({ id: 'exchange.close' })}
      onClose={withdraw.dismissCreated}
      footer={
        <Button variant="primary" size="large" wide onClick={withdraw.dismissCreated}>
          <FormattedMessage id="withdraw.made.done" />
        </Button>
      }
    >
      <div className={styles['dialog']}>
        <div className={styles['success']}>
          <SuccessIcon size="large" />
          <AmountOutput text={formatAmount(withdrawal.arrives, locale.code, USDT_DECIMALS)} unit="USDT" />
          <p>
            <FormattedMessage id={`withdraw.made.${next}.detail`} values={{ minutes }} />
          </p>
        </div>
        <DefinitionList
          items={[
            { id: 'to', term: <FormattedMessage id="withdraw.to" />, detail: <ShortAddress address={withdrawal.address} /> },
            {
              id: 'fee',
              term: <FormattedMessage id="withdraw.fee" />,
              detail: <Usdt amount={withdrawal.networkFee} />,
            },
            { id: 'left', term: <FormattedMessage id="withdraw.left" />, detail: <Usdt amount={balance} />, tone: 'total' },
          ]}
        />
      </div>
    </Dialog>
  );
});
