import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { IdentityType, PhotoField } from '../../../../../contract/identity/documents.ts';
import { Button } from '../../../../components/buttons/Button.tsx';
import { Notice } from '../../../../components/feedback/Notice.tsx';
import { canContinue, type PhotoUploads } from '../../../../stores/identity/PhotoUploads.ts';

interface UploadFaultsProps {
  fields: readonly PhotoField[];
  uploads: PhotoUploads;
  type: IdentityType | null;
}

/** Photos that did not arrive, and what to do about it. */
export const UploadFaults = observer(({ fields, uploads, type }: UploadFaultsProps) => (
  <>
    {fields.map((field) => {
      const problem = uploads.stateOf(field)?.problem;
      if (!problem) return null;
      return (
        <Notice
          key={field}
          kind="warning"
          role="alert"
          title={<FormattedMessage id={`identity.photo.${field}`} values={{ type: type ?? 'other' }} />}
          {...(canContinue(problem) && {
            actions: (
              <Button size="small" onClick={() => void uploads.run(field)}>
                <FormattedMessage id="identity.photo.retry" />
              </Button>
            ),
          })}
        >
          <FormattedMessage id={`identity.fault.${problem}`} />
        </Notice>
      );
    })}
  </>
));
