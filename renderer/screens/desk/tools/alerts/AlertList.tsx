import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatAmount } from '../../../../../contract/formatAmount.ts';
import type { Decimal } from '../../../../../contract/money.ts';
import type { RateAlert, WatchedPair } from '../../../../../contract/schemas/trading.ts';
import { TrashIcon } from '../../../../components/icons/accountIcons.tsx';
import { IconButton } from '../../../../components/buttons/IconButton.tsx';
import { BellIcon } from '../../../../components/icons/pageIcons.tsx';
import { rateAlertsGroup } from '../../../../stores/desk/RateAlertStore.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { LocalTime } from '../../../order/LocalTime.tsx';
import { distance } from './alertProblem.ts';
import styles from './alerts.module.css';
import { useAlertTexts } from './useAlertTexts.ts';

/** The alerts of a pair with their distance from the rate now. Each can be removed. */
export const AlertList = observer(({ pair, rate }: { pair: WatchedPair; rate: Decimal | null }) => {
  const { formatMessage } = useIntl();
  const { rateAlerts: store, notifications } = useStores(rateAlertsGroup);
  const { textOf } = useAlertTexts();
  const titleId = useId();
  const alerts = store?.ofPair(pair) ?? [];
  if (alerts.length === 0) return null;
  const remove = (id: string): void => {
    store?.remove(id).catch(() => notifications.show({ kind: 'error', message: 'desk.alerts.notRemoved' }));
  };
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={styles['title']}>
        <FormattedMessage id="desk.alerts.ofPair" />
      </h3>
      <ul className={styles['alerts']}>
        {alerts.map((alert) => (
          <li key={alert.id} className={styles['alert']}>
            <BellIcon size="small" />
            <span className={styles['condition']}>{textOf(alert)}</span>
            <span className="hint">
              <State alert={alert} rate={rate} />
            </span>
            <IconButton
              icon={<TrashIcon size="small" />}
              label={formatMessage({ id: 'desk.alerts.remove' }, { condition: textOf(alert) })}
              onClick={() => remove(alert.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
});

const State = observer(({ alert, rate }: { alert: RateAlert; rate: Decimal | null }) => {
  const { locale } = useStores();
  const { kind, value, baseRate, firedAt } = alert;
  if (firedAt)
    return <FormattedMessage id="desk.alerts.firedAt" values={{ time: <LocalTime at={firedAt} format="dateTime" /> }} />;
  if (rate === null || (kind === 'moves' && baseRate === null)) return null;
  const percent = kind === 'moves' ? distance(baseRate ?? rate, rate) : distance(rate, value);
  return (
    <FormattedMessage
      id={kind === 'moves' ? 'desk.alerts.moved' : 'desk.alerts.away'}
      values={{ percent: formatAmount(percent, locale.code, 2) }}
    />
  );
});
