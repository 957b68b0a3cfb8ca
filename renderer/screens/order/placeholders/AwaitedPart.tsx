import { useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';

/** How long a placeholder may stand for a part of the page, in ms. */
const PATIENCE_MS = 5_000;

/** Shows a placeholder while code or texts of a part load, and after 5 s an error instead, because the part may never come. */
export function AwaitedPart({ children }: { children: ReactNode }) {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOverdue(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isOverdue) return children;
  return (
    <ErrorState
      title={formatMessage({ id: 'order.title.failed' })}
      // The router's "0 steps back" loads the page again.
      retry={{ label: formatMessage({ id: 'shell.reload' }), onClick: () => void navigate(0) }}
    >
      <FormattedMessage id="order.failed.lead" />
    </ErrorState>
  );
}
