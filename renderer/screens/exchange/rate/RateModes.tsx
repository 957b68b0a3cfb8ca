import { observer } from 'mobx-react-lite';
import { LATER_ORDERS_FEATURE } from '../../../../contract/api/orders.ts';
import { LATER_DEPOSIT_WINDOW_MS } from '../../../../contract/limits.ts';
import { ApproximateIcon, LockIcon } from '../../../components/icons.tsx';
import { RadioCards } from '../../../components/RadioCards.tsx';
import { useStores } from '../../../StoresContext.tsx';
import styles from './RateModes.module.css';
import { useForm } from '../useForm.ts';

const HOUR_MS = 3_600_000;

/** The choice of floating or fixed rate, with the effect of each on this amount (D4, D5). */
export const RateModes = observer(() => {
  const { exchange, rates, health } = useStores();
  const { formatMessage } = useForm();
  const unavailable = rates.fixed.forcesFloating;
  const { forcedFloating, mode } = exchange;

  return (
    <div className={styles['modes']}>
      <RadioCards
        legend={formatMessage({ id: 'exchange.rateMode' })}
        value={mode}
        onChange={exchange.chooseMode}
        options={[
          {
            value: 'FLOATING',
            icon: <ApproximateIcon size="small" />,
            label: formatMessage({ id: 'exchange.floating' }),
            detail: formatMessage({ id: 'exchange.floatingDetail' }),
          },
          {
            value: 'FIXED',
            icon: <LockIcon size="small" />,
            label: formatMessage({ id: 'exchange.fixed' }),
            detail: <FixedDetail />,
            unavailableReason:
              unavailable &&
              formatMessage({ id: unavailable === 'pair' ? 'exchange.fixedNotOffered' : 'exchange.fixedNotAtAmount' }),
          },
        ]}
      />
      <p className="hint" role="status">
        {forcedFloating
          ? formatMessage({ id: forcedFloating === 'pair' ? 'exchange.forcedPair' : 'exchange.forcedAmount' })
          : formatMessage({ id: mode === 'FIXED' ? 'exchange.fixedClause' : 'exchange.floatingClause' })}
        {mode === 'FLOATING' && health.hasFeature(LATER_ORDERS_FEATURE) && (
          <> {formatMessage({ id: 'exchange.laterDeposits' }, { hours: LATER_DEPOSIT_WINDOW_MS / HOUR_MS })}</>
        )}
      </p>
    </div>
  );
});

const FixedDetail = observer(() => {
  const { exchange } = useStores();
  const { formatMessage, short, from, to } = useForm();
  const other = exchange.otherAmount('FIXED');
  if (other === null) return formatMessage({ id: 'exchange.fixedDetailPlain' });
  return exchange.typedSide === 'send'
    ? formatMessage({ id: 'exchange.fixedDetail' }, { amount: `${short(other)}\u00a0${to}` })
    : formatMessage({ id: 'exchange.fixedDetailSend' }, { amount: `${short(other, 'up')}\u00a0${from}` });
});
