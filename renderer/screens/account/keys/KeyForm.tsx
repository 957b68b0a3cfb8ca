import { observer } from 'mobx-react-lite';
import { useRef, useState, type ReactNode } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { API_KEY_LIMITS } from '../../../../contract/limits.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { TextArea } from '../../../components/fields/TextArea.tsx';
import { TextInput } from '../../../components/fields/TextInput.tsx';
import type { KeyProblem } from '../../../stores/account/ApiKeysStore.ts';
import { apiKeysGroup } from '../../../stores/account/ApiKeysStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from './keys.module.css';

const [MIN_ROWS, MAX_ROWS] = [3, 8];

export interface KeyFormProps {
  submitLabel: string;
  isBusy: boolean;
  onSubmit: () => Promise<void>;
  /** Between the fields and the button. */
  children?: ReactNode;
}

/** Name and allowed addresses of a key. The button names what is missing; a wrong line is named once the field was left. */
export const KeyForm = observer(({ submitLabel, isBusy, onSubmit, children }: KeyFormProps) => {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { apiKeys } = useStores(apiKeysGroup);
  // Read here: the functions inside the fields run outside of this observer.
  const { problem } = apiKeys;
  const { name, addresses } = apiKeys.fields;
  const form = useRef<HTMLFormElement>(null);
  const [isLeft, setLeft] = useState(false);
  // As many as the key has, so that none is hidden. It stays while the customer types.
  const [rows] = useState(() => Math.min(MAX_ROWS, Math.max(MIN_ROWS, addresses.split('\n').length)));
  const isShown = isLeft && problem !== null && problem.kind !== 'name';
  const focusMissing = () => {
    if (problem?.kind !== 'name') setLeft(true);
    form.current?.querySelector<HTMLElement>(problem?.kind === 'name' ? 'input' : 'textarea')?.focus();
  };
  return (
    <form
      ref={form}
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (problem) focusMissing();
        else if (!isBusy) void onSubmit();
      }}
    >
      <Field label={formatMessage({ id: 'keys.name' })} reserve={false}>
        {(control) => (
          <TextInput
            {...control}
            data-autofocus
            autoComplete="off"
            maxLength={API_KEY_LIMITS.nameCharacters}
            placeholder={formatMessage({ id: 'keys.namePlaceholder' })}
            value={name}
            onChange={(name) => apiKeys.set({ name })}
          />
        )}
      </Field>
      <Field
        label={formatMessage({ id: 'keys.allowed' })}
        hint={formatMessage({ id: 'keys.allowedHint' })}
        error={isShown && describeProblem(intl, problem)}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={rows}
            value={addresses}
            onChange={(addresses) => apiKeys.set({ addresses })}
            onBlur={() => setLeft(true)}
          />
        )}
      </Field>
      {children}
      <Button
        type="submit"
        variant="primary"
        wide
        busy={isBusy}
        unavailableReason={problem && nextStep(intl, problem)}
        missing={problem !== null}
        onUnavailableClick={focusMissing}
      >
        {problem ? nextStep(intl, problem) : submitLabel}
      </Button>
    </form>
  );
});

function describeProblem({ formatMessage }: IntlShape, problem: Exclude<KeyProblem, { kind: 'name' }>): string {
  if (problem.kind === 'tooManyLines') return formatMessage({ id: 'keys.tooManyLines' }, { most: API_KEY_LIMITS.ranges });
  const id = ({ ADDRESS: 'keys.lineAddress', PREFIX_IPV4: 'keys.linePrefix4', PREFIX_IPV6: 'keys.linePrefix6' } as const)[
    problem.problem
  ];
  return formatMessage({ id }, { line: problem.line });
}

function nextStep({ formatMessage }: IntlShape, problem: KeyProblem): string {
  if (problem.kind === 'name') return formatMessage({ id: 'keys.nameFirst' });
  if (problem.kind === 'tooManyLines') return formatMessage({ id: 'keys.shorten' });
  return formatMessage({ id: 'keys.correctLine' }, { line: problem.line });
}
