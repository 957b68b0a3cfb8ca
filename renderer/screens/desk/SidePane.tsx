import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useRef, type ComponentType } from 'react';
import { useIntl } from 'react-intl';
import { classNames } from '../../components/classNames.ts';
import styles from './DeskLayout.module.css';
import { useLaterPart } from './useLaterPart.ts';

export type Side = 'watch' | 'orders';

/** Each side brings its code and stores with it, after the page. */
const CONTENTS: Record<Side, () => Promise<ComponentType>> = {
  watch: async () => (await import('./watch/WatchList.tsx')).WatchList,
  orders: async () => (await import('./orders/RunningOrders.tsx')).RunningOrders,
};

interface SidePaneProps {
  side: Side;
  /** In a narrow window, a side covers the page while it is open. */
  isOpen: boolean;
  onClose: () => void;
}

/** A column beside the page. Shows an empty column of the same width until its code is here. */
export const SidePane = observer(({ side, isOpen, onClose }: SidePaneProps) => {
  const { formatMessage } = useIntl();
  const Content = useLaterPart(CONTENTS[side]);
  const pane = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    const opener = document.activeElement;
    pane.current?.focus();
    const press = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape' || document.querySelector('dialog[open]')) return;
      close();
      if (opener instanceof HTMLElement) opener.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOpen]);
  return (
    <aside
      ref={pane}
      tabIndex={-1}
      id={`desk-${side}`}
      aria-label={formatMessage({ id: side === 'watch' ? 'desk.watch' : 'desk.orders' })}
      className={classNames(styles['side'], styles[side], isOpen && styles['open'])}
    >
      {Content && <Content />}
    </aside>
  );
});
