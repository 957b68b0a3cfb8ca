import { observer } from 'mobx-react-lite';
import type { RateMode } from '../../../../contract/order.ts';
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden.tsx';
import { claimDecimals } from '../../../stores/exchange/estimate.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useExchangeTexts } from '../../exchange/useExchangeTexts.ts';

/** The computed amount of a rate mode; empty for an amount that can't be exchanged. */
export const ModeAmount = observer(({ mode }: { mode: RateMode }) => {
  const { exchange } = useStores(exchangeGroup);
  const { rounded } = useExchangeTexts();
  const amount = exchange.otherAmount(mode);
  const instrument = exchange.typedSide === 'send' ? exchange.receiveInstrument : exchange.sendInstrument;
  if (amount === null || exchange.problem || !instrument) return null;
  return (
    <>
      {rounded(amount, claimDecimals(instrument))}
      <VisuallyHidden> {instrument.currencyTitle}</VisuallyHidden>
    </>
  );
});
