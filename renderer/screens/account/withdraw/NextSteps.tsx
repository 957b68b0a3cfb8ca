import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { WithdrawalTerms } from '../../../../contract/api/withdrawals.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { Card } from '../../../components/layout/Card.tsx';
import { StepList } from '../../../components/data/StepList.tsx';
import { withdrawGroup } from '../../../stores/account/WithdrawStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { waitOf } from './waitOf.ts';
import styles from './withdraw.module.css';

/** What happens after the button, with the wait that this withdrawal has (D60). */
export const NextSteps = observer(({ terms }: { terms: WithdrawalTerms }) => {
  const { withdraw, locale } = useStores(withdrawGroup);
  const { waitReasons } = withdraw;
  const hasFactor = !terms.waitReasons.includes('NO_SECOND_FACTOR');
  const network = networkName(terms.instrument);
  const limit = formatAmount(terms.reviewAbove, locale.code);
  return (
    <Card title={<FormattedMessage id="withdraw.next" />}>
      <StepList
        steps={[
          {
            id: 'confirm',
            title: <FormattedMessage id="withdraw.next.confirm" />,
            detail: <FormattedMessage id={hasFactor ? 'withdraw.next.confirmFactor' : 'withdraw.next.confirmPlain'} />,
          },
          ...(waitReasons.length > 0
            ? [
                {
                  id: 'wait',
                  title: <FormattedMessage id="withdraw.next.wait" values={waitOf(terms)} />,
                  detail: <WaitReasons terms={terms} />,
                },
              ]
            : []),
          {
            id: 'send',
            title: <FormattedMessage id="withdraw.next.send" />,
            detail: <FormattedMessage id="withdraw.next.sendDetail" values={{ limit }} />,
          },
          {
            id: 'confirmed',
            title: <FormattedMessage id="withdraw.next.confirmed" values={{ network }} />,
            detail: <FormattedMessage id="withdraw.next.confirmedDetail" />,
          },
        ]}
      />
      <p className={`hint ${styles['wayBack']}`}>
        <FormattedMessage id="withdraw.next.refused" />
      </p>
    </Card>
  );
});

/** Why it waits, and that it can be stopped meanwhile. */
const WaitReasons = observer(({ terms }: { terms: WithdrawalTerms }) => {
  const { withdraw } = useStores(withdrawGroup);
  // Before an address is entered, only what applies to any address is known.
  const reasons = withdraw.address === '' && terms.waitReasons.length > 0 ? terms.waitReasons : withdraw.waitReasons;
  return (
    <>
      {reasons.map((reason) => (
        <span key={reason} className={styles['reason']}>
          <FormattedMessage id={`withdraw.wait.${reason}`} />
        </span>
      ))}
      <FormattedMessage id="withdraw.next.waitDetail" />
    </>
  );
});
