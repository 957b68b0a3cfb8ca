import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { useStores } from '../../../StoresContext.tsx';
import { exchangeMinutes } from '../../coins/coinViews.ts';
import { NetworkFee, ServiceFee, Total } from '../../exchange/rate/Fees.tsx';
import styles from './DeskForm.module.css';

/** Both fees, the usual duration and what remains, in one line. */
export const FeeStrip = observer(() => {
  const { mode, paysForCollection, sendInstrument, receiveInstrument } = useStores().exchange;
  const minutes = sendInstrument && receiveInstrument && exchangeMinutes(sendInstrument, receiveInstrument);
  return (
    <dl className={styles['strip']}>
      <div>
        <dt>
          <FormattedMessage id="exchange.serviceFee" />
        </dt>
        <dd className="numeric">
          <ServiceFee />
        </dd>
      </div>
      <div>
        <dt>
          <FormattedMessage id="desk.networkFee" />
        </dt>
        <dd className="numeric">
          <NetworkFee part="sending" />
        </dd>
      </div>
      {paysForCollection && (
        <div>
          <dt>
            <FormattedMessage id="desk.collectionFee" />
          </dt>
          <dd className="numeric">
            <NetworkFee part="collecting" />
          </dd>
        </div>
      )}
      {minutes !== null && (
        <div>
          <dt>
            <FormattedMessage id="desk.time" />
          </dt>
          <dd className="numeric">
            <FormattedMessage id="exchange.next.minutes" values={{ minutes }} />
          </dd>
        </div>
      )}
      <div>
        <dt>
          <FormattedMessage id={mode === 'FIXED' ? 'exchange.totalFixed' : 'exchange.total'} />
        </dt>
        <dd className="numeric">
          <Total />
        </dd>
      </div>
    </dl>
  );
});
