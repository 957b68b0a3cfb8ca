import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { classNames } from '../../../components/classNames.ts';
import { PhoneIcon } from '../../../components/icons/accountIcons.tsx';
import { CheckIcon, CloseIcon, PersonIcon, SunIcon } from '../../../components/icons/icons.tsx';
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden.tsx';
import { identityGroup } from '../../../stores/identity/IdentityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { Illustration } from './photos/Illustration.tsx';
import { StepCard } from './StepCard.tsx';
import { frameClass } from './lateStyles.ts';

const EXAMPLES = ['good', 'glare', 'cut', 'blurred'] as const;

/** What makes photos fail, before they are taken. */
export const ReadyStep = observer(() => {
  const { formatMessage } = useIntl();
  const { identity } = useStores(identityGroup);
  const type = identity.draft?.identityType ?? 'passport';
  const start = async (): Promise<void> => await identity.save({}, 'UPLOADING_DOCS');
  const usePhone = async (): Promise<void> => {
    await start();
    await identity.showPhoneCode();
  };
  return (
    <StepCard
      title={<FormattedMessage id="identity.ready.title" values={{ count: identity.photoFields.length }} />}
      lead={<FormattedMessage id="identity.ready.lead" values={{ type }} />}
      next={formatMessage({ id: 'identity.ready.start' })}
      onNext={() => void start()}
      second={
        <Button className={frameClass('notOnPhones')} icon={<PhoneIcon />} onClick={() => void usePhone()}>
          <FormattedMessage id="identity.photo.usePhone" />
        </Button>
      }
    >
      <ul className={frameClass('examples')}>
        {EXAMPLES.map((example) => (
          <li key={example}>
            <div className={classNames(frameClass('picture'), frameClass(example))}>
              <Illustration field="frontPhoto" />
              <span className={frameClass('mark')}>{example === 'good' ? <CheckIcon /> : <CloseIcon />}</span>
            </div>
            <VisuallyHidden>
              <FormattedMessage id={example === 'good' ? 'identity.ready.right' : 'identity.ready.wrong'} />
              {': '}
            </VisuallyHidden>
            <FormattedMessage id={`identity.ready.${example}`} />
          </li>
        ))}
      </ul>
      <ul className={frameClass('advice')}>
        <li>
          <SunIcon />
          <FormattedMessage id="identity.ready.light" />
        </li>
        <li>
          <PersonIcon />
          <FormattedMessage id="identity.ready.face" />
        </li>
      </ul>
    </StepCard>
  );
});
