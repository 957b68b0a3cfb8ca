import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { buildPaymentUri } from '../../../../contract/paymentUri/paymentUri.ts';
import { buttonClassName } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { CopyRow } from '../../../components/data/CopyRow.tsx';
import { InformationIcon } from '../../../components/icons/icons.tsx';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import {
  canSendAgain,
  isRateHeld,
  depositedAmount,
  laterDepositHours,
  orderStage,
  remainingAmount,
  testAmount,
} from '../../../../contract/orderStage.ts';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { Disclosure } from '../../../components/layout/Disclosure.tsx';
import { GuaranteeNote } from '../guarantee/GuaranteeNote.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { Late } from '../../../latePart.tsx';
import { FinishDeposit } from './FinishDeposit.tsx';
import { SendButtons } from './SendButtons.tsx';
import { PaymentCode } from './PaymentCode.tsx';
import { ORDER_CONDITIONS } from '../orderParts.ts';
import { useCopyTexts } from '../useCopyTexts.ts';
import { useMoney } from '../useMoney.ts';
import styles from '../order.module.css';

/**
 * What to send: the memo first if there is one, then amount and address, each with a copy button. The one primary action pays: the
 * sandbox wallet, else the customer's wallet, else copying the address.
 */
export const SendStep = observer(({ order }: { order: Order }) => {
  const { formatMessage } = useIntl();
  const { money } = useMoney();
  const { platform, health } = useStores(orderGroup);
  const copyTexts = useCopyTexts();
  const rows = useRef<HTMLDivElement>(null);
  const code = useRef<HTMLDivElement>(null);
  const { instrumentFrom: instrument } = order.pair;
  const { depositAddress: address, depositAddressMemo: memo } = order;
  const isRest = orderStage(order) === 'partlyPaid';
  const amount = isRest ? remainingAmount(order) : order.claimedDepositAmount;
  const paymentUri = buildPaymentUri({ instrument, address, amount, memo });
  const memoName = instrument.network?.memoName ?? 'Memo';
  const network = networkName(instrument);
  const laterHours = laterDepositHours(order);
  const test = testAmount(order);

  return (
    <Card className={styles['stage']} aria-label={formatMessage({ id: 'order.send.region' })}>
      {isRest && <PartlyPaid order={order} />}
      {canSendAgain(order) && (
        <Notice kind="warning">
          <FormattedMessage id="order.reorged.sendAgain" />
        </Notice>
      )}
      {order.rateHeld === false && (
        <Notice kind="warning">
          <FormattedMessage id="order.send.rateLost" />
        </Notice>
      )}
      <SendButtons address={address} rows={rows} code={code} />
      <div className={styles['send']}>
        <div ref={rows} className={styles['rows']}>
          {memo !== null && (
            <CopyRow
              tone="attention"
              label={formatMessage({ id: 'order.send.memo' }, { name: memoName })}
              value={memo}
              note={formatMessage({ id: 'order.send.memoWhy' })}
              onCopy={platform.copy}
              text={copyTexts(formatMessage({ id: 'order.copyMemo' }, { name: memoName }))}
            />
          )}
          <CopyRow
            kind="amount"
            label={formatMessage({ id: amountLabel(order, isRest) })}
            value={amount}
            display={money(amount, instrument)}
            onCopy={platform.copy}
            text={copyTexts(formatMessage({ id: 'order.copyAmount' }))}
          />
          <CopyRow
            kind="address"
            isPrimary={!health.host.sandbox && paymentUri === null}
            label={formatMessage({ id: 'order.send.address' }, { network })}
            value={address}
            note={formatMessage({ id: 'order.send.networkOnly' }, { ticker: instrument.currencyTitle, network })}
            onCopy={platform.copy}
            text={copyTexts(formatMessage({ id: 'order.copyAddress' }))}
          />
          <GuaranteeNote />
        </div>
        <div ref={code} className={styles['code']}>
          <PaymentCode address={address} paymentUri={paymentUri} memo={memo === null ? null : { name: memoName, value: memo }} />
        </div>
      </div>
      <div className={styles['ways']}>
        {health.host.sandbox && <SandboxLink order={order} amount={amount} />}
        {paymentUri && (
          <a href={paymentUri} className={buttonClassName({ size: 'small', variant: health.host.sandbox ? 'quiet' : 'primary' })}>
            <FormattedMessage id="order.send.openWallet" />
          </a>
        )}
      </div>
      {isRest && <FinishDeposit />}
      {isRateHeld(order) && <Late part={ORDER_CONDITIONS} />}
      <Disclosure
        className={styles['more']}
        summary={
          <span className={styles['moreTitle']}>
            <InformationIcon />
            <FormattedMessage id="order.send.close" />
          </span>
        }
      >
        <FormattedMessage id={order.rateMode === 'FIXED' ? 'order.send.noteFixed' : 'order.send.noteFloating'} />
        {laterHours !== null && test !== null && (
          <>
            {' '}
            <FormattedMessage id="order.send.later" values={{ hours: laterHours, amount: money(test, instrument) }} />
          </>
        )}
      </Disclosure>
    </Card>
  );
});

function amountLabel({ rateMode }: Order, isRest: boolean) {
  if (isRest) return 'order.send.amountRest' as const;
  return rateMode === 'FIXED' ? ('order.send.amountOnce' as const) : ('order.send.amount' as const);
}

function PartlyPaid({ order }: { order: Order }) {
  const { money } = useMoney();
  const { instrumentFrom } = order.pair;
  const values = {
    amount: money(depositedAmount(order), instrumentFrom),
    claimed: money(order.claimedDepositAmount, instrumentFrom),
  };
  return (
    <Notice kind="warning">
      <FormattedMessage id={order.rateMode === 'FIXED' ? 'order.send.partly' : 'order.send.partlyFloating'} values={values} />
    </Notice>
  );
}

/** A link to the sandbox wallet, on embedded networks only (D12). */
const SandboxLink = observer(({ order, amount }: { order: Order; amount: string }) => {
  const { locale } = useStores();
  const query = new URLSearchParams({
    instrument: order.pair.instrumentFrom.slug,
    to: order.depositAddress,
    amount,
    ...(order.depositAddressMemo !== null && { memo: order.depositAddressMemo }),
  });
  return (
    <LinkButton size="small" variant="primary" href={locale.path(`/sandbox?${query.toString()}`)}>
      <FormattedMessage id="order.send.sandbox" />
    </LinkButton>
  );
});
