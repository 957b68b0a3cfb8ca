import { useIntl } from 'react-intl';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';

/** In place of the first page while the host has not answered. */
export function FirstPage() {
  const { formatMessage } = useIntl();
  return (
    <div className="page-width" aria-busy="true" role="status" aria-label={formatMessage({ id: 'shell.loading' })}>
      <Skeleton shape="heading" width="half" />
      <Skeleton shape="block" width="full" />
      <Skeleton width="long" />
    </div>
  );
}
