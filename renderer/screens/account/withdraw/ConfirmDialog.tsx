import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { WithdrawalTerms } from '../../../../contract/api/withdrawals.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { AmountOutput } from '../../../components/amounts/AmountOutput.tsx';
import { Button } from '../../../components/buttons/Button.tsx';
import { DefinitionList } from '../../../components/data/DefinitionList.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { withdrawGroup } from '../../../stores/account/WithdrawStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { Usdt, USDT_DECIMALS } from '../Usdt.tsx';
import { waitOf } from './waitOf.ts';
import styles from './withdraw.module.css';

const MARKED = 6;

/** The last look before the money leaves: what arrives, and the whole address. */
export const ConfirmDialog = observer(({ terms }: { terms: WithdrawalTerms }) => {
  const { formatMessage } = useIntl();
  const { withdraw, locale } = useStores(withdrawGroup);
  const { address, amount, arrives, form, waitReasons, isReviewed } = withdraw;
  const { isPending, problem: failure } = form;
  const values = {
    network: networkName(terms.instrument),
    ...waitOf(terms),
    limit: formatAmount(terms.reviewAbove, locale.code),
  };
  return (
    <Dialog
      title={<FormattedMessage id="withdraw.confirm" />}
      closeLabel={formatMessage({ id: 'exchange.close' })}
      onClose={withdraw.close}
      dismissible={!isPending}
      footer={
        <Button variant="primary" size="large" wide busy={isPending} onClick={() => void withdraw.send()}>
          <FormattedMessage id={failure === 'UNKNOWN' ? 'withdraw.retry' : 'withdraw.confirmButton'} />
        </Button>
      }
    >
      <div className={styles['dialog']}>
        {failure && (
          <Notice kind={failure === 'FEE' || failure === 'SECOND_FACTOR' ? 'warning' : 'danger'} role="alert">
            <FormattedMessage id={failure === 'main_error' ? failure : `withdraw.failure.${failure}`} />
          </Notice>
        )}
        <div>
          <span className={styles['label']}>
            <FormattedMessage id="withdraw.arrives" />
          </span>
          <AmountOutput text={formatAmount(arrives ?? '0', locale.code, USDT_DECIMALS)} unit="USDT" />
        </div>
        <div className={styles['recipient']}>
          <span className={styles['label']}>
            <FormattedMessage id="withdraw.toOn" values={values} />
          </span>
          <p className={`mono ${styles['whole']}`}>
            <b>{address.slice(0, MARKED)}</b>
            {address.slice(MARKED, -MARKED)}
            <b>{address.slice(-MARKED)}</b>
          </p>
        </div>
        <DefinitionList
          items={[
            { id: 'amount', term: <FormattedMessage id="withdraw.send" />, detail: <Usdt amount={amount || '0'} /> },
            {
              id: 'fee',
              term: <FormattedMessage id="withdraw.networkFee" values={values} />,
              detail: <Usdt amount={terms.networkFee} />,
            },
          ]}
        />
        <p className="hint">
          {waitReasons.length > 0 && (
            <>
              <FormattedMessage id="withdraw.confirmWait" values={values} />{' '}
            </>
          )}
          {isReviewed && (
            <>
              <FormattedMessage id="withdraw.confirmReview" values={values} />{' '}
            </>
          )}
          <FormattedMessage id="withdraw.confirmFinal" />
        </p>
      </div>
    </Dialog>
  );
});
