import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import type { RateAlert, WatchedPair } from '../../../../../contract/schemas/trading.ts';
import { Dialog } from '../../../../components/dialogs/Dialog.tsx';
import { EmptyState } from '../../../../components/feedback/EmptyState.tsx';
import type { OpenTool } from '../../../../stores/desk/ToolStore.ts';
import { exchangeGroup } from '../../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { AlertForm } from './AlertForm.tsx';
import { useAlertTexts } from './useAlertTexts.ts';

interface AlertsDialogProps {
  data: Extract<OpenTool, { name: 'alerts' }>['data'];
  onClose: () => void;
}

/** Sets an alert of a pair, and changes and removes those of all pairs. */
export const AlertsDialog = observer(({ data, onClose }: AlertsDialogProps) => {
  const { formatMessage } = useIntl();
  const { exchange, instruments } = useStores(exchangeGroup);
  const { pairOf } = useAlertTexts();
  const [pair, setPair] = useState<WatchedPair | null>(
    data.pair ?? (exchange.send === '' ? null : { from: exchange.send, to: exchange.receive }),
  );
  /** The alert that the form changes; null: it sets a new one. */
  const [edited, setEdited] = useState<RateAlert | null>(null);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    // The list names the coins. Without it the dialog shows their short names.
    instruments.loadAll().catch(() => undefined);
    if (pair) return;
    instruments.loadDefaultPair().then(
      ({ from, to }) => setPair({ from, to }),
      () => setFailed(true),
    );
  }, [instruments, pair]);

  const common = { closeLabel: formatMessage({ id: 'exchange.close' }), onClose };
  if (pair) {
    const of = edited ?? pair;
    return (
      <AlertForm
        key={edited?.id ?? 'new'}
        {...common}
        pair={of}
        edited={edited}
        onEdit={setEdited}
        title={formatMessage({ id: edited ? 'desk.alerts.editTitle' : 'desk.alerts.title' }, { pair: pairOf(of) })}
      />
    );
  }
  return (
    <Dialog {...common} title={formatMessage({ id: 'desk.alerts.titlePlain' })}>
      <EmptyState role="status" title={formatMessage({ id: isFailed ? 'desk.alerts.noPair' : 'selector.loading' })} />
    </Dialog>
  );
});
