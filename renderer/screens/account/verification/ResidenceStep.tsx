import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { identityGroup } from '../../../stores/identity/IdentityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { CountrySelect } from './CountrySelect.tsx';
import { StepCard } from './StepCard.tsx';

/** Where the customer lives */
export const ResidenceStep = observer(() => {
  const { formatMessage } = useIntl();
  const { identity } = useStores(identityGroup);
  const [country, setCountry] = useState(identity.draft?.residenceCountry ?? '');
  const [isTried, setTried] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const next = (): void => {
    if (country !== '') return void identity.save({ residenceCountry: country }, 'TYPE_ID');
    setTried(true);
    root.current?.querySelector('select')?.focus();
  };
  return (
    <StepCard
      title={<FormattedMessage id="identity.residence.title" />}
      lead={<FormattedMessage id="identity.residence.lead" />}
      next={formatMessage({ id: country === '' ? 'identity.country.missing' : 'identity.continue' })}
      isMissing={country === ''}
      onNext={next}
      isFirst
    >
      <div ref={root}>
        <CountrySelect
          label={formatMessage({ id: 'identity.residence.label' })}
          value={country}
          onChange={setCountry}
          hasError={isTried && country === ''}
        />
      </div>
    </StepCard>
  );
});
