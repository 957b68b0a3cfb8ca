import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { PageHeading } from '../../components/PageHeading.tsx';
import { useStores } from '../../StoresContext.tsx';
import { AmountTable } from './amounts/AmountTable.tsx';
import { ExchangeForm } from './ExchangeForm.tsx';
import styles from './ExchangePage.module.css';
import { NextSteps } from './NextSteps.tsx';
import { RateCard } from './rate/RateCard.tsx';
import { useExchangeAddress } from './delivery/useExchangeAddress.ts';

interface ExchangePageProps {
  title: ReactNode;
  lead: ReactNode;
  /** Beside the table of amounts. */
  beside: ReactNode;
  /** Below all of it. */
  below: ReactNode;
}

/** The form, what stands beside it, and what is read below it: home and every pair's page. */
export const ExchangePage = observer(({ title, lead, beside, below }: ExchangePageProps) => {
  const { startExchange } = useStores();
  useExchangeAddress();
  useEffect(() => startExchange(), [startExchange]);
  return (
    <div className={`page-width ${styles['page']}`}>
      <PageHeading title={title} lead={lead} />
      <div className={styles['main']}>
        <ExchangeForm />
        <div className={styles['beside']}>
          <RateCard />
          <NextSteps />
        </div>
      </div>
      <div className={styles['lower']}>
        <AmountTable />
        {beside}
      </div>
      {below}
    </div>
  );
});
