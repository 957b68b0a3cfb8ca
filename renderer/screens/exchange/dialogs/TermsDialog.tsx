import { observer } from 'mobx-react-lite';
import { CONTENT_FEATURE } from '../../../../contract/features.ts';
import { PAGES } from '../../../../contract/pages.ts';
import { CONGESTED_REFUND_WAIT_MS, DECISION_DEADLINE_MS } from '../../../../contract/limits.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from './dialogs.module.css';
import { useExchangeTexts } from '../useExchangeTexts.ts';

const CLAUSES = [
  'exchange.termsLock',
  'exchange.termsCosts',
  'exchange.termsRefund',
  'exchange.termsCheck',
  'exchange.termsAddress',
] as const;

const HOUR_MS = 3_600_000;
const HOURS = { hours: DECISION_DEADLINE_MS / HOUR_MS, latest: CONGESTED_REFUND_WAIT_MS / HOUR_MS };

/** The terms in plain sentences. The clauses of the market limit and of the costs (D5, D67) are here and in the form. */
export const TermsDialog = observer(() => {
  const { dialogs, exchange, health, locale, submission } = useStores(exchangeGroup);
  const { formatMessage, exact, rules } = useExchangeTexts();
  const values = { ...HOURS, ...rules(), percent: exact(exchange.marketLimit) };
  return (
    <Dialog
      title={formatMessage({ id: 'exchange.termsTitle' })}
      closeLabel={formatMessage({ id: 'exchange.close' })}
      onClose={dialogs.close}
      footer={
        <Button
          variant="primary"
          wide
          onClick={() => {
            submission.acceptTerms(true);
            dialogs.close();
          }}
        >
          {formatMessage({ id: 'exchange.button.terms' })}
        </Button>
      }
    >
      <ul className={styles['clauses']}>
        {CLAUSES.map((id) => (
          <li key={id}>{formatMessage({ id }, values)}</li>
        ))}
      </ul>
      {health.hasFeature(CONTENT_FEATURE) && (
        <a className="hint" href={locale.path(PAGES.terms.path)} target="_blank" rel="noopener">
          {formatMessage({ id: 'exchange.termsAll' })}
        </a>
      )}
    </Dialog>
  );
});
