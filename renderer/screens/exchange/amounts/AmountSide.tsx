import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import type { AmountReading } from '../../../../contract/amountInput.ts';
import { withDecimals } from '../../../../contract/formatAmount.ts';
import { AmountInput } from '../../../components/amounts/AmountInput.tsx';
import type { AmountRefusal } from '../../../components/amounts/amountText.ts';
import { AmountPanel } from '../../../components/amounts/AmountPanel.tsx';
import { claimDecimals } from '../../../stores/exchange/estimate.ts';
import type { Side } from '../../../stores/exchange/ExchangeStore.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { CoinChoice } from './CoinChoice.tsx';
import { ReadingNote } from './ReadingNote.tsx';
import { RefusalNote } from './RefusalNote.tsx';
import { useExchangeTexts } from '../useExchangeTexts.ts';

interface AmountSideProps {
  side: Side;
  label: string;
  aside: ReactNode;
  foot: ReactNode;
  dense: boolean;
}

/**
 * One side of the form: amount and coin. The computed side shows ≈ for floating, = with a lock for fixed (D24). For an amount that
 * can't be exchanged it shows an estimate in grey.
 */
export const AmountSide = observer(({ side, label, aside, foot, dense }: AmountSideProps) => {
  const { exchange, locale } = useStores(exchangeGroup);
  const { exact } = useExchangeTexts();
  const [reading, setReading] = useState<AmountReading | null>(null);
  const [refusal, setRefusal] = useState<AmountRefusal | null>(null);
  const isTyped = exchange.typedSide === side;
  const isImpossible = exchange.problem !== null && exchange.problem.kind !== 'empty';
  const instrument = side === 'send' ? exchange.sendInstrument : exchange.receiveInstrument;
  const amount = side === 'send' ? exchange.sendAmount : exchange.receiveAmount;
  const decimals = instrument ? claimDecimals(instrument) : undefined;
  const inputId = `exchange-${side}`;
  const footId = `${inputId}-foot`;
  const type = (text: string, read: AmountReading): void => {
    setReading(read);
    exchange.type(side, text);
  };
  const note = (): ReactNode => {
    if (refusal !== null) return <RefusalNote refusal={refusal} decimals={decimals ?? 0} />;
    // Another value came since: a swap, a preset amount, a bound.
    if (!reading?.isInterpreted || !isTyped || reading.amount !== exchange.typedText) return null;
    return <ReadingNote reading={reading} written={exact} onChange={(other) => type(other.amount, other)} />;
  };

  return (
    <AmountPanel
      label={label}
      inputId={inputId}
      footId={footId}
      dense={dense}
      aside={aside}
      invalid={isTyped && isImpossible}
      foot={note() ?? foot}
      amount={
        <AmountInput
          id={inputId}
          data-step={isTyped ? 'amount' : undefined}
          aria-describedby={footId}
          format={{ language: locale.code, decimals }}
          value={isTyped ? exchange.typedText : amount === null ? '' : withDecimals(amount, decimals ?? 0)}
          onChange={type}
          onRefusal={setRefusal}
          prefix={isTyped ? null : exchange.mode === 'FIXED' && !isImpossible ? 'locked' : 'approximate'}
          stale={!isTyped && (exchange.isStale || isImpossible)}
          pending={!isTyped && amount === null && exchange.problem === null}
        />
      }
      coin={<CoinChoice side={side} />}
    />
  );
});
