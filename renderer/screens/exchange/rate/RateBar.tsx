import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { Freshness } from '../../../components/feedback/Freshness.tsx';
import { IconButton } from '../../../components/buttons/IconButton.tsx';
import { SwapIcon } from '../../../components/icons/icons.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from './RateBar.module.css';
import { useExchangeTexts } from '../useExchangeTexts.ts';

/** Between the two sides: the price, its age, and the button that swaps them. */
export const RateBar = () => (
  <div className={styles['bar']}>
    <MarketPrice />
    <RateAge />
    <SwapButton />
  </div>
);

/** The market price without fees, from which the calculation of the fees starts. */
export const MarketPrice = observer(() => {
  const { exchange } = useStores(exchangeGroup);
  const { data } = exchange.line;
  const { formatMessage, price } = useExchangeTexts();
  return (
    <span className={`${styles['price']} numeric`}>
      {data
        ? formatMessage(
            { id: 'exchange.marketPrice' },
            { price: price(data.marketLeftPrice), b: (words) => <b key="price">{words}</b> },
          )
        : // A pair that can't be exchanged gets no price to wait for.
          !exchange.isUnsupported && <Skeleton shape="small" />}
    </span>
  );
});

export const SwapButton = observer(() => {
  const { exchange, notifications } = useStores(exchangeGroup);
  const { formatMessage } = useExchangeTexts();
  const button = useRef<HTMLButtonElement>(null);
  // A swap between a purchase and an exchange replaces the form, and with it the button that had the focus.
  useEffect(() => {
    if (exchange.takeReplacedForm() && document.activeElement === document.body) button.current?.focus();
  }, [exchange]);
  const label = formatMessage({ id: 'exchange.swap' });
  const swap = () => {
    // D27: no coin is sold for money.
    if (exchange.isBuying) notifications.show({ kind: 'info', message: 'exchange.notSold' });
    exchange.swap();
  };
  return <IconButton ref={button} framed label={label} icon={<SwapIcon />} onClick={swap} />;
});

/** Separate component, because it renders every second. */
export const RateAge = observer(() => {
  const { exchange, rates } = useStores(exchangeGroup);
  const { formatMessage } = useExchangeTexts();
  const seconds = rates.ageSeconds(exchange.mode);
  if (seconds === null) return <Freshness state="stale">{formatMessage({ id: 'exchange.noRate' })}</Freshness>;
  if (exchange.isStale) return <Freshness state="lost">{formatMessage({ id: 'exchange.reconnecting' })}</Freshness>;
  return (
    <Freshness state="live">
      {seconds === 0 ? formatMessage({ id: 'exchange.ageNow' }) : formatMessage({ id: 'exchange.age' }, { seconds })}
    </Freshness>
  );
});
