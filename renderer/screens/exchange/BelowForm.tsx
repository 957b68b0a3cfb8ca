import { LatestExchanges } from '../home/sections/LatestExchanges.tsx';
import { ReadBelow } from '../home/sections/ReadBelow.tsx';
import { AmountTable } from './amounts/AmountTable.tsx';
import styles from './ExchangePage.module.css';

/** What home page and pair pages show below the form. */
export function BelowForm() {
  return (
    <>
      <div className={styles['lower']}>
        <AmountTable />
        <LatestExchanges />
      </div>
      <ReadBelow />
    </>
  );
}
