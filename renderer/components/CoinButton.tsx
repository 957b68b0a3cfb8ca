import type { Ref } from 'react';
import { CoinLogo, type CoinLogoProps } from './CoinLogo.tsx';
import { ChevronDownIcon } from './icons.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import styles from './CoinButton.module.css';

export interface CoinButtonProps {
  coin: (Pick<CoinLogoProps, 'ticker' | 'source' | 'network'> & { networkTitle: string }) | null;
  /** What it does ("Choose what you send"); read out before ticker and network. */
  label: string;
  /** Shown while no coin is chosen. */
  placeholder: string;
  onClick: () => void;
  /** The pointer or the focus came near: time to load the selector. */
  onApproach?: () => void;
  disabled?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Opens the coin selector; ticker and network are always both said. */
export function CoinButton({ coin, label, placeholder, onClick, onApproach, disabled, ref }: CoinButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={styles['button']}
      aria-haspopup="dialog"
      disabled={disabled}
      onClick={onClick}
      onPointerEnter={onApproach}
      onFocus={onApproach}
    >
      {coin && <CoinLogo ticker={coin.ticker} source={coin.source} network={coin.network} />}
      <VisuallyHidden>{label}: </VisuallyHidden>
      <span className={styles['text']}>
        {coin ? coin.ticker : placeholder}
        {coin && ' '}
        {coin && <small className={styles['network']}>{coin.networkTitle}</small>}
      </span>
      <ChevronDownIcon className={styles['chevron']} />
    </button>
  );
}
