import { useState } from 'react';
import { classNames } from '../classNames.ts';
import { monogram } from './monogram.ts';
import styles from './CoinLogo.module.css';

export interface CoinLogoProps {
  ticker: string;
  /** URL of an SVG. Without it, or if it fails to load, the ticker's monogram is shown. */
  source?: string | null | undefined;
  /** The network's badge at the corner; omitted if the coin is the network's own. */
  network?: { ticker: string; source?: string | null | undefined } | null | undefined;
  size?: 'medium' | 'large';
  /** For long lists: images load after the rows. */
  lazy?: boolean;
  className?: string | undefined;
}

/** Decorative: ticker and network are next to it as text. */
export function CoinLogo({ ticker, source, network, size = 'medium', lazy = false, className }: CoinLogoProps) {
  return (
    <span className={classNames(styles['logo'], styles[size], className)} aria-hidden="true" translate="no">
      {/* A new element for another picture: one that is still on its way must not leave the one before in its place. */}
      <Disc key={source} ticker={ticker} source={source} lazy={lazy} className={styles['coin']} />
      {network && (
        <span className={styles['badge']}>
          <Disc key={network.source} ticker={network.ticker} source={network.source} lazy={lazy} className={styles['network']} />
        </span>
      )}
    </span>
  );
}

function Disc({ ticker, source, lazy, className }: Pick<CoinLogoProps, 'ticker' | 'source' | 'lazy' | 'className'>) {
  const [failedSource, setFailedSource] = useState<string | null>(null);
  if (source && source !== failedSource) {
    return (
      <img
        className={className}
        src={source}
        alt=""
        width="32"
        height="32"
        decoding="async"
        loading={lazy ? 'lazy' : undefined}
        onError={() => setFailedSource(source)}
      />
    );
  }
  const { letters, hue } = monogram(ticker);
  return (
    <svg className={className} viewBox="0 0 32 32" focusable="false">
      <circle cx="16" cy="16" r="16" fill={`oklch(0.47 0.075 ${hue})`} />
      <text className={styles['letters']} x="16" y="16" dy="0.36em" fontSize={letters.length > 2 ? 10.5 : 13}>
        {letters}
      </text>
    </svg>
  );
}
