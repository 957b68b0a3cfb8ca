import type { NextStep } from '../../stores/exchange/nextStep.ts';
import type { ExchangeStores } from '../../stores/exchange/exchangeGroup.ts';
import type { useExchangeTexts } from './useExchangeTexts.ts';

type Form = ReturnType<typeof useExchangeTexts>;

/** Returns the button's label: the next missing field, or its action (D23). */
export function stepLabel(step: NextStep, { exchange, health }: ExchangeStores, form: Form): string {
  const { formatMessage, from, to } = form;
  switch (step.kind) {
    case 'service':
      return formatMessage({ id: health.isConnected ? 'exchange.button.service' : 'exchange.button.offline' });
    case 'unsupported':
      return formatMessage({ id: 'exchange.button.unsupported' });
    case 'amount':
      return amountLabel(step.problem, form);
    case 'rate':
      return formatMessage({ id: exchange.isStale ? 'exchange.button.reconnecting' : 'exchange.button.rate' });
    case 'destination':
      return addressLabel(
        step.address,
        { empty: 'exchange.button.destination', invalid: 'exchange.button.destinationInvalid' },
        to,
        form,
      );
    case 'refund':
      if (step.address === 'same') return formatMessage({ id: 'exchange.button.refundInvalid' });
      return addressLabel(
        step.address,
        { empty: 'exchange.button.refund', invalid: 'exchange.button.refundInvalid' },
        from,
        form,
      );
    case 'memo':
      return formatMessage(
        { id: step.isWrong ? 'exchange.button.memoInvalid' : 'exchange.button.memo' },
        { name: form.memo(exchange.receiveInstrument).inSentence },
      );
    case 'refundMemo':
      return formatMessage(
        { id: step.isWrong ? 'exchange.button.memoInvalid' : 'exchange.button.refundMemo' },
        { name: form.memo(exchange.sendInstrument).inSentence },
      );
    case 'email':
      return formatMessage({ id: 'exchange.button.email' });
    case 'mailbox':
      return formatMessage({ id: 'email.confirm' });
    case 'deviation':
      return formatMessage({ id: 'exchange.button.deviation' });
    case 'terms':
      return formatMessage({ id: 'exchange.button.terms' });
    case 'ready':
      return formatMessage({ id: 'exchange.button.ready' }, { amount: form.amountOf('send') });
  }
}

function amountLabel(problem: Extract<NextStep, { kind: 'amount' }>['problem'], { formatMessage, send }: Form): string {
  switch (problem.kind) {
    case 'empty':
      return formatMessage({ id: 'exchange.button.amount' });
    case 'noLiquidity':
      return formatMessage({ id: 'exchange.button.noLiquidity' });
    case 'tooSmall':
      if (problem.expected === null) return formatMessage({ id: 'exchange.button.tooSmallPlain' });
      return formatMessage({ id: 'exchange.button.tooSmall' }, { amount: send(problem.expected) });
    case 'tooBig':
      if (problem.expected === null) return formatMessage({ id: 'exchange.button.tooBigPlain' });
      return formatMessage({ id: 'exchange.button.tooBig' }, { amount: send(problem.expected) });
  }
}

function addressLabel(
  state: 'empty' | 'checking' | 'invalid' | 'unverified',
  ids: {
    empty: 'exchange.button.destination' | 'exchange.button.refund';
    invalid: 'exchange.button.destinationInvalid' | 'exchange.button.refundInvalid';
  },
  coin: string,
  { formatMessage }: Form,
): string {
  switch (state) {
    case 'empty':
      return formatMessage({ id: ids.empty }, { coin });
    case 'invalid':
      return formatMessage({ id: ids.invalid }, { coin });
    case 'checking':
      return formatMessage({ id: 'exchange.button.checking' });
    case 'unverified':
      return formatMessage({ id: 'exchange.button.unverified' });
  }
}
