import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { serviceFee } from '../../../stores/exchange/estimate.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { exchangeSeconds } from '../../coins/coinViews.ts';
import { useDuration } from '../../coins/useDuration.ts';
import { useExchangeTexts } from '../../exchange/useExchangeTexts.ts';
import styles from './DeskForm.module.css';

/** Both fees, the usual duration and what remains, in one line. */
export const FeeStrip = observer(() => {
  const { mode, sendInstrument, receiveInstrument } = useStores(exchangeGroup).exchange;
  const duration = useDuration();
  const seconds = sendInstrument && receiveInstrument && exchangeSeconds(sendInstrument, receiveInstrument);
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
          <NetworkFees />
        </dd>
      </div>
      {seconds !== null && (
        <div>
          <dt>
            <FormattedMessage id="desk.time" />
          </dt>
          <dd className="numeric">
            <FormattedMessage id="exchange.next.time" values={{ time: duration(seconds) }} />
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

const waiting = <Skeleton shape="small" width="short" />;

const ServiceFee = observer(() => {
  const { line, sendAmount } = useStores(exchangeGroup).exchange;
  const { computed } = useExchangeTexts();
  return line.data && sendAmount !== null ? computed('receive', serviceFee(line.data, sendAmount)) : waiting;
});

const Total = observer(() => {
  const { receiveAmount } = useStores(exchangeGroup).exchange;
  const { computed } = useExchangeTexts();
  return receiveAmount === null ? waiting : computed('receive', receiveAmount);
});

/** The fee for sending the payout, and where the customer pays for it, that for collecting the deposit. */
const NetworkFees = observer(() => {
  const { data } = useStores(exchangeGroup).exchange.line;
  const { computed } = useExchangeTexts();
  return data ? computed('receive', data.finalNetworkFeeAmount) : waiting;
});
