import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { NO_EXPIRY_DATE } from '../../../../contract/identity/civilDate.ts';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { DefinitionList } from '../../../components/data/DefinitionList.tsx';
import { CheckIcon } from '../../../components/icons/icons.tsx';
import { identityGroup } from '../../../stores/identity/IdentityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { LocalDate } from '../LocalDate.tsx';
import { Verdict } from './Verdict.tsx';
import { frameClass } from './lateStyles.ts';

/** The customer is verified. */
export const PassedCard = observer(() => {
  const { identity, clock, locale } = useStores(identityGroup);
  const { decidedAt = null, validUntil = null, photosDeletedAt = null } = identity.status ?? {};
  const areDeleted = photosDeletedAt !== null && Date.parse(photosDeletedAt) <= clock.now();
  return (
    <Verdict
      tone="good"
      icon={<CheckIcon size="large" />}
      title={<FormattedMessage id="identity.passed.title" />}
      lead={decidedAt !== null && <FormattedMessage id="identity.passed.since" values={{ date: <LocalDate at={decidedAt} /> }} />}
    >
      <DefinitionList
        items={[
          ...(validUntil === null
            ? []
            : [
                {
                  id: 'valid',
                  term: <FormattedMessage id="identity.passed.validUntil" />,
                  detail:
                    validUntil === NO_EXPIRY_DATE ? (
                      <FormattedMessage id="identity.passed.always" />
                    ) : (
                      <FormattedMessage
                        id="identity.passed.documentExpires"
                        values={{ date: <LocalDate at={`${validUntil}T12:00:00Z`} /> }}
                      />
                    ),
                },
              ]),
          ...(photosDeletedAt === null
            ? []
            : [
                {
                  id: 'photos',
                  term: <FormattedMessage id="identity.passed.photos" />,
                  detail: (
                    <FormattedMessage
                      id={areDeleted ? 'identity.passed.deleted' : 'identity.passed.deletedOn'}
                      values={{ date: <LocalDate at={photosDeletedAt} /> }}
                    />
                  ),
                },
              ]),
        ]}
      />
      <LinkButton className={frameClass('account')} href={locale.path('/profile/info')}>
        <FormattedMessage id="identity.passed.account" />
      </LinkButton>
    </Verdict>
  );
});
