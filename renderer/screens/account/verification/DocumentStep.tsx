import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { IDENTITY_TYPES, type IdentityType } from '../../../../contract/identity/documents.ts';
import { RadioCards } from '../../../components/fields/RadioCards.tsx';
import { CarIcon, IdCardIcon, PassportIcon } from '../../../components/icons/identityIcons.tsx';
import { identityGroup } from '../../../stores/identity/IdentityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { CountrySelect } from './CountrySelect.tsx';
import { StepCard } from './StepCard.tsx';
import { frameClass } from './lateStyles.ts';

const ICONS = { passport: PassportIcon, idcard: IdCardIcon, drivinglicense: CarIcon } as const;

/** Which document proves the identity. The country that issued it is usually the one of residence. */
export const DocumentStep = observer(() => {
  const { formatMessage } = useIntl();
  const { identity } = useStores(identityGroup);
  const { draft } = identity;
  const [country, setCountry] = useState(draft?.issueCountry ?? draft?.residenceCountry ?? '');
  const [type, setType] = useState<IdentityType | null>(draft?.identityType ?? null);
  const [isTried, setTried] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const isMissing = country === '' || type === null;
  const next = (): void => {
    if (country !== '' && type !== null) {
      return void identity.save({ issueCountry: country, identityType: type }, 'PERSONAL_INFO');
    }
    setTried(true);
    root.current?.querySelector<HTMLElement>(country === '' ? 'select' : 'input')?.focus();
  };
  const label = (): string => {
    if (country === '') return formatMessage({ id: 'identity.country.missing' });
    if (type === null) return formatMessage({ id: 'identity.document.choose' });
    return formatMessage({ id: 'identity.document.continue' }, { type });
  };
  return (
    <StepCard
      title={<FormattedMessage id="identity.document.title" />}
      lead={<FormattedMessage id="identity.document.lead" />}
      next={label()}
      isMissing={isMissing}
      onNext={next}
    >
      <div ref={root} className={frameClass('documents')}>
        <CountrySelect
          label={formatMessage({ id: 'identity.document.issuer' })}
          value={country}
          onChange={setCountry}
          hasError={isTried && country === ''}
        />
        <RadioCards
          legend={formatMessage({ id: 'identity.document.legend' })}
          value={type ?? ''}
          options={IDENTITY_TYPES.map((value) => {
            const Icon = ICONS[value];
            return {
              value,
              icon: <Icon />,
              label: <FormattedMessage id={`identity.document.${value}`} />,
              detail: (
                <FormattedMessage
                  id={value === 'passport' ? 'identity.document.passportDetail' : 'identity.document.cardDetail'}
                />
              ),
            };
          })}
          onChange={(value) => setType(IDENTITY_TYPES.find((known) => known === value) ?? null)}
        />
        <p className="hint">
          <FormattedMessage id="identity.document.face" />
        </p>
      </div>
    </StepCard>
  );
});
