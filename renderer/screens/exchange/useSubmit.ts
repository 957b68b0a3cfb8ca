import { useNavigate } from 'react-router-dom';
import type { SubmitOutcome } from '../../stores/exchange/SubmissionStore.ts';
import { useStores } from '../../StoresContext.tsx';

/** Wraps an action that may start an order. If it did, opens the page that creates it. */
export function useSubmit(): (submission: Promise<SubmitOutcome>) => Promise<SubmitOutcome> {
  const { locale } = useStores();
  const navigate = useNavigate();
  return async (submission) => {
    const outcome = await submission;
    if (outcome === 'begun') await navigate(locale.path('/order/pending'));
    return outcome;
  };
}
