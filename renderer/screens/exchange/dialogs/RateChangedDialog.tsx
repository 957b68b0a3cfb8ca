import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { PairData } from '../../../../contract/api/rates.ts';
import { QUOTE_VALID_MS } from '../../../../contract/limits.ts';
import { amount, compare, roundToDecimal, toDecimal, ZERO } from '../../../../contract/money.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { DefinitionList } from '../../../components/data/DefinitionList.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import type { RateConsent } from '../../../stores/exchange/SubmissionStore.ts';
import { splitNetworkFee } from '../../../stores/networkFees.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { networkName } from '../../coins/coinViews.ts';
import styles from './dialogs.module.css';
import { useExchangeTexts } from '../useExchangeTexts.ts';
import { useSubmit } from '../useSubmit.ts';

/** Asks the customer to accept a new rate: old → new, and the difference (D4). No order exists yet. */
export const RateChangedDialog = observer(() => {
  const { submission, rates } = useStores(exchangeGroup);
  const { formatMessage, send, computed, percent: percentText } = useExchangeTexts();
  const submit = useSubmit();
  const [isBusy, setBusy] = useState(false);
  const { consent } = submission;
  if (!consent) return null;
  const { before, now, isPayoutFee } = consent;
  const [feeBefore, feeNow] = [before, now].map(sendingFee);
  const leftMs = QUOTE_VALID_MS - Math.max(0, rates.now - submission.askedAt);
  const secondsLeft = now.validUntil === undefined ? null : Math.ceil(leftMs / 1_000);
  const isOver = secondsLeft !== null && secondsLeft <= 0;
  const { difference, percent } = differenceOf(consent);

  const accept = async (): Promise<void> => {
    setBusy(true);
    await submit(submission.acceptRate());
  };

  return (
    <Dialog
      title={formatMessage({ id: isPayoutFee ? 'consent.titleFee' : 'consent.title' })}
      closeLabel={formatMessage({ id: 'exchange.close' })}
      onClose={submission.declineRate}
      footer={
        <div className={styles['actions']}>
          <Button onClick={submission.declineRate}>{formatMessage({ id: 'consent.decline' })}</Button>
          <Button
            variant="primary"
            busy={isBusy}
            unavailableReason={isOver ? formatMessage({ id: 'consent.expired' }) : null}
            onClick={() => void accept()}
          >
            {formatMessage({ id: isPayoutFee ? 'consent.acceptFee' : 'consent.accept' })}
          </Button>
        </div>
      }
    >
      <p className={styles['lead']}>{formatMessage({ id: isPayoutFee ? 'consent.leadFee' : 'consent.lead' })}</p>
      <DefinitionList
        items={[
          { id: 'send', term: formatMessage({ id: 'consent.send' }), detail: send(now.amountToGive) },
          ...(isPayoutFee
            ? [
                {
                  id: 'fee',
                  term: formatMessage({ id: 'exchange.networkFee' }, { network: networkName(now.instrumentTo) }),
                  detail: `${computed('receive', feeBefore ?? '0')} → ${computed('receive', feeNow ?? '0')}`,
                },
              ]
            : []),
          { id: 'before', term: formatMessage({ id: 'consent.before' }), detail: computed('receive', before.amountToGet) },
          {
            id: 'difference',
            term: formatMessage({ id: 'consent.difference' }),
            detail: formatMessage(
              { id: 'consent.differencePercent' },
              {
                amount: signed(difference, (amount) => computed('receive', amount)),
                percent: signed(percent, (amount) => percentText(amount, 2)),
              },
            ),
            tone: compare(difference, '0') < 0 ? 'bad' : 'good',
          },
          {
            id: 'now',
            term: formatMessage({ id: 'consent.now' }),
            detail: computed('receive', now.amountToGet),
            tone: 'total',
          },
        ]}
      />
      {isOver ? (
        <Notice kind="warning" role="status">
          {formatMessage({ id: 'consent.expired' })}
        </Notice>
      ) : (
        secondsLeft !== null && (
          <p className="hint numeric">{formatMessage({ id: 'consent.validFor' }, { seconds: secondsLeft })}</p>
        )
      )}
    </Dialog>
  );
});

/** Returns the network fee of the payout, in instrumentTo. */
const sendingFee = ({ finalNetworkFeeAmount, collectionFeeAmount }: PairData): string =>
  splitNetworkFee(finalNetworkFeeAmount, collectionFeeAmount).sending;

/** Returns new minus old in instrumentTo, and in percent of the old amount with two decimals. */
function differenceOf({ before, now }: RateConsent): { difference: string; percent: string } {
  const old = amount(before.amountToGet);
  const difference = amount(now.amountToGet).minus(old);
  const percent = old.eq(ZERO) ? '0' : roundToDecimal(difference.div(old).times(amount('100')), 2, 'up');
  return { difference: toDecimal(difference), percent };
}

function signed(value: string, format: (amount: string) => string): string {
  return value.startsWith('-') ? `−${format(value.slice(1))}` : `+${format(value)}`;
}
