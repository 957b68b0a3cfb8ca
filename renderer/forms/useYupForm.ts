import { yupResolver } from '@hookform/resolvers/yup';
import { useRef, useState, type SyntheticEvent } from 'react';
import { useForm, type DefaultValues, type FieldValues, type Path, type Resolver, type UseFormReturn } from 'react-hook-form';
import { useIntl } from 'react-intl';
import type { ObjectSchema } from 'yup';
import type { MessageId } from '../i18n/messages.ts';
import type { FormRefusal } from '../stores/base/formRefusal.ts';

export interface YupForm<Values extends FieldValues> {
  form: UseFormReturn<Values, unknown, Values>;
  /** Sends the form; the first invalid field gets the focus. */
  submit: (event?: SyntheticEvent) => void;
  /** The text below a field: the host's answer, or why the input is invalid. */
  errorOf: (field: Path<Values>) => string | null;
  /** The field is one of several that the host refused together. The last of them has the text. */
  isMarked: (field: Path<Values>) => boolean;
  /** The text for the whole form. */
  formError: string | null;
}

/**
 * A form that ends in a submit (D93). The errors of `schema` are message ids. `send` returns why the host refused it; its answer is
 * shown until the next attempt.
 */
export function useYupForm<Values extends FieldValues>({
  schema,
  defaultValues,
  send,
}: {
  schema: ObjectSchema<Values>;
  defaultValues: DefaultValues<Values>;
  send: (values: Values) => Promise<FormRefusal | null>;
}): YupForm<Values> {
  const { formatMessage } = useIntl();
  const [refusal, setRefusal] = useState<FormRefusal | null>(null);
  const form = useForm<Values, unknown, Values>({
    // The resolver's own type makes keys optional that a generic schema may have.
    resolver: yupResolver(schema as unknown as ObjectSchema<FieldValues>) as unknown as Resolver<Values, unknown, Values>,
    defaultValues,
    // Not on blur: a new error would move the button below the pointer away before it is released.
    mode: 'onSubmit',
  });
  const isSending = useRef(false);
  const post = form.handleSubmit(async (values) => {
    setRefusal(null);
    const refused = await send(values);
    setRefusal(refused);
    const field = refused?.fields.at(-1);
    if (field !== undefined) form.setFocus(field as Path<Values>);
  });
  const text = (refused: FormRefusal): string => formatMessage({ id: refused.message }, refused.values);
  return {
    form,
    submit: (event) => {
      event?.preventDefault();
      // Enter in a field submits too while the button is busy.
      if (isSending.current) return;
      isSending.current = true;
      void post(event).finally(() => (isSending.current = false));
    },
    errorOf: (field) => {
      const invalid = form.getFieldState(field, form.formState).error?.message as MessageId | undefined;
      if (invalid !== undefined) return formatMessage({ id: invalid });
      return refusal !== null && refusal.fields.at(-1) === field ? text(refusal) : null;
    },
    isMarked: (field) => refusal?.fields.includes(field) ?? false,
    formError: refusal?.fields.length === 0 ? text(refusal) : null,
  };
}
