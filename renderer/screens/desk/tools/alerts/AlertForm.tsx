import { observer } from 'mobx-react-lite';
import { useEffect, useId, useState, type SubmitEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { finishAmount } from '../../../../../contract/amountInput.ts';
import { formatAmount, formatPrice } from '../../../../../contract/formatAmount.ts';
import { compare } from '../../../../../contract/money.ts';
import type { NewRateAlert, WatchedPair } from '../../../../../contract/schemas/trading.ts';
import { brand } from '../../../../brand.ts';
import { Button } from '../../../../components/buttons/Button.tsx';
import { Checkbox } from '../../../../components/fields/Checkbox.tsx';
import { Dialog, type DialogProps } from '../../../../components/dialogs/Dialog.tsx';
import { Segmented } from '../../../../components/fields/Segmented.tsx';
import { createMarketRate } from '../../../../stores/desk/MarketRateStore.ts';
import { rateAlertsGroup } from '../../../../stores/desk/RateAlertStore.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { AmountField, readingOf } from '../../../exchange/amounts/AmountField.tsx';
import { AlertList } from './AlertList.tsx';
import { alertProblem, distance } from './alertProblem.ts';
import styles from './alerts.module.css';

const KINDS = ['above', 'below', 'moves'] as const satisfies readonly NewRateAlert['kind'][];
/** A rate can have more decimals than an amount. */
const RATE_DECIMALS = 12;
const PERCENT_DECIMALS = 2;

/** A new alert of a pair, and those that it has. */
export const AlertForm = observer(({ pair, ...dialog }: { pair: WatchedPair } & Omit<DialogProps, 'children' | 'footer'>) => {
  const { formatMessage } = useIntl();
  const stores = useStores(rateAlertsGroup);
  const { instruments, locale, notifications, rateAlerts } = stores;
  const formId = useId();
  const [kind, setKind] = useState<NewRateAlert['kind']>('above');
  const [reading, setReading] = useState(readingOf(''));
  const [isKept, setKept] = useState(false);
  const [wasTried, setTried] = useState(false);
  const [market] = useState(() => createMarketRate(stores));
  useEffect(() => market.follow(pair), [market, pair]);

  const ticker = (slug: string): string => instruments.bySlug.get(slug)?.currencyTitle ?? slug.toUpperCase();
  const [from, to] = [ticker(pair.from), ticker(pair.to)];
  const value = finishAmount(reading.amount);
  const { rate } = market;
  const problem = alertProblem(kind, value, rate);
  const isPercent = kind === 'moves';
  const written = value === null ? '' : `${formatAmount(value, locale.code)}${isPercent ? '\u00a0%' : ''}`;

  const now = rate && formatPrice(rate, locale.code);
  const hint = (): string => {
    if (now === null || rate === null) return formatMessage({ id: market.isRefused ? 'desk.alerts.noRate' : 'exchange.noRate' });
    if (isPercent || value === null) return formatMessage({ id: 'desk.alerts.now' }, { rate: now });
    const direction = compare(value, rate) >= 0 ? 'desk.alerts.aboveNow' : 'desk.alerts.belowNow';
    return formatMessage(
      { id: direction },
      { percent: formatAmount(distance(rate, value), locale.code, PERCENT_DECIMALS), rate: now },
    );
  };
  const error = (): string | null => {
    if (problem === 'empty')
      return wasTried ? formatMessage({ id: isPercent ? 'desk.alerts.emptyPercent' : 'desk.alerts.emptyRate' }) : null;
    if (problem === 'tooLarge') return formatMessage({ id: 'desk.alerts.tooLarge' });
    return problem && formatMessage({ id: 'desk.alerts.reached' }, { rate: now });
  };

  const add = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (problem || value === null) return;
    try {
      await rateAlerts?.add({ ...pair, kind, value, isKept });
      setReading(readingOf(''));
      setTried(false);
      notifications.show({ kind: 'success', message: 'desk.alerts.added' });
      dialog.onClose();
    } catch {
      notifications.show({ kind: 'error', message: 'desk.alerts.notAdded' });
    }
  };

  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={dialog.onClose}>
            <FormattedMessage id="desk.cancel" />
          </Button>
          <Button type="submit" form={formId} variant="primary">
            {value === null
              ? formatMessage({ id: 'desk.alerts.set' })
              : formatMessage({ id: `desk.alerts.set.${kind}` }, { value: written })}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles['form']} onSubmit={(event) => void add(event)}>
        <Segmented
          legend={formatMessage({ id: 'desk.alerts.kind' })}
          value={kind}
          options={KINDS.map((one) => ({ value: one, label: formatMessage({ id: `desk.alerts.kind.${one}` }) }))}
          onChange={(next) => {
            // A rate is no percentage.
            if ((next === 'moves') !== isPercent) setReading(readingOf(''));
            setKind(next);
          }}
        />
        <AmountField
          label={formatMessage({ id: isPercent ? 'desk.alerts.percent' : 'desk.alerts.rate' }, { from, to })}
          reading={reading}
          onChange={setReading}
          decimals={isPercent ? PERCENT_DECIMALS : RATE_DECIMALS}
          unit={isPercent ? '%' : to}
          hint={hint()}
          error={error()}
          isFirst
        />
        <Checkbox checked={isKept} onChange={setKept}>
          <FormattedMessage id="desk.alerts.keep" />
        </Checkbox>
        <p className="hint">
          <FormattedMessage id="desk.alerts.tray" values={{ brand: brand.name }} />
        </p>
      </form>
      <AlertList pair={pair} rate={rate} />
    </Dialog>
  );
});
