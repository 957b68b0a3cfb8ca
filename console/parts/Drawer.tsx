import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { IconButton } from '../../renderer/components/buttons/IconButton.tsx';
import { CloseIcon } from '../../renderer/components/icons/icons.tsx';
import { Card } from '../../renderer/components/layout/Card.tsx';
import list from './list.module.css';

interface DrawerProps {
  /** Above the title: an id, a number */
  over: ReactNode;
  title: ReactNode;
  label: string;
  /** The address of the list */
  closeTo: string;
  children: ReactNode;
}

/** What is open beside a list. Escape closes it, and the letters of acts count for it. */
export function Drawer({ over, title, label, closeTo, children }: DrawerProps) {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  return (
    <Card padding="none" aria-label={label} data-open className={list['drawer']}>
      <header className={list['drawerHead']}>
        <div>
          <span className="mono secondary">{over}</span>
          <h2>{title}</h2>
        </div>
        <IconButton
          label={formatMessage({ id: 'signIn.close' })}
          icon={<CloseIcon />}
          data-close
          onClick={() => void navigate(closeTo)}
        />
      </header>
      {children}
    </Card>
  );
}
