import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatAmount } from '../../../../../contract/formatAmount.ts';
import type { Decimal } from '../../../../../contract/money.ts';
import type { RateAlert, WatchedPair } from '../../../../../contract/schemas/trading.ts';
import { TrashIcon } from '../../../../components/icons/accountIcons.tsx';
import { classNames } from '../../../../components/classNames.ts';
import { IconButton } from '../../../../components/buttons/IconButton.tsx';
import { BellIcon } from '../../../../components/icons/pageIcons.tsx';
import { PencilIcon } from '../../deskIcons.tsx';
import { rateAlertsGroup } from '../../../../stores/desk/RateAlertStore.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { LocalTime } from '../../../order/LocalTime.tsx';
import { distance } from './alertProblem.ts';
import styles from './alerts.module.css';
import { useAlertTexts } from './useAlertTexts.ts';

interface AlertListProps {
  /** The pair whose rate is known. Its alerts come first. */
  pair: WatchedPair;
  rate: Decimal | null;
  onEdit: (alert: RateAlert) => void;
}

/** All alerts, with the distance from the rate now where it is known. Each can be changed and removed. */
export const AlertList = observer(({ pair, rate, onEdit }: AlertListProps) => {
  const { formatMessage } = useIntl();
  const { rateAlerts: store, notifications } = useStores(rateAlertsGroup);
  const { pairOf, textOf } = useAlertTexts();
  const titleId = useId();
  const isOwn = ({ from, to }: WatchedPair): boolean => from === pair.from && to === pair.to;
  const alerts = (store?.alerts ?? []).toSorted((left, right) => Number(isOwn(right)) - Number(isOwn(left)));
  if (alerts.length === 0) return null;
  const remove = (id: string): void => {
    store?.remove(id).catch(() => notifications.show({ kind: 'error', message: 'desk.alerts.notRemoved' }));
  };
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={styles['title']}>
        <FormattedMessage id="desk.alerts.all" />
      </h3>
      <ul className={styles['alerts']}>
        {alerts.map((alert) => (
          <li key={alert.id} className={styles['alert']}>
            <BellIcon size="small" />
            <span className={styles['condition']}>
              {pairOf(alert)} {textOf(alert)}
              <span className={classNames('hint', styles['state'])}>
                <span>
                  <FormattedMessage id={alert.isKept ? 'desk.alerts.repeat.always' : 'desk.alerts.repeat.once'} />
                </span>
                <span>
                  <State alert={alert} rate={isOwn(alert) ? rate : null} />
                </span>
                {alert.expiresAt !== undefined && (
                  <span>
                    <FormattedMessage
                      id="desk.alerts.until"
                      values={{ time: <LocalTime at={alert.expiresAt} format="dateTime" /> }}
                    />
                  </span>
                )}
              </span>
            </span>
            <IconButton
              icon={<PencilIcon size="small" />}
              label={formatMessage({ id: 'desk.alerts.edit' }, { condition: `${pairOf(alert)} ${textOf(alert)}` })}
              onClick={() => onEdit(alert)}
            />
            <IconButton
              icon={<TrashIcon size="small" />}
              label={formatMessage({ id: 'desk.alerts.remove' }, { condition: `${pairOf(alert)} ${textOf(alert)}` })}
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
