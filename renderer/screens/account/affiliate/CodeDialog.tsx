import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { object, string } from 'yup';
import type { AffiliateCode } from '../../../../contract/api/affiliates.ts';
import { ApiError } from '../../../../contract/errors.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { FormText } from '../../../forms/FormText.tsx';
import { useYupForm } from '../../../forms/useYupForm.ts';
import { affiliateGroup } from '../../../stores/account/AffiliateStore.ts';
import { useStores } from '../../../StoresContext.tsx';

const MOST_CHARACTERS = 40;

const schema = object({ name: string().trim().required('affiliate.nameMissing') });

/** Asks for the name of a new code, or of an existing one. */
export const CodeDialog = observer(({ code, onClose }: { code: AffiliateCode | null; onClose: () => void }) => {
  const { formatMessage } = useIntl();
  const { affiliate } = useStores(affiliateGroup);
  const form = useYupForm({
    schema,
    defaultValues: { name: code?.name ?? '' },
    send: async ({ name }) => {
      try {
        if (code) await affiliate.renameCode(code.code, name);
        else await affiliate.createCode(name);
      } catch (error) {
        const isTooMany = error instanceof ApiError && error.code === 'ERR_NOT_ACCEPTABLE';
        return { message: isTooMany ? 'affiliate.tooManyCodes' : 'affiliate.saveFailed', fields: ['name'] };
      }
      onClose();
      return null;
    },
  });
  return (
    <FormDialog
      title={formatMessage({ id: code ? 'affiliate.renameTitle' : 'affiliate.newCode' })}
      form={form}
      submitLabel={<FormattedMessage id={code ? 'affiliate.saveName' : 'affiliate.createCode'} />}
      onClose={onClose}
    >
      <FormText
        form={form}
        name="name"
        label={<FormattedMessage id="affiliate.name" />}
        hint={<FormattedMessage id="affiliate.nameHint" />}
        data-autofocus
        maxLength={MOST_CHARACTERS}
      />
    </FormDialog>
  );
});
