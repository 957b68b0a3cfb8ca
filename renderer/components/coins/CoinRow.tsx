import { memo } from 'react';
import { classNames } from '../classNames.ts';
import { CoinLogo, type CoinLogoProps } from './CoinLogo.tsx';
import { CheckIcon } from '../icons/icons.tsx';
import styles from './CoinList.module.css';

/** The content of a row, in the customer's language. */
export interface CoinRowView {
  logo: Pick<CoinLogoProps, 'ticker' | 'source' | 'network'>;
  ticker: string;
  /** After the ticker, on the same line: "on TRON". */
  place: string;
  /** Below: "Tether · TRC-20". */
  detail: string;
  /** At the end: "$1.90", and below it "≈ 1 min". */
  aside?: string | undefined;
  asideDetail?: string | undefined;
  /** Announced before `aside`: "network fee". */
  asideLabel?: string | undefined;
  /** Why it can't be chosen; replaces the detail. */
  unavailableReason?: string | undefined;
}

interface CoinRowProps {
  id: string;
  optionId: string;
  index: number;
  total: number;
  describe: (id: string) => CoinRowView;
  query: string;
  active: boolean;
  selected: boolean;
}

/** One option of the coin list. Memoised: scrolling does not render unchanged rows. */
export const CoinRow = memo(function CoinRow({ id, optionId, index, total, describe, query, active, selected }: CoinRowProps) {
  const view = describe(id);
  return (
    <div
      id={optionId}
      data-index={index}
      role="option"
      aria-selected={selected}
      aria-disabled={view.unavailableReason ? true : undefined}
      aria-posinset={index + 1}
      aria-setsize={total}
      className={classNames(styles['row'], active && styles['active'], view.unavailableReason && styles['unavailable'])}
    >
      <CoinLogo {...view.logo} lazy />
      <span className={styles['names']}>
        <span className={styles['title']} translate="no">
          <b>
            <Marked text={view.ticker} query={query} />
          </b>{' '}
          {view.place}
          {selected && <CheckIcon size="small" className={styles['chosen']} />}
        </span>
        <small className={styles['detail']}>{view.unavailableReason || view.detail}</small>
      </span>
      <span className={classNames(styles['aside'], 'numeric')}>
        {view.asideLabel && <span className="visually-hidden">{view.asideLabel} </span>}
        {view.aside}
        {view.asideDetail && <small className={styles['detail']}>{view.asideDetail}</small>}
      </span>
    </div>
  );
});

/** Highlights the searched part of the ticker. */
function Marked({ text, query }: { text: string; query: string }) {
  const wanted = query.trim().split(/\s+/)[0]?.toLowerCase() ?? '';
  const at = wanted ? text.toLowerCase().indexOf(wanted) : -1;
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles['mark']}>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  );
}
