import { FormattedMessage } from 'react-intl';
import { EmptyState } from '../../renderer/components/feedback/EmptyState.tsx';

/** Where there is no screen, or its code could not be loaded. */
export function Missing() {
  return (
    <EmptyState role="alert" title={<FormattedMessage id="console.missing" />}>
      <FormattedMessage id="console.missingHelp" />
    </EmptyState>
  );
}
