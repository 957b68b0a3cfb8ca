import { LATER_ORDERS_FEATURE } from '../../../../contract/features.ts';
import { observer } from 'mobx-react-lite';
import { LATER_DEPOSIT_WINDOW_MS } from '../../../../contract/limits.ts';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from './Consents.module.css';
import { useExchangeTexts } from '../useExchangeTexts.ts';

const HOUR_MS = 3_600_000;

/** What to know before consenting: 10 % below the market shows a warning, 20 % requires a tick. */
export const Warnings = () => (
  <div className={styles['warnings']}>
    <DeviationConsent />
    <LaterDeposits />
  </div>
);

/** The consent to the terms. */
export const TermsConsent = observer(() => {
  const { submission, dialogs } = useStores(exchangeGroup);
  const { formatMessage } = useExchangeTexts();
  return (
    <Checkbox id="exchange-terms" checked={submission.areTermsAccepted} onChange={submission.acceptTerms}>
      {formatMessage(
        { id: 'exchange.terms' },
        {
          a: (words) => (
            <button
              key="terms"
              type="button"
              className={styles['link']}
              onClick={(event) => {
                // Opening the terms must not tick the box.
                event.preventDefault();
                dialogs.open({ name: 'terms', data: {} });
              }}
            >
              {words}
            </button>
          ),
        },
      )}
    </Checkbox>
  );
});

/** The rule for later deposits of a floating order (D63). */
const LaterDeposits = observer(() => {
  const { exchange, health } = useStores(exchangeGroup);
  const { formatMessage } = useExchangeTexts();
  if (exchange.mode === 'FIXED' || !health.hasFeature(LATER_ORDERS_FEATURE)) return null;
  const hours = LATER_DEPOSIT_WINDOW_MS / HOUR_MS;
  return <p className="hint">{formatMessage({ id: 'exchange.laterDeposits' }, { hours })}</p>;
});

/** Warns of a price far below the market, and asks for consent to one that is further below. */
export const DeviationConsent = observer(() => {
  const { exchange, submission } = useStores(exchangeGroup);
  const { formatMessage, percent: percentText } = useExchangeTexts();
  if (!submission.warnsOfDeviation || exchange.belowMarketPercent === null) return null;
  const percent = percentText(exchange.belowMarketPercent, 1);
  return (
    <Notice kind="warning" role="status">
      {formatMessage({ id: 'exchange.deviation' }, { percent })}
      {submission.needsDeviationTick && (
        <Checkbox id="exchange-deviation" checked={submission.isDeviationAccepted} onChange={submission.acceptDeviation}>
          {formatMessage({ id: 'exchange.deviationTick' }, { percent })}
        </Checkbox>
      )}
    </Notice>
  );
});
