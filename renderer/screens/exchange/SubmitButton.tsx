import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../components/buttons/Button.tsx';
import { StickyAction } from '../../components/layout/StickyAction.tsx';
import type { SubmitOutcome } from '../../stores/exchange/SubmissionStore.ts';
import type { NextStep } from '../../stores/exchange/nextStep.ts';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { useShellButton } from '../../useShellButton.ts';
import { stepLabel } from './stepLabel.ts';
import { useExchangeTexts } from './useExchangeTexts.ts';
import { useSubmit } from './useSubmit.ts';

/** The card with the form */
export const FORM_ID = 'exchange-form';

interface SubmitButtonProps {
  /** What is agreed to with it */
  consent?: ReactNode;
  /** The shortcut that presses it */
  keys?: ReactNode;
  /** What it does once the fields are complete. Default: an exchange. `isComplete`: nothing else is missing. */
  action?: { label: string; isComplete: boolean; submit: () => Promise<SubmitOutcome> };
}

/** The submit button. It focuses a missing field. While the service or the rate is unavailable, it says so. */
export const SubmitButton = observer(({ consent, keys, action }: SubmitButtonProps) => {
  const stores = useStores(exchangeGroup);
  const { submission } = stores;
  const form = useExchangeTexts();
  const submit = useSubmit();
  const button = useRef<HTMLButtonElement>(null);
  const { next } = submission;
  const label = action && next.kind === 'ready' ? action.label : stepLabel(next, stores, form);
  const isOurTurn = isWaiting(next);

  const press = async (): Promise<void> => {
    const step = next;
    if ((await submit((action ?? submission).submit())) === 'missing')
      focusStep(button.current?.form ?? document.getElementById(FORM_ID), step);
  };
  // The page of the order returned to the form.
  const { rejection } = submission;
  useEffect(() => {
    if (!rejection) return undefined;
    // After the focus has moved to the title of the page
    const timer = setTimeout(() => focusStep(document.getElementById(FORM_ID), submission.next), 0);
    return () => clearTimeout(timer);
  }, [rejection, submission]);
  const { closing, mainButton } = stores.platform;
  const isComplete = next.kind === 'ready' && action?.isComplete !== false;
  useEffect(() => {
    closing?.confirm(isComplete);
    return () => closing?.confirm(false);
  }, [closing, isComplete]);
  const isDrawnByShell = useShellButton(mainButton, {
    label,
    isReady: isComplete,
    isBusy: isOurTurn,
    onPress: () => void press(),
  });
  if (isDrawnByShell) return consent;

  return (
    <StickyAction consent={consent}>
      <Button
        ref={button}
        type="submit"
        variant="primary"
        size="large"
        wide
        missing={!isOurTurn && !isComplete}
        unavailableReason={isOurTurn ? label : null}
        onUnavailableClick={() => void press()}
        onClick={(event) => {
          event.preventDefault();
          void press();
        }}
      >
        {label}
        {keys}
      </Button>
    </StickyAction>
  );
});

/** Returns whether the next step depends on the service rather than on the customer. */
function isWaiting(step: NextStep): boolean {
  if (step.kind === 'service' || step.kind === 'rate') return true;
  return (step.kind === 'destination' || step.kind === 'refund') && step.address === 'checking';
}

/** Focuses the missing field. */
function focusStep(form: HTMLElement | null, step: NextStep): void {
  const name = step.kind === 'deviation' || step.kind === 'terms' ? `#exchange-${step.kind}` : `[data-step="${step.kind}"]`;
  const target = form?.querySelector<HTMLElement>(name);
  const closed = target?.closest('details:not([open])');
  if (closed instanceof HTMLDetailsElement) closed.open = true;
  target?.focus();
  // The button may lie over the end of the page.
  target?.scrollIntoView({ block: 'center' });
}
