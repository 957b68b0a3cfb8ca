import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SandboxState } from '../../../contract/api/sandbox.ts';
import { finishAmount } from '../../../contract/amountInput.ts';
import { amount, roundToDecimal } from '../../../contract/money.ts';
import { Button } from '../../components/buttons/Button.tsx';
import { Card } from '../../components/layout/Card.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { Select } from '../../components/fields/Select.tsx';
import type { SandboxStore } from '../../stores/sandbox/SandboxStore.ts';
import { useMoney } from '../order/useMoney.ts';
import { AmountField, readingOf } from '../exchange/amounts/AmountField.tsx';
import styles from './sandbox.module.css';

const MODES = ['working', 'down', 'stale', 'jump'] as const;
const MARKET = 'market';
/** Small enough to pass the price plausibility check (D41), large enough to void a fixed rate (D5). */
const STEPS = { down: '0.97', up: '1.03' } as const;
const PRICE_DECIMALS = 8;

/** Controls of the embedded market: faults and prices. */
export const MarketControls = observer(({ sandbox, state }: { sandbox: SandboxStore; state: SandboxState }) => {
  const { formatMessage } = useIntl();
  const { market } = state;
  return (
    <Card aria-labelledby="sandbox-market">
      <h2 id="sandbox-market">
        <FormattedMessage id="sandbox.market.title" />
      </h2>
      <div className={styles['form']}>
        <Field
          label={formatMessage({ id: 'sandbox.market.mode' })}
          hint={formatMessage({ id: `sandbox.market.hint.${market.mode}` })}
        >
          {(aria) => (
            <Select
              {...aria}
              value={market.mode}
              options={MODES.map((mode) => ({ value: mode, label: formatMessage({ id: `sandbox.market.mode.${mode}` }) }))}
              onChange={(mode) => void sandbox.setMode(MARKET, mode === 'working' ? null : mode)}
            />
          )}
        </Field>
        <PriceForm sandbox={sandbox} prices={market.prices} />
      </div>
    </Card>
  );
});

const PriceForm = observer(({ sandbox, prices }: { sandbox: SandboxStore; prices: SandboxState['market']['prices'] }) => {
  const { formatMessage } = useIntl();
  const { figure } = useMoney();
  const [symbol, setSymbol] = useState('BTC');
  const [typed, setTyped] = useState(readingOf(''));
  const current = prices.find((price) => price.symbol === symbol)?.price ?? null;
  const wanted = finishAmount(typed.amount);
  const { problem } = sandbox;
  const set = (price: string) => void sandbox.setPrice(symbol, price);
  const step = (factor: string) => {
    if (current !== null) set(roundToDecimal(amount(current).times(amount(factor)), PRICE_DECIMALS, 'down'));
  };
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted === null) return;
        set(wanted);
        setTyped(readingOf(''));
      }}
    >
      <Field
        label={formatMessage({ id: 'sandbox.market.symbol' })}
        hint={
          current === null
            ? '—'
            : formatMessage({ id: 'sandbox.market.price' }, { price: figure(current, { currencyTitle: 'USD' }) })
        }
      >
        {(aria) => (
          <Select
            {...aria}
            value={symbol}
            options={prices.map((price) => ({ value: price.symbol, label: price.symbol }))}
            onChange={setSymbol}
          />
        )}
      </Field>
      <div className={styles['ways']}>
        <Button size="small" onClick={() => step(STEPS.down)}>
          <FormattedMessage id="sandbox.market.down" />
        </Button>
        <Button size="small" onClick={() => step(STEPS.up)}>
          <FormattedMessage id="sandbox.market.up" />
        </Button>
      </div>
      <AmountField
        label={formatMessage({ id: 'sandbox.market.newPrice' })}
        reading={typed}
        onChange={setTyped}
        decimals={PRICE_DECIMALS}
        unit="USD"
        hint={formatMessage({ id: 'sandbox.market.newPriceHint' })}
      />
      <Button
        type="submit"
        busy={sandbox.busy === 'price'}
        unavailableReason={wanted === null ? formatMessage({ id: 'sandbox.market.newPriceMissing' }) : null}
      >
        <FormattedMessage id="sandbox.market.set" />
      </Button>
      <div role="status">
        {(problem?.at === 'price' || problem?.at === MARKET) && (
          <Notice kind="danger">
            <FormattedMessage id="sandbox.refused" values={{ message: problem.message }} />
          </Notice>
        )}
      </div>
    </form>
  );
});
