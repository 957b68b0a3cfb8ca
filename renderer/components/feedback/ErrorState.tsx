import type { ReactNode } from 'react';
import { Button } from '../buttons/Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { DangerIcon } from '../icons/icons.tsx';
import { RepeatIcon } from '../icons/pageIcons.tsx';

export interface ErrorStateProps {
  title: ReactNode;
  /** What happened, and what it means for the customer. */
  children?: ReactNode;
  retry?: { label: string; onClick: () => void; busy?: boolean };
}

/** Placeholder of a part that failed to load, with a retry button. */
export function ErrorState({ title, children, retry }: ErrorStateProps) {
  const actions = retry && (
    <Button size="small" icon={<RepeatIcon />} onClick={retry.onClick} busy={retry.busy ?? false}>
      {retry.label}
    </Button>
  );
  return (
    <EmptyState role="alert" icon={<DangerIcon size="large" />} title={title} actions={actions}>
      {children}
    </EmptyState>
  );
}
