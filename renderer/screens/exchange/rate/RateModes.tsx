import { observer } from 'mobx-react-lite';
import { useEffect, type ComponentType } from 'react';
import type { RateMode } from '../../../../contract/order.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { ApproximateIcon, LockIcon } from '../../../components/icons/icons.tsx';
import { RadioCards } from '../../../components/fields/RadioCards.tsx';
import { Late, latePart } from '../../../latePart.tsx';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from './RateModes.module.css';
import { useExchangeTexts } from '../useExchangeTexts.ts';

/** Loaded after the form, so that choosing a fixed rate shows them at once. */
const QUOTE_CONDITIONS = latePart(async () => (await import('../../order/fixedRate/QuoteConditions.tsx')).QuoteConditions);

/**
 * The choice of floating or fixed rate, with the effect of each on this amount (D4, D5). `Amount`: what each yields now, in
 * one line with its name.
 */
export const RateModes = observer(({ Amount }: { Amount?: ComponentType<{ mode: RateMode }> }) => {
  const { exchange, rates } = useStores(exchangeGroup);
  const { formatMessage, send, rules } = useExchangeTexts();
  const unavailable = rates.fixed.forcesFloating;
  const { fixedMaximum, mode } = exchange;
  useEffect(() => void QUOTE_CONDITIONS.load().catch(() => undefined), []);
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
        dense={Amount !== undefined}
        options={[
          {
            value: 'FLOATING',
            icon: <ApproximateIcon size="small" />,
            label: formatMessage({ id: 'exchange.floating' }),
            detail: Amount ? <Amount mode="FLOATING" /> : formatMessage({ id: 'exchange.floatingDetail' }),
          },
          {
            value: 'FIXED',
            icon: <LockIcon size="small" />,
            label: formatMessage({ id: 'exchange.fixed' }, rules()),
            detail: Amount ? <Amount mode="FIXED" /> : <FixedDetail />,
            unavailableReason: unavailable && whyNot(),
            action: unavailable === 'amount' && <SetFixedMaximum />,
          },
        ]}
      />
      <div className={styles['clause']} role="status">
        <Clause />
      </div>
    </div>
  );
});

/** Sets the largest amount at a fixed rate, and chooses that rate. */
const SetFixedMaximum = observer(() => {
  const { exchange } = useStores(exchangeGroup);
  const { formatMessage, exact } = useExchangeTexts();
  const { fixedMaximum } = exchange;
  if (fixedMaximum === null) return null;
  const set = (): void => {
    exchange.type('send', fixedMaximum);
    exchange.chooseMode('FIXED');
  };
  return (
    <button type="button" className={styles['set']} onClick={set}>
      {formatMessage({ id: 'exchange.setAmount' }, { amount: exact(fixedMaximum) })}
    </button>
  );
});

/** The conditions of the chosen rate that its card doesn't say, or why another one is used. */
const Clause = observer(() => {
  const { exchange } = useStores(exchangeGroup);
  const { formatMessage, send, exact } = useExchangeTexts();
  const { forcedFloating, fixedRefusal, fixedMaximum, mode } = exchange;
  if (forcedFloating === 'pair') return <p className="hint">{formatMessage({ id: 'exchange.forcedPair' })}</p>;
  if (forcedFloating === 'amount') return <p className="hint">{formatMessage({ id: 'exchange.forcedAmount' })}</p>;
  if (fixedRefusal) {
    return (
      <>
        <p className="hint">
          {fixedMaximum === null
            ? formatMessage({ id: 'exchange.fixedLimit' })
            : formatMessage({ id: 'exchange.fixedLimitUpTo' }, { amount: send(fixedMaximum) })}
        </p>
        {fixedMaximum !== null && (
          <Button size="small" onClick={() => exchange.type('send', fixedMaximum)}>
            {formatMessage({ id: 'exchange.setAmount' }, { amount: exact(fixedMaximum) })}
          </Button>
        )}
        <Button size="small" onClick={() => exchange.chooseMode('FLOATING')}>
          {formatMessage({ id: 'exchange.useFloating' })}
        </Button>
      </>
    );
  }
  return mode === 'FIXED' ? <Late part={QUOTE_CONDITIONS} /> : null;
});

const FixedDetail = observer(() => {
  const { exchange } = useStores(exchangeGroup);
  const { formatMessage, computed } = useExchangeTexts();
  const other = exchange.otherAmount('FIXED');
  if (other === null || exchange.problem) return formatMessage({ id: 'exchange.fixedDetailPlain' });
  return exchange.typedSide === 'send'
    ? formatMessage({ id: 'exchange.fixedDetail' }, { amount: computed('receive', other) })
    : formatMessage({ id: 'exchange.fixedDetailSend' }, { amount: computed('send', other) });
});
