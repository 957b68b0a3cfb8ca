import { observer } from 'mobx-react-lite';
import type { FormEvent, ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { ArrowLeftIcon } from '../../../components/icons/pageIcons.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { identityGroup } from '../../../stores/identity/IdentityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useShellButton } from '../../../useShellButton.ts';
import { EmailNotice } from '../EmailNotice.tsx';
import { frameClass } from './lateStyles.ts';

interface StepCardProps {
  title: ReactNode;
  lead?: ReactNode;
  /** At the end of the heading's line */
  aside?: ReactNode;
  children: ReactNode;
  /** Label of the button that continues; null without one */
  next: string | null;
  /** The customer has to choose or enter something first. The button leads there. */
  isMissing?: boolean;
  onNext: () => void;
  isFirst?: boolean;
  /** Beside the button that continues */
  second?: ReactNode;
}

/** A question of the wizard, with the way back and on. In a messenger its own button continues. */
export const StepCard = observer((props: StepCardProps) => {
  const { title, lead, aside, children, next, isMissing = false, onNext, isFirst = false, second } = props;
  const { identity, platform } = useStores(identityGroup);
  const { isPending, problem } = identity.details;
  const isDrawnByShell = useShellButton(
    platform.mainButton,
    next === null ? null : { label: next, isReady: !isMissing, isBusy: isPending, onPress: onNext },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending && next !== null) onNext();
  };
  return (
    <Card className={frameClass('card')} title={title} titleAside={aside}>
      <form noValidate className={frameClass('form')} onSubmit={submit}>
        {lead && <p className={frameClass('lead')}>{lead}</p>}
        <EmailNotice unconfirmed="identity.emailUnconfirmed" />
        {children}
        {problem && (
          <Notice kind="warning" role="alert">
            <FormattedMessage id={`identity.problem.${problem}`} />
          </Notice>
        )}
        <div className={frameClass('actions')}>
          {isFirst ? (
            <span />
          ) : (
            <Button variant="text" icon={<ArrowLeftIcon />} onClick={identity.goBack}>
              <FormattedMessage id="identity.back" />
            </Button>
          )}
          <span className={frameClass('onward')}>
            {second}
            {next !== null && !isDrawnByShell && (
              <Button type="submit" variant="primary" missing={isMissing} busy={isPending}>
                {next}
              </Button>
            )}
          </span>
        </div>
      </form>
    </Card>
  );
});
