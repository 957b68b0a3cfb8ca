import { observer } from 'mobx-react-lite';
import { useEffect, useId, useState, type SubmitEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { finishAmount } from '../../../../../contract/amountInput.ts';
import { formatAmount, formatPrice } from '../../../../../contract/formatAmount.ts';
import { isoTime } from '../../../../../contract/isoTime.ts';
import { compare } from '../../../../../contract/money.ts';
import type { NewRateAlert, RateAlert, WatchedPair } from '../../../../../contract/schemas/trading.ts';
import { brand } from '../../../../brand.ts';
import { Button } from '../../../../components/buttons/Button.tsx';
import { Field } from '../../../../components/fields/Field.tsx';
import { Select } from '../../../../components/fields/Select.tsx';
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
/** `same`: as before the change */
const EXPIRIES = ['never', 'same', 'day', 'week', 'month'] as const;
type Expiry = (typeof EXPIRIES)[number];
const DAY_MS = 86_400_000;
const DAYS = { day: 1, week: 7, month: 30 } as const;

/** Returns when an alert is removed; null: never */
function expiryOf(expiry: Expiry, edited: RateAlert | null, now: number): string | null {
  if (expiry === 'never') return null;
  if (expiry === 'same') return edited?.expiresAt ?? null;
  return isoTime(now + DAYS[expiry] * DAY_MS);
}

interface AlertFormProps extends Omit<DialogProps, 'children' | 'footer'> {
  pair: WatchedPair;
  /** The alert that the form changes; null: it sets a new one. */
  edited: RateAlert | null;
  onEdit: (alert: RateAlert | null) => void;
}

/** A new alert of a pair, or a changed one, and the list of all alerts. */
export const AlertForm = observer(({ pair, edited, onEdit, ...dialog }: AlertFormProps) => {
  const { formatDate, formatMessage } = useIntl();
  const stores = useStores(rateAlertsGroup);
  const { clock, instruments, locale, notifications, rateAlerts } = stores;
  const formId = useId();
  const [kind, setKind] = useState<NewRateAlert['kind']>(edited?.kind ?? 'above');
  const [reading, setReading] = useState(readingOf(edited?.value ?? ''));
  const [isKept, setKept] = useState(edited?.isKept ?? false);
  const [expiry, setExpiry] = useState<Expiry>(edited?.expiresAt === undefined ? 'never' : 'same');
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
      const expiresAt = expiryOf(expiry, edited, clock.now());
      await rateAlerts?.add({
        from: pair.from,
        to: pair.to,
        kind,
        value,
        isKept,
        ...(expiresAt !== null && { expiresAt }),
        ...(edited && { id: edited.id }),
      });
      setReading(readingOf(''));
      setTried(false);
      notifications.show({ kind: 'success', message: edited ? 'desk.alerts.changed' : 'desk.alerts.added' });
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
          <Button onClick={edited ? () => onEdit(null) : dialog.onClose}>
            <FormattedMessage id="desk.cancel" />
          </Button>
          <Button type="submit" form={formId} variant="primary">
            {edited
              ? formatMessage({ id: 'desk.alerts.save' })
              : value === null
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
        <Segmented
          legend={formatMessage({ id: 'desk.alerts.repeat' })}
          value={isKept ? 'always' : 'once'}
          options={(['once', 'always'] as const).map((one) => ({
            value: one,
            label: formatMessage({ id: `desk.alerts.repeat.${one}` }),
          }))}
          onChange={(next) => setKept(next === 'always')}
        />
        {isKept && (
          <p className="hint">
            <FormattedMessage id="desk.alerts.repeatHint" />
          </p>
        )}
        <Field label={formatMessage({ id: 'desk.alerts.expiry' })}>
          {(aria) => (
            <Select
              {...aria}
              value={expiry}
              options={EXPIRIES.filter((one) => one !== 'same' || edited?.expiresAt !== undefined).map((one) => ({
                value: one,
                label: formatMessage(
                  { id: `desk.alerts.expiry.${one}` },
                  { time: formatDate(edited?.expiresAt, { dateStyle: 'medium', timeStyle: 'short' }) },
                ),
              }))}
              onChange={setExpiry}
            />
          )}
        </Field>
        <p className="hint">
          <FormattedMessage id="desk.alerts.tray" values={{ brand: brand.name }} />
        </p>
      </form>
      <AlertList pair={pair} rate={rate} onEdit={onEdit} />
    </Dialog>
  );
});
