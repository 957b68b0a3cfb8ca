import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ActionOutput } from '../../../contract/api/desktopSignIn.ts';
import { formatAmount, mostDecimals } from '../../../contract/formatAmount.ts';
import { DefinitionList } from '../../components/data/DefinitionList.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { readDesktopAction } from '../../stores/account/authorizeDesktop.ts';
import type { ProofAnswer } from '../../stores/account/ProofStore.ts';
import type { SignInProblem } from '../../stores/account/signInProblem.ts';
import { useStores } from '../../StoresContext.tsx';
import { ProofMethods } from '../account/proof/ProofMethods.tsx';
import styles from './desktopSignIn.module.css';

interface DesktopActionProps {
  challengeId: string;
  /** Sends the answer. Returns why the host refused it. */
  onSend: (answer: ProofAnswer) => Promise<SignInProblem | null>;
}

/** The withdrawal that the desktop app asks to confirm (D69), and the methods that work in this browser. */
export const DesktopAction = observer(({ challengeId, onSend }: DesktopActionProps) => {
  const { formatMessage } = useIntl();
  const { platform, locale } = useStores();
  const [action, setAction] = useState<ActionOutput | 'loading' | null>('loading');
  useEffect(() => {
    let isCurrent = true;
    void readDesktopAction(platform, challengeId).then((read) => isCurrent && setAction(read));
    return () => {
      isCurrent = false;
    };
  }, [platform, challengeId]);
  if (action === 'loading') {
    return (
      <div role="status" aria-label={formatMessage({ id: 'shell.loading' })}>
        <Skeleton shape="amount" width="full" />
      </div>
    );
  }
  if (!action) {
    return (
      <Notice kind="warning" role="alert">
        <FormattedMessage id="desktopSignIn.action.over" />
      </Notice>
    );
  }
  const { amount, currencyTitle, networkTitle, address } = action.withdrawal;
  return (
    <>
      <DefinitionList
        items={[
          {
            id: 'amount',
            term: <FormattedMessage id="desktopSignIn.action.amount" />,
            detail: `${formatAmount(amount, locale.code, Math.max(2, mostDecimals([amount])))}\u00a0${currencyTitle}`,
          },
          { id: 'network', term: <FormattedMessage id="desktopSignIn.action.network" />, detail: networkTitle },
        ]}
      />
      <p className={styles['address']}>
        <span className="hint">
          <FormattedMessage id="desktopSignIn.action.address" />
        </span>
        <b className="mono" translate="no">
          {address}
        </b>
      </p>
      <ProofMethods
        challenge={action.challenge}
        onSend={onSend}
        onConfirmedInBrowser={() => undefined}
        submit={<FormattedMessage id="desktopSignIn.confirm.allow" />}
      />
    </>
  );
});
