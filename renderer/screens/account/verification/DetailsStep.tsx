import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type FocusEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { MINIMUM_AGE } from '../../../../contract/identity/civilDate.ts';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { TextInput } from '../../../components/fields/TextInput.tsx';
import type { DetailsField } from '../../../stores/identity/details.ts';
import { identityGroup } from '../../../stores/identity/IdentityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { DateField } from './DateField.tsx';
import { RejectionHint } from './photos/RejectionHint.tsx';
import { StepCard } from './StepCard.tsx';
import { frameClass } from './lateStyles.ts';

const MAX_NAME = 100;
const MAX_NUMBER = 40;

/** What is written in the document. A problem is named once its field was left, or the button was pressed. */
export const DetailsStep = observer(() => {
  const { formatMessage } = useIntl();
  const { identity } = useStores(identityGroup);
  const { detailsProblems: problems, draft } = identity;
  const { firstName, lastName, birthDate, identityNumber, expireDate, hasNoExpiry } = identity.details.fields;
  const type = draft?.identityType ?? 'passport';
  const root = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState<ReadonlySet<DetailsField>>(new Set());
  const [isTried, setTried] = useState(false);
  const isMissing = Object.keys(problems).length > 0;
  const next = (): void => {
    setTried(true);
    if (!isMissing) void identity.saveDetails();
  };
  // After the render that marks them.
  useEffect(() => {
    if (isTried) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isTried]);
  const leave = (field: DetailsField) => (event: FocusEvent) => {
    // From day to month is not left yet.
    if (!event.currentTarget.contains(event.relatedTarget)) setLeft((others) => new Set([...others, field]));
    setTried(false);
  };
  const errorOf = (field: DetailsField) => {
    const problem = problems[field];
    if (!problem) return null;
    // An empty field that the customer has only passed is not wrong yet.
    if (problem === 'MISSING') return isTried && <FormattedMessage id="identity.details.missing" />;
    const isShown = isTried || left.has(field);
    return isShown && <FormattedMessage id={`identity.details.${problem}`} values={{ age: MINIMUM_AGE }} />;
  };
  return (
    <StepCard
      title={<FormattedMessage id="identity.details.title" values={{ type }} />}
      lead={<FormattedMessage id="identity.details.lead" />}
      next={formatMessage({ id: 'identity.continue' })}
      isMissing={isMissing}
      onNext={next}
    >
      <RejectionHint reason={identity.reasonOf('details')} isMissing />
      <div ref={root} className={frameClass('details')}>
        <div onBlur={leave('firstName')}>
          <Field
            label={formatMessage({ id: 'identity.details.firstName' })}
            hint={<FormattedMessage id="identity.details.firstNameHint" />}
            error={errorOf('firstName')}
          >
            {(control) => (
              <TextInput
                {...control}
                autoComplete="given-name"
                maxLength={MAX_NAME}
                value={firstName}
                onChange={(value) => identity.setDetails({ firstName: value })}
              />
            )}
          </Field>
        </div>
        <div onBlur={leave('lastName')}>
          <Field label={formatMessage({ id: 'identity.details.lastName' })} error={errorOf('lastName')}>
            {(control) => (
              <TextInput
                {...control}
                autoComplete="family-name"
                maxLength={MAX_NAME}
                value={lastName}
                onChange={(value) => identity.setDetails({ lastName: value })}
              />
            )}
          </Field>
        </div>
        <div onBlur={leave('birthDate')}>
          <DateField
            legend={formatMessage({ id: 'identity.details.birthDate' })}
            value={birthDate}
            error={errorOf('birthDate')}
            isBirthday
            onChange={(value) => identity.setDetails({ birthDate: value })}
          />
        </div>
        <div onBlur={leave('identityNumber')}>
          <Field
            label={formatMessage({ id: 'identity.details.identityNumber' }, { type })}
            hint={<FormattedMessage id="identity.details.numberHint" />}
            error={errorOf('identityNumber')}
          >
            {(control) => (
              <TextInput
                {...control}
                mono
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={MAX_NUMBER}
                value={identityNumber}
                onChange={(value) => identity.setDetails({ identityNumber: value })}
              />
            )}
          </Field>
        </div>
        {!hasNoExpiry && (
          <div onBlur={leave('expireDate')}>
            <DateField
              legend={formatMessage({ id: 'identity.details.expireDate' })}
              value={expireDate}
              error={errorOf('expireDate')}
              onChange={(value) => identity.setDetails({ expireDate: value })}
            />
          </div>
        )}
        <div className={frameClass('noExpiry')}>
          <Checkbox checked={hasNoExpiry} onChange={(checked) => identity.setDetails({ hasNoExpiry: checked })}>
            <FormattedMessage id="identity.details.noExpiry" />
          </Checkbox>
        </div>
      </div>
    </StepCard>
  );
});
