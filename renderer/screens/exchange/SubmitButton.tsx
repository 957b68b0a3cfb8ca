import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { Button } from '../../components/Button.tsx';
import { StickyAction } from '../../components/StickyAction.tsx';
import type { NextStep } from '../../stores/exchange/nextStep.ts';
import { useStores } from '../../StoresContext.tsx';
import { stepLabel } from './stepLabel.ts';
import styles from './SubmitButton.module.css';
import { useForm } from './useForm.ts';
import { useSubmit } from './useSubmit.ts';

/** The form's one action. While something is missing it leads there; while we are the ones who wait, it says so. */
export const SubmitButton = observer(() => {
  const stores = useStores();
  const { submission } = stores;
  const form = useForm();
  const submit = useSubmit();
  const button = useRef<HTMLButtonElement>(null);
  const { next } = submission;
  const label = stepLabel(next, stores, form);
  const isOurTurn = isWaiting(next);

  const press = async (): Promise<void> => {
    const step = next;
    if ((await submit(submission.submit())) === 'missing') focusStep(button.current?.form ?? null, step);
  };

  return (
    <StickyAction>
      <Button
        ref={button}
        type="submit"
        variant="primary"
        size="large"
        wide
        className={isOurTurn || next.kind === 'ready' ? undefined : styles['missing']}
        unavailableReason={isOurTurn ? label : null}
        onUnavailableClick={() => void press()}
        onClick={(event) => {
          event.preventDefault();
          void press();
        }}
      >
        {label}
      </Button>
    </StickyAction>
  );
});

/** It is we who have to do something: the button can only wait. */
function isWaiting(step: NextStep): boolean {
  if (step.kind === 'service' || step.kind === 'rate') return true;
  return (step.kind === 'destination' || step.kind === 'refund') && step.address === 'checking';
}

/** Takes the customer to what is missing. */
function focusStep(form: HTMLFormElement | null, step: NextStep): void {
  const name = step.kind === 'deviation' || step.kind === 'terms' ? `#exchange-${step.kind}` : `[data-step="${step.kind}"]`;
  const target = form?.querySelector<HTMLElement>(name);
  const closed = target?.closest('details:not([open])');
  if (closed instanceof HTMLDetailsElement) closed.open = true;
  target?.focus();
}
