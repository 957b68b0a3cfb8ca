import type { ReactNode } from 'react';
import { Notice } from '../components/feedback/Notice.tsx';

/** Why the host refused the whole form. */
export function FormError({ children }: { children: ReactNode }) {
  if (children === null) return null;
  return (
    <Notice kind="danger" role="alert">
      {children}
    </Notice>
  );
}
