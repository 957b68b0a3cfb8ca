import { useId, type ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { CloseIcon } from '../icons/icons.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import overlay from './Overlay.module.css';
import styles from './Drawer.module.css';
import { useModalDialog } from './useModalDialog.ts';

export interface DrawerProps {
  title: ReactNode;
  closeLabel: string;
  /** Called on Escape, the close button or a press outside. The parent then removes the drawer. */
  onClose: () => void;
  children: ReactNode;
  /** Stays at the lower edge while the content scrolls. */
  footer?: ReactNode;
}

/** A modal panel at the right edge of the window: render it to open it, remove it to close it. */
export function Drawer({ title, closeLabel, onClose, children, footer }: DrawerProps) {
  const titleId = useId();
  const dialog = useModalDialog({ onClose });
  return (
    <dialog ref={dialog} className={classNames(overlay['overlay'], styles['drawer'])} aria-labelledby={titleId} tabIndex={-1}>
      <div className={styles['frame']}>
        <header className={styles['header']}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label={closeLabel} icon={<CloseIcon />} onClick={onClose} />
        </header>
        <div className={styles['content']}>{children}</div>
        {footer && <footer className={styles['footer']}>{footer}</footer>}
      </div>
    </dialog>
  );
}
