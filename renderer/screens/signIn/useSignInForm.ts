import { useState } from 'react';
import {
  useForm as useHookForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../i18n/messages.ts';
import type { SignInField, SignInProblem } from '../../stores/account/signInProblem.ts';

interface SignInForm<Values extends FieldValues> {
  form: UseFormReturn<Values, unknown, Values>;
  /** Sends the form; the first invalid field gets the focus. */
  submit: (event?: React.SyntheticEvent) => void;
  /** The text below a field: the host's answer, or why the input is invalid. */
  errorOf: (field: Path<Values>) => string | null;
  /** The field is one of several that the host refused together. The last of them has the text. */
  isMarked: (field: Path<Values>) => boolean;
  /** The text for the whole form. */
  formError: string | null;
}

/**
 * A form of the sign-in dialog. `send` returns why the host refused it. Its answer is shown until the next attempt. The errors of
 * `resolver` are message ids.
 */
export function useSignInForm<Values extends FieldValues>({
  resolver,
  defaultValues,
  send,
}: {
  resolver: Resolver<Values, unknown, Values>;
  defaultValues: DefaultValues<Values>;
  send: (values: Values) => Promise<SignInProblem | null>;
}): SignInForm<Values> {
  const { formatMessage } = useIntl();
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const form = useHookForm<Values, unknown, Values>({
    resolver,
    defaultValues,
    // Not on blur: a new error would move the button below the pointer away before it is released.
    mode: 'onSubmit',
  });
  const post = form.handleSubmit(async (values) => {
    setProblem(null);
    const refused = await send(values);
    setProblem(refused);
    const field = refused?.fields.at(-1);
    if (field !== undefined) form.setFocus(field as Path<Values>);
  });
  const text = (refused: SignInProblem): string => formatMessage({ id: refused.message }, refused.values);
  return {
    form,
    submit: (event) => {
      event?.preventDefault();
      void post(event);
    },
    errorOf: (field) => {
      const invalid = form.getFieldState(field, form.formState).error?.message as MessageId | undefined;
      if (invalid !== undefined) return formatMessage({ id: invalid });
      return problem !== null && problem.fields.at(-1) === field ? text(problem) : null;
    },
    isMarked: (field) => problem?.fields.includes(field as SignInField) ?? false,
    formError: problem?.fields.length === 0 ? text(problem) : null,
  };
}
