import { useEffect, useEffectEvent } from 'react';
import type { Decimal } from '../../../../../contract/money.ts';
import type { RateAlert } from '../../../../../contract/schemas/trading.ts';
import { formatPrice } from '../../../../../contract/formatAmount.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { useAlertTexts } from './useAlertTexts.ts';

/** Shows a notification in the window when an alert fires, next to that of the system. */
export function useFiredAlerts(): void {
  const { locale, notifications, platform } = useStores();
  const { pairOf, textOf } = useAlertTexts();
  const show = useEffectEvent(({ alert, rate }: { alert: RateAlert; rate: Decimal }): void => {
    const values = { pair: pairOf(alert), condition: textOf(alert), rate: formatPrice(rate, locale.code) };
    notifications.show({ kind: 'info', message: 'desk.alerts.fired', values });
  });
  const { rateAlerts } = platform;
  useEffect(() => rateAlerts?.onFire((event) => show(event)), [rateAlerts]);
}
