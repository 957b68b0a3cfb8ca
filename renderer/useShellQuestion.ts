import { useEffect, useEffectEvent } from 'react';
import type { ShellQuestion } from '../contract/platform.ts';
import { useStores } from './StoresContext.tsx';

interface Answers {
  onConfirm: () => unknown;
  onClose: () => void;
}

/**
 * Asks with the shell's own popup when the component is mounted, if the shell has one and the texts fit. Returns whether it does: the
 * page then draws no dialog. Null asks nothing. Closes after the action, also if that failed.
 */
export function useShellQuestion(question: ShellQuestion | null, { onConfirm, onClose }: Answers): boolean {
  const { questions } = useStores().platform;
  const isAsked = question !== null && questions?.canAsk(question) === true;
  const ask = useEffectEvent(async (isShown: () => boolean) => {
    if (!question || !questions) return;
    const isConfirmed = await questions.ask(question);
    if (!isShown()) return;
    if (isConfirmed) await onConfirm();
    if (isShown()) onClose();
  });
  useEffect(() => {
    if (!isAsked) return undefined;
    let isShown = true;
    void ask(() => isShown);
    return () => {
      isShown = false;
    };
  }, [isAsked]);
  return isAsked;
}
