import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import type { WatchedPair } from '../../../../../contract/schemas/trading.ts';
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

/** Sets and removes the alerts of a pair. */
export const AlertsDialog = observer(({ data, onClose }: AlertsDialogProps) => {
  const { formatMessage } = useIntl();
  const { exchange, instruments } = useStores(exchangeGroup);
  const { pairOf } = useAlertTexts();
  const [pair, setPair] = useState<WatchedPair | null>(
    data.pair ?? (exchange.send === '' ? null : { from: exchange.send, to: exchange.receive }),
  );
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
    return <AlertForm {...common} pair={pair} title={formatMessage({ id: 'desk.alerts.title' }, { pair: pairOf(pair) })} />;
  }
  return (
    <Dialog {...common} title={formatMessage({ id: 'desk.alerts.titlePlain' })}>
      <EmptyState role="status" title={formatMessage({ id: isFailed ? 'desk.alerts.noPair' : 'selector.loading' })} />
    </Dialog>
  );
});
