import { FormattedMessage, useIntl } from 'react-intl';
import { ErrorState } from '../../components/ErrorState.tsx';

/** The order did not load; the polling goes on beside it. */
export function OrderFailed({ onRetry }: { onRetry: () => void }) {
  const { formatMessage } = useIntl();
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        <FormattedMessage id="order.title.failed" />
      </h1>
      <ErrorState
        title={formatMessage({ id: 'order.title.failed' })}
        retry={{ label: formatMessage({ id: 'order.retry' }), onClick: onRetry }}
      >
        <FormattedMessage id="order.failed.lead" />
      </ErrorState>
    </>
  );
}
