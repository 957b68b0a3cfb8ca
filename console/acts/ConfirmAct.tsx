import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { DefinitionList } from '../../renderer/components/data/DefinitionList.tsx';
import { Notice } from '../../renderer/components/feedback/Notice.tsx';
import { Field } from '../../renderer/components/fields/Field.tsx';
import { TextInput } from '../../renderer/components/fields/TextInput.tsx';
import { ProofMethods } from '../../renderer/screens/account/proof/ProofMethods.tsx';
import { useStores } from '../../renderer/StoresContext.tsx';
import type { PlannedAct } from '../stores/ActStore.ts';
import { consoleGroup } from '../stores/consoleGroup.ts';
import { useCoins } from '../parts/useCoins.ts';
import styles from './acts.module.css';
import { actName } from './actTexts.ts';
import { EffectView } from './EffectView.tsx';

/** What the act would do; then reason, typed amount and the proof of the second factor. */
export const ConfirmAct = observer(({ plan, hasChanged }: { plan: PlannedAct; hasChanged: boolean }) => {
  const { acts } = useStores(consoleGroup);
  const [isProving, setProving] = useState(false);
  const { approval } = acts.request ?? {};
  const isOwnRequest = approval?.isOwn === true;
  return (
    <>
      {hasChanged && (
        <Notice kind="warning" role="alert" title={<FormattedMessage id="console.planChanged" />}>
          <FormattedMessage id="console.planChangedHelp" />
        </Notice>
      )}
      {approval && (
        <p className={styles['asked']}>
          <FormattedMessage
            id="console.askedBy"
            values={{ customer: approval.requestedBy, reason: approval.details?.reason ?? '' }}
          />
        </p>
      )}
      <div className={styles['effect']}>
        <EffectView effect={{ ...plan.money, ...plan.effect, ...plan.facts }} />
      </div>
      {plan.needsSecond && !approval && (
        <Notice kind="information">
          <FormattedMessage id="console.needsSecond" />
        </Notice>
      )}
      {isProving ? (
        <Proving plan={plan} />
      ) : (
        <Confirmation plan={plan} canAct={!isOwnRequest} onContinue={() => setProving(true)} />
      )}
    </>
  );
});

interface ConfirmationProps {
  plan: PlannedAct;
  /** False: the request is the operator's own, which another one approves. */
  canAct: boolean;
  onContinue: () => void;
}

const Confirmation = observer(({ plan, canAct, onContinue }: ConfirmationProps) => {
  const intl = useIntl();
  const { acts } = useStores(consoleGroup);
  const { coinText } = useCoins();
  // Read here: what a field renders is not observed.
  const { missing, request, reason, typedAmount } = acts;
  const { money } = plan;
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === null && canAct) onContinue();
      }}
    >
      <Field label={intl.formatMessage({ id: 'console.reasonForAudit' })} reserve={false}>
        {(control) => (
          <TextInput
            {...control}
            data-autofocus
            name="reason"
            autoComplete="off"
            maxLength={1_000}
            value={reason}
            onChange={acts.setReason}
          />
        )}
      </Field>
      {money && canAct && (
        <Field
          label={intl.formatMessage({ id: 'console.typeAmount' }, { amount: coinText(money.amount, money.instrument) })}
          reserve={false}
        >
          {(control) => (
            <TextInput
              {...control}
              name="typedAmount"
              mono
              inputMode="decimal"
              autoComplete="off"
              value={typedAmount}
              onChange={acts.setTypedAmount}
            />
          )}
        </Field>
      )}
      {canAct && (
        <Button type="submit" variant="primary" wide missing={missing !== null}>
          {missing === 'reason' ? (
            <FormattedMessage id="console.giveReason" />
          ) : missing === 'amount' ? (
            <FormattedMessage id="console.typeTheAmount" values={{ amount: money?.amount }} />
          ) : (
            <FormattedMessage id="console.continue" />
          )}
        </Button>
      )}
      {request?.approval && (
        <Button
          variant="danger"
          wide
          unavailableReason={missing === 'reason' ? intl.formatMessage({ id: 'console.giveReason' }) : null}
          isReasonShown={!canAct}
          onClick={() => void acts.refuse()}
        >
          <FormattedMessage id={canAct ? 'console.refuse' : 'console.takeBack'} />
        </Button>
      )}
    </form>
  );
});

const Proving = observer(({ plan }: { plan: PlannedAct }) => {
  const intl = useIntl();
  const { acts } = useStores(consoleGroup);
  const name = acts.request?.approval
    ? intl.formatMessage({ id: 'console.approve' }, { act: actName(intl, plan.act) })
    : actName(intl, plan.act);
  return (
    <>
      <DefinitionList items={[{ id: 'reason', term: <FormattedMessage id="console.reasonForAudit" />, detail: acts.reason }]} />
      <ProofMethods
        challenge={plan.challenge}
        isAction
        onSend={acts.confirm}
        onConfirmedInBrowser={acts.close}
        submit={name}
        passkeySubmit={name}
      />
    </>
  );
});
