import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { Late, Part } from '../../latePart.tsx';
import { useStores } from '../../StoresContext.tsx';
import { TextsFor } from '../../TextsFor.tsx';
import { exchangeSeconds } from '../coins/coinViews.ts';
import { useDuration } from '../coins/useDuration.ts';
import { ExchangeForm } from './ExchangeForm.tsx';
import { BELOW_FORM, BUY_PAGE, NEXT_STEPS } from './exchangeParts.ts';
import styles from './ExchangePage.module.css';
import { useExchangeTexts } from './useExchangeTexts.ts';
import { RateCard } from './rate/RateCard.tsx';
import { useExchangeAddress } from './delivery/useExchangeAddress.ts';

interface ExchangePageProps {
  title: ReactNode;
  lead: ReactNode;
}

/** Layout of the home page and the pair pages: the form, its side column and the sections below. */
export const ExchangePage = observer(({ title, lead }: ExchangePageProps) => {
  const { exchange, startExchange } = useStores(exchangeGroup);
  useExchangeAddress();
  useEffect(() => startExchange(), [startExchange]);
  if (exchange.isBuying) return <BuyPage />;
  return (
    <div className={`page-width ${styles['page']}`}>
      <PageHeading title={title} lead={lead} />
      <div className={styles['main']}>
        <ExchangeForm />
        <div className={styles['beside']}>
          <RateCard />
          <Late part={NEXT_STEPS} />
        </div>
      </div>
      <Late part={BELOW_FORM} />
    </div>
  );
});

/** The page in buy mode, which only customers who buy with a card load. */
export function BuyPage() {
  const fallback = (
    <div className={`page-width ${styles['page']}`}>
      <Skeleton shape="heading" />
    </div>
  );
  return (
    <TextsFor part="fiat" fallback={fallback}>
      <Part part={BUY_PAGE} props={{}} fallback={fallback} />
    </TextsFor>
  );
}

interface ExchangeLeadProps {
  withTime: 'exchange.lead' | 'exchange.homeLead';
  without: 'exchange.leadPlain' | 'exchange.homeLeadPlain';
}

/** The line below the title, with the usual duration: the confirmation times of both networks. */
export const ExchangeLead = observer(({ withTime, without }: ExchangeLeadProps) => {
  const { exchange } = useStores(exchangeGroup);
  const { formatMessage } = useExchangeTexts();
  const { sendInstrument, receiveInstrument } = exchange;
  const duration = useDuration();
  const seconds = sendInstrument && receiveInstrument && exchangeSeconds(sendInstrument, receiveInstrument);
  return seconds === null ? formatMessage({ id: without }) : formatMessage({ id: withTime }, { time: duration(seconds) });
});
