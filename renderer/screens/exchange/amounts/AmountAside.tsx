import { observer } from 'mobx-react-lite';
import type { Side } from '../../../stores/exchange/ExchangeStore.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from './AmountAside.module.css';
import { useExchangeTexts } from '../useExchangeTexts.ts';

/** Shows the bounds next to an amount, or the violated bound with a button that fills it in (§5). */
export const AmountAside = observer(({ side }: { side: Side }) => {
  const { exchange } = useStores(exchangeGroup);
  const { formatMessage, exact, send, receive } = useExchangeTexts();
  const { problem, bounds, typedSide } = exchange;
  const isBoundProblem = problem?.kind === 'tooSmall' || problem?.kind === 'tooBig';
  const arriving = isBoundProblem && typedSide === 'receive' ? problem.expectedToGet : null;
  // The bound is shown in the typed coin if the host states it, otherwise in the coin to send.
  const holder: Side = arriving === null ? 'send' : 'receive';

  if (isBoundProblem && side === holder) {
    const expected = arriving ?? problem.expected;
    if (expected === null) return null;
    const amount = holder === 'send' ? send(expected) : receive(expected);
    const id = problem.kind === 'tooSmall' ? 'error_min_amount' : 'error_max_amount';
    return (
      <span className={styles['problem']} role="status">
        {formatMessage({ id }, { amount })}
        <button type="button" className={styles['set']} onClick={() => exchange.type(holder, expected)}>
          {formatMessage({ id: 'exchange.setAmount' }, { amount: exact(expected) })}
        </button>
      </span>
    );
  }
  if (side === 'receive' || isBoundProblem) return null;
  if (problem?.kind === 'noLiquidity') {
    const { expected } = problem;
    return (
      <span className={styles['problem']} role="status">
        {expected === null
          ? formatMessage({ id: 'exchange.noLiquidity' })
          : formatMessage({ id: 'exchange.noLiquidityUpTo' }, { amount: exact(expected) })}
      </span>
    );
  }
  if (!bounds) return null;
  return formatMessage({ id: 'exchange.bounds' }, { minimum: exact(bounds.minimum), maximum: exact(bounds.maximum) });
});
