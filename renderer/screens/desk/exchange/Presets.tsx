import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Decimal } from '../../../../contract/money.ts';
import { presetAmounts } from '../../../stores/exchange/presetAmounts.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useExchangeTexts } from '../../exchange/useExchangeTexts.ts';
import styles from './DeskForm.module.css';

const SHOWN = 4;

/** Four of the preset amounts (§9), from small to large. The one in the form is pressed. */
export const Presets = observer(() => {
  const { formatMessage } = useIntl();
  const { exchange } = useStores(exchangeGroup);
  const { exact, send } = useExchangeTexts();
  const amounts = exchange.bounds ? spread(presetAmounts(exchange.bounds)) : [];
  return (
    <div role="group" aria-label={formatMessage({ id: 'desk.presets' })} className={styles['chips']}>
      {amounts.map((amount) => (
        <button
          key={amount}
          type="button"
          className={styles['chip']}
          aria-pressed={exchange.typedSide === 'send' && exchange.typedText === amount}
          onClick={() => exchange.type('send', amount)}
        >
          <span className="visually-hidden">
            <FormattedMessage id="exchange.table.use" values={{ amount: send(amount) }} />
          </span>
          <span aria-hidden="true">{exact(amount)}</span>
        </button>
      ))}
    </div>
  );
});

/** Returns up to four amounts at even distances. */
function spread(amounts: readonly Decimal[]): Decimal[] {
  const step = Math.max(1, amounts.length / SHOWN);
  return amounts.filter((_amount, index) => Math.floor(index / step) !== Math.floor((index - 1) / step)).slice(0, SHOWN);
}
