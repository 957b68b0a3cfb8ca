import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import type { Instrument } from '../../../../contract/api/instruments.ts';
import type { InactiveReason } from '../../../../contract/schemas/instruments.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { useExchangeTexts } from '../useExchangeTexts.ts';

/** The text of each public reason. A newer host may have reasons that this build does not know. */
const TEXTS = {
  MAINTENANCE: 'exchange.stopped.MAINTENANCE',
  NETWORK_UNAVAILABLE: 'exchange.stopped.NETWORK_UNAVAILABLE',
  NETWORK_CONGESTED: 'exchange.stopped.NETWORK_CONGESTED',
  NO_RESERVE: 'exchange.stopped.NO_RESERVE',
  EXPOSURE_LIMIT: 'exchange.stopped.EXPOSURE_LIMIT',
  NOT_CONFIGURED: 'exchange.stopped.NOT_CONFIGURED',
} as const satisfies Record<InactiveReason, string>;

/** Shows why the pair can't be exchanged now (public reasons, D26) and opens the coin selector. */
export const PairStopped = observer(() => {
  const { exchange, dialogs } = useStores(exchangeGroup);
  const { formatMessage } = useIntl();
  const reason = useStopReason();
  if (reason === null) return null;
  const side = exchange.stoppedSide?.side;
  return (
    <Notice
      kind="warning"
      actions={
        side && (
          <Button size="small" onClick={() => dialogs.open({ name: 'selector', data: { side } })}>
            {formatMessage({ id: side === 'send' ? 'exchange.unsupportedSend' : 'exchange.unsupportedReceive' })}
          </Button>
        )
      }
    >
      {reason} {side && formatMessage({ id: 'exchange.stopped.wait' })}
    </Notice>
  );
});

/** Returns the reason as a sentence; null while the pair can be exchanged. Call it in an observer. */
export function useStopReason(): string | null {
  const { exchange } = useStores(exchangeGroup);
  const { formatMessage, place } = useExchangeTexts();
  if (!exchange.isUnsupported) return null;
  const { stoppedSide, sendInstrument, receiveInstrument } = exchange;
  const instrument: Instrument | null = stoppedSide?.side === 'send' ? sendInstrument : receiveInstrument;
  if (!stoppedSide || !instrument) return formatMessage({ id: 'exchange.unsupported' });
  const values = { coin: place(instrument), network: networkName(instrument), side: stoppedSide.side };
  const text = Object.entries(TEXTS).find(([reason]) => reason === stoppedSide.reason);
  return formatMessage({ id: text?.[1] ?? 'exchange.stopped.other' }, values);
}
