import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { Dialog } from '../../renderer/components/dialogs/Dialog.tsx';
import { Notice } from '../../renderer/components/feedback/Notice.tsx';
import { Skeleton } from '../../renderer/components/feedback/Skeleton.tsx';
import { useStores } from '../../renderer/StoresContext.tsx';
import type { MessageId } from '../../renderer/i18n/messages.ts';
import { shortTime } from '../parts/times.ts';
import { consoleGroup } from '../stores/consoleGroup.ts';
import { ActFields } from './ActFields.tsx';
import styles from './acts.module.css';
import { offerName, refusalText } from './actTexts.ts';
import { ConfirmAct } from './ConfirmAct.tsx';
import { EffectView } from './EffectView.tsx';

/** The dialog of every act: its fields, its effect, the confirmation, and what came of it. */
export const ActDialog = observer(() => {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { acts } = useStores(consoleGroup);
  const { request, step } = acts;
  const content = useRef<HTMLDivElement>(null);
  // Each step has one place to go on.
  useEffect(() => content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [step.kind]);
  if (!request) return null;
  const name = offerName(intl, request);
  const title = request.approval ? formatMessage({ id: 'console.decide' }, { act: name }) : name;
  return (
    <Dialog
      title={request.about === undefined ? title : `${title}: ${request.about}`}
      closeLabel={formatMessage({ id: 'signIn.close' })}
      onClose={acts.close}
    >
      <div ref={content} className={styles['dialog']}>
        <Step key={step.kind} />
      </div>
    </Dialog>
  );
});

const Step = observer(() => {
  const intl = useIntl();
  const { acts, clock } = useStores(consoleGroup);
  const { step } = acts;
  switch (step.kind) {
    case 'fields':
      return <ActFields />;
    case 'planning':
      return <Planning />;
    case 'planned':
      return <ConfirmAct plan={step.plan} hasChanged={step.hasChanged} />;
    case 'done':
      return (
        <Ended kind="success" title={<FormattedMessage id="console.done" />}>
          <EffectView effect={step.effect} />
        </Ended>
      );
    case 'requested':
      return (
        <Ended kind="information" title={<FormattedMessage id="console.requested" />}>
          <FormattedMessage id="console.requestedHelp" values={{ time: shortTime(step.approval.expiresAt, clock.now()) }} />
        </Ended>
      );
    case 'decided':
      return <Ended kind="success" title={<FormattedMessage id="console.decided" />} />;
    case 'refused':
      return (
        <Ended kind="warning" title={refusalText(intl, step.refused)} again>
          {Object.keys(step.details).length > 0 && <EffectView effect={step.details} />}
        </Ended>
      );
    case 'failed':
      return (
        <Ended kind="danger" title={<FormattedMessage id={failureOf(step)} values={{ code: step.code }} />} again>
          {step.isUnknown && <FormattedMessage id="console.unknownHelp" />}
        </Ended>
      );
  }
});

function failureOf({ isUnknown, code }: { isUnknown: boolean; code: string }): MessageId {
  if (isUnknown) return 'console.unknown';
  return code === 'ERR_NOT_ENOUGH_PERMISSIONS' ? 'console.notAllowed' : 'console.failed';
}

function Planning() {
  const { formatMessage } = useIntl();
  return (
    <div className={styles['planning']} role="status" aria-label={formatMessage({ id: 'console.planning' })}>
      <Skeleton shape="amount" width="full" />
      <Skeleton shape="amount" width="full" />
      <Skeleton shape="amount" width="full" />
    </div>
  );
}

interface EndedProps {
  kind: 'success' | 'information' | 'warning' | 'danger';
  title: React.ReactNode;
  /** Planning again may help. */
  again?: boolean;
  children?: React.ReactNode;
}

const Ended = observer(({ kind, title, again = false, children }: EndedProps) => {
  const { acts } = useStores(consoleGroup);
  return (
    <>
      <Notice kind={kind} title={title} role="alert">
        {children}
      </Notice>
      <div className={styles['steps']}>
        {again && (
          <Button onClick={() => void acts.plan()}>
            <FormattedMessage id="console.planAgain" />
          </Button>
        )}
        <Button variant={again ? 'quiet' : 'primary'} data-autofocus onClick={acts.close}>
          <FormattedMessage id="signIn.close" />
        </Button>
      </div>
    </>
  );
});
