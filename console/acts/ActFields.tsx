import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { Checkbox } from '../../renderer/components/fields/Checkbox.tsx';
import { Field } from '../../renderer/components/fields/Field.tsx';
import { Select } from '../../renderer/components/fields/Select.tsx';
import { TextInput } from '../../renderer/components/fields/TextInput.tsx';
import { useStores } from '../../renderer/StoresContext.tsx';
import { choicesOf, isFile, isFlag, isOptional, isTime } from '../stores/actFields.ts';
import { consoleGroup } from '../stores/consoleGroup.ts';
import styles from './acts.module.css';
import { fieldName, reasonText } from './actTexts.ts';
import { ChosenFile } from './ChosenFile.tsx';

const MONO: readonly string[] = ['address', 'memoOrNetwork', 'memo', 'refundAddress', 'refundMemo', 'txHash', 'transfer'];

/** What the operator has to fill in before the host can say what the act would do. */
export const ActFields = observer(() => {
  const intl = useIntl();
  const { acts } = useStores(consoleGroup);
  const { request, values, missingFields } = acts;
  if (!request) return null;
  const [missing] = missingFields;
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === undefined) void acts.plan();
      }}
    >
      {(request.asks ?? []).map((name, index) => {
        const label = fieldName(intl, name);
        const value = values[name] ?? '';
        const choices = choicesOf(request.act, name);
        if (isFlag(name))
          return (
            <Checkbox key={name} checked={value === 'true'} onChange={(isOn) => acts.setValue(name, String(isOn))}>
              {label}
            </Checkbox>
          );
        if (isFile(name))
          return <ChosenFile key={name} label={label} text={value} onText={(text) => acts.setValue(name, text)} />;
        return (
          <Field
            key={name}
            label={label}
            hint={isOptional(name) && intl.formatMessage({ id: 'console.optional' })}
            reserve={false}
          >
            {(control) =>
              choices ? (
                <Select
                  {...control}
                  value={value}
                  options={[
                    { value: '', label: '–' },
                    ...choices.map((choice) => ({ value: choice, label: reasonText(intl, choice) })),
                  ]}
                  onChange={(next) => acts.setValue(name, next)}
                />
              ) : (
                <TextInput
                  {...control}
                  name={name}
                  type={isTime(name) ? 'datetime-local' : 'text'}
                  data-autofocus={index === 0 ? '' : undefined}
                  autoComplete="off"
                  spellCheck={false}
                  mono={MONO.includes(name)}
                  value={value}
                  onChange={(next) => acts.setValue(name, next)}
                />
              )
            }
          </Field>
        );
      })}
      <Button type="submit" variant="primary" wide missing={missing !== undefined}>
        {missing === undefined ? (
          <FormattedMessage id="console.showEffect" />
        ) : (
          <FormattedMessage id="console.fillIn" values={{ field: fieldName(intl, missing) }} />
        )}
      </Button>
    </form>
  );
});
