import { useIntl } from 'react-intl';
import { useLocation, useNavigation } from 'react-router-dom';
import { LOADING_BAR_MS } from '../../../contract/limits.ts';
import { LoadingBar } from '../../components/feedback/LoadingBar.tsx';

/** Progress bar of a navigation. Not shown for a page that rewrites its own query. */
export function NavigationProgress() {
  const { formatMessage } = useIntl();
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const isLeaving = location !== undefined && location.pathname !== pathname;
  return <LoadingBar active={isLeaving} lastsMs={LOADING_BAR_MS} label={formatMessage({ id: 'shell.loading' })} />;
}
