import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import { normaliseAmount, readPastedAmount } from '../../../../contract/amountInput.ts';
import { AmountInput } from '../../../components/AmountInput.tsx';
import { AmountPanel } from '../../../components/AmountPanel.tsx';
import { claimDecimals } from '../../../stores/exchange/estimate.ts';
import type { Side } from '../../../stores/exchange/ExchangeStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { CoinChoice } from './CoinChoice.tsx';
import { useForm } from '../useForm.ts';

const NARROW_SPACE = '\u2009';

interface AmountSideProps {
  side: Side;
  label: string;
  aside: ReactNode;
  foot: ReactNode;
}

/** One side of the form: amount and coin. The computed side shows ≈ for floating, = with a lock for fixed (D24). */
export const AmountSide = observer(({ side, label, aside, foot }: AmountSideProps) => {
  const { exchange } = useStores();
  const { formatMessage } = useForm();
  const [isPasteRefused, setPasteRefused] = useState(false);
  const isTyped = exchange.typedSide === side;
  const instrument = side === 'send' ? exchange.sendInstrument : exchange.receiveInstrument;
  const amount = side === 'send' ? exchange.sendAmount : exchange.receiveAmount;
  const decimals = instrument ? claimDecimals(instrument) : undefined;
  const inputId = `exchange-${side}`;
  const footId = `${inputId}-foot`;

  return (
    <AmountPanel
      label={label}
      inputId={inputId}
      footId={footId}
      aside={aside}
      invalid={isTyped && exchange.problem !== null && exchange.problem.kind !== 'empty'}
      foot={isPasteRefused ? formatMessage({ id: 'exchange.pasteRefused' }) : foot}
      amount={
        <AmountInput
          id={inputId}
          data-step={isTyped ? 'amount' : undefined}
          aria-describedby={footId}
          value={isTyped ? exchange.typedText : groupDigits(amount ?? '')}
          onChange={(text) => {
            setPasteRefused(false);
            exchange.type(side, text);
          }}
          normalise={(text) => normaliseAmount(text, decimals)}
          readPaste={(text) => readPastedAmount(text, decimals)}
          onPasteRefused={() => setPasteRefused(true)}
          prefix={isTyped ? null : exchange.mode === 'FIXED' ? 'locked' : 'approximate'}
          stale={!isTyped && exchange.isStale}
          pending={!isTyped && amount === null && exchange.problem === null}
        />
      }
      coin={<CoinChoice side={side} />}
    />
  );
});

/** Groups the digits of a computed amount. The decimal separator is a dot in every language, as in typed amounts (§5). */
function groupDigits(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, NARROW_SPACE);
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
