import type { Instrument } from '../../../../contract/api/instruments.ts';
import { coinLogo } from '../../coins/coinViews.ts';
import { CoinLogo } from '../../../components/coins/CoinLogo.tsx';
import styles from './finished.module.css';

/** The bridge of the logo: from the coin that was sent to the coin that arrived. */
export function Bridge({ from, to }: { from: Instrument; to: Instrument }) {
  return (
    <div className={styles['way']} aria-hidden="true">
      <CoinLogo {...coinLogo(from)} size="large" />
      <svg viewBox="0 0 1000 98" preserveAspectRatio="none" focusable="false">
        <path d="M0 96H1000M200 48.1V96M400 31.9V96M600 31.9V96M800 48.1V96" />
        <path className={styles['bow']} d="M0 96C200 8 800 8 1000 96" />
      </svg>
      <CoinLogo {...coinLogo(to)} size="large" />
    </div>
  );
}
