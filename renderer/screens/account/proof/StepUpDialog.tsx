import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { RESEND_MS } from '../../../../contract/accounts/accounts.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { ProofStore } from '../../../stores/account/ProofStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { ResendCode } from '../../signIn/ResendCode.tsx';
import { ProofMethods } from './ProofMethods.tsx';
import styles from './proof.module.css';

/** Asks the customer to confirm a call that requires a fresh second factor. The call continues afterwards. */
export const StepUpDialog = observer(() => {
  const { formatMessage } = useIntl();
  const { clock, platform, stepUp } = useStores();
  const [store] = useState(() => new ProofStore({ clock, platform, stepUp }));
  useEffect(() => void store.start(), [store]);
  const { step, start, startedAt, sendAgain, verify } = store;
  return (
    <Dialog
      title={formatMessage({ id: 'proof.title' })}
      closeLabel={formatMessage({ id: 'signIn.close' })}
      onClose={() => stepUp.finish(false)}
    >
      <div>
        {step.kind === 'starting' && <Starting />}
        {step.kind === 'proof' && (
          <ProofMethods
            challenge={step.challenge}
            onSend={verify}
            onConfirmedInBrowser={() => stepUp.finish(true)}
            submit={<FormattedMessage id="proof.confirm" />}
            mailed={{ hint: <ResendCode at={startedAt + RESEND_MS} onSend={sendAgain} /> }}
          />
        )}
        {step.kind === 'stopped' && (
          <Notice
            kind="danger"
            role="alert"
            actions={
              step.message !== 'proof.openAgain' && (
                <Button size="small" onClick={() => void start()}>
                  <FormattedMessage id="error.tryAgain" />
                </Button>
              )
            }
          >
            <FormattedMessage id={step.message} />
          </Notice>
        )}
      </div>
    </Dialog>
  );
});

/** As high as the form that replaces it. */
function Starting() {
  const { formatMessage } = useIntl();
  return (
    <div className={`${styles['proof']} ${styles['starting']}`} role="status" aria-label={formatMessage({ id: 'shell.loading' })}>
      <Skeleton shape="body" width="full" />
      <Skeleton shape="amount" width="full" />
      <Skeleton shape="amount" width="full" />
    </div>
  );
}
