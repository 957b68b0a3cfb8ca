import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { Button } from '../components/buttons/Button.tsx';
import { Dialog } from '../components/dialogs/Dialog.tsx';
import { FormError } from './FormError.tsx';
import styles from './forms.module.css';
import type { YupForm } from './useYupForm.ts';

interface FormDialogProps<Values extends FieldValues> {
  title: ReactNode;
  form: YupForm<Values>;
  submitLabel: ReactNode;
  /** The submit cannot be undone. */
  isDanger?: boolean;
  onClose: () => void;
  /** The fields, and what is said above them */
  children: ReactNode;
  /** Below the button */
  note?: ReactNode;
}

/** A dialog that is a form. */
export function FormDialog<Values extends FieldValues>({
  title,
  form: { form, submit, formError },
  submitLabel,
  isDanger = false,
  onClose,
  children,
  note,
}: FormDialogProps<Values>) {
  const { formatMessage } = useIntl();
  return (
    <Dialog title={title} closeLabel={formatMessage({ id: 'exchange.close' })} onClose={onClose}>
      <form noValidate className={styles['form']} onSubmit={submit}>
        {children}
        <FormError>{formError}</FormError>
        <Button
          type="submit"
          variant={isDanger ? 'danger' : 'primary'}
          size="large"
          wide
          busy={form.formState.isSubmitting}
          // Where nothing is asked, the dialog would focus itself.
          data-autofocus
        >
          {submitLabel}
        </Button>
        {note && <p className="hint">{note}</p>}
      </form>
    </Dialog>
  );
}
