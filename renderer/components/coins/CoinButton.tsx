import type { Ref } from 'react';
import { CoinLogo, type CoinLogoProps } from './CoinLogo.tsx';
import { ChevronDownIcon } from '../icons/icons.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import styles from './CoinButton.module.css';

export interface CoinButtonProps {
  coin: (Pick<CoinLogoProps, 'ticker' | 'source' | 'network'> & { networkTitle: string }) | null;
  /** The action ("Choose what you send"), announced before ticker and network. */
  label: string;
  /** Shown while no coin is chosen. */
  placeholder: string;
  onClick: () => void;
  /** Called on hover or focus, to load the selector in advance. */
  onApproach?: () => void;
  disabled?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Opens the coin selector. Always shows ticker and network. */
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
      <span className={styles['text']} translate={coin ? 'no' : undefined}>
        {coin ? coin.ticker : placeholder}
        {coin && ' '}
        {coin && <small className={styles['network']}>{coin.networkTitle}</small>}
      </span>
      <ChevronDownIcon className={styles['chevron']} />
    </button>
  );
}
