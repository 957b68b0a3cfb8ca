import type { ComponentProps, ReactNode } from 'react';
import { Controller, type FieldValues, type Path } from 'react-hook-form';
import { AddressInput } from '../components/fields/AddressInput.tsx';
import { Field } from '../components/fields/Field.tsx';
import { TextInput } from '../components/fields/TextInput.tsx';
import type { YupForm } from './useYupForm.ts';

interface FormTextProps<Values extends FieldValues> {
  form: YupForm<Values>;
  name: Path<Values>;
  label: ReactNode;
  hint?: ReactNode;
  /** Leaves no room for an error below the field. */
  reserve?: boolean;
}

/** A text field of a form. */
export function FormText<Values extends FieldValues>({
  form: { form, errorOf },
  name,
  label,
  hint,
  reserve = true,
  ...input
}: FormTextProps<Values> & Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'form' | 'name'>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <Field label={label} hint={hint} error={errorOf(name)} reserve={reserve}>
          {(aria) => <TextInput autoComplete="off" {...input} {...aria} {...field} />}
        </Field>
      )}
    />
  );
}

/** A field of a form for an address or another text that a machine compares. `clean`: what of the input is kept */
export function FormAddress<Values extends FieldValues>({
  form: { form, errorOf },
  name,
  label,
  hint,
  reserve = true,
  clean,
  ...input
}: FormTextProps<Values> & { clean: (text: string) => string } & Omit<
    ComponentProps<typeof AddressInput>,
    'value' | 'onChange' | 'form' | 'name'
  >) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { onChange, ...field } }) => (
        <Field label={label} hint={hint} error={errorOf(name)} reserve={reserve}>
          {(aria) => <AddressInput {...input} {...aria} {...field} onChange={(text) => onChange(clean(text))} />}
        </Field>
      )}
    />
  );
}
