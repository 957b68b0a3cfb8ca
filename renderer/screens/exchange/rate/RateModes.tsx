import { observer } from 'mobx-react-lite';
import { LATER_ORDERS_FEATURE } from '../../../../contract/api/orders.ts';
import { LATER_DEPOSIT_WINDOW_MS } from '../../../../contract/limits.ts';
import { Button } from '../../../components/Button.tsx';
import { ApproximateIcon, LockIcon } from '../../../components/icons.tsx';
import { RadioCards } from '../../../components/RadioCards.tsx';
import { useStores } from '../../../StoresContext.tsx';
import styles from './RateModes.module.css';
import { useForm } from '../useForm.ts';

const HOUR_MS = 3_600_000;

/** The choice of floating or fixed rate, with the effect of each on this amount (D4, D5). */
export const RateModes = observer(() => {
  const { exchange, rates } = useStores();
  const { formatMessage, send } = useForm();
  const unavailable = rates.fixed.forcesFloating;
  const { fixedMaximum, mode } = exchange;
  const whyNot = (): string => {
    if (unavailable === 'pair') return formatMessage({ id: 'exchange.fixedNotOffered' });
    return fixedMaximum === null
      ? formatMessage({ id: 'exchange.fixedNotAtAmount' })
      : formatMessage({ id: 'exchange.fixedUpTo' }, { amount: send(fixedMaximum) });
  };

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
            unavailableReason: unavailable && whyNot(),
          },
        ]}
      />
      <div className={styles['clause']} role="status">
        <Clause />
      </div>
    </div>
  );
});

/** What the chosen rate means, or why the fixed one is not possible and what to do. */
const Clause = observer(() => {
  const { exchange, health } = useStores();
  const { formatMessage, send, exact } = useForm();
  const { forcedFloating, fixedRefusal, fixedMaximum, mode } = exchange;
  if (forcedFloating === 'pair') return <p className="hint">{formatMessage({ id: 'exchange.forcedPair' })}</p>;
  if (forcedFloating === 'amount' || fixedRefusal) {
    const ids = fixedRefusal
      ? (['exchange.fixedLimit', 'exchange.fixedLimitUpTo'] as const)
      : (['exchange.forcedAmount', 'exchange.forcedAmountUpTo'] as const);
    return (
      <>
        <p className="hint">
          {fixedMaximum === null ? formatMessage({ id: ids[0] }) : formatMessage({ id: ids[1] }, { amount: send(fixedMaximum) })}
        </p>
        {fixedMaximum !== null && (
          <Button size="small" onClick={() => exchange.type('send', fixedMaximum)}>
            {formatMessage({ id: 'exchange.setAmount' }, { amount: exact(fixedMaximum) })}
          </Button>
        )}
        {fixedRefusal && (
          <Button size="small" onClick={() => exchange.chooseMode('FLOATING')}>
            {formatMessage({ id: 'exchange.useFloating' })}
          </Button>
        )}
      </>
    );
  }
  if (mode === 'FIXED') return <p className="hint">{formatMessage({ id: 'exchange.fixedClause' })}</p>;
  return (
    <p className="hint">
      {formatMessage({ id: 'exchange.floatingClause' })}
      {health.hasFeature(LATER_ORDERS_FEATURE) && (
        <> {formatMessage({ id: 'exchange.laterDeposits' }, { hours: LATER_DEPOSIT_WINDOW_MS / HOUR_MS })}</>
      )}
    </p>
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
