import { isMoney } from '../../../../contract/fiat/money.ts';
import { observer } from 'mobx-react-lite';
import { CoinButton } from '../../../components/coins/CoinButton.tsx';
import type { Side } from '../../../stores/exchange/ExchangeStore.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { coinLogo, networkName } from '../../coins/coinViews.ts';
import { prepareSelector } from '../../selector/prepareSelector.ts';
import { useExchangeTexts } from '../useExchangeTexts.ts';

/** The coin button of one side. Separate from the amount, so that a keystroke does not render it. */
export const CoinChoice = observer(({ side }: { side: Side }) => {
  const stores = useStores(exchangeGroup);
  const { exchange, dialogs } = stores;
  const { formatMessage, place } = useExchangeTexts();
  const instrument = side === 'send' ? exchange.sendInstrument : exchange.receiveInstrument;
  return (
    <CoinButton
      coin={
        instrument && {
          ...coinLogo(instrument),
          networkTitle: isMoney(instrument.slug) ? formatMessage({ id: 'exchange.byCard' }) : networkName(instrument),
        }
      }
      label={formatMessage(
        { id: side === 'send' ? 'exchange.chooseSend' : 'exchange.chooseReceive' },
        { coin: instrument ? place(instrument) : '–' },
      )}
      placeholder={formatMessage({ id: 'exchange.chooseCoin' })}
      onApproach={() => prepareSelector(stores, side)}
      onClick={() => dialogs.open({ name: 'selector', data: { side } })}
    />
  );
});
