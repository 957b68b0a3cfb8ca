import { FormattedMessage } from 'react-intl';
import type { RejectReason } from '../../../../../contract/identity/documents.ts';
import { Notice } from '../../../../components/feedback/Notice.tsx';

/** Why the photo that is missing now was rejected before. */
export function RejectionHint({ reason, isMissing }: { reason: RejectReason | undefined; isMissing: boolean }) {
  if (reason === undefined || !isMissing) return null;
  return (
    <Notice kind="warning">
      <FormattedMessage id={`identity.reason.${reason}`} />
    </Notice>
  );
}
