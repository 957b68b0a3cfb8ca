import { observer } from 'mobx-react-lite';
import { useStores } from '../../StoresContext.tsx';
import { confirmationMinutes, payoutMinutes } from '../coins/coinViews.ts';
import { useForm } from './useForm.ts';

interface ExchangeLeadProps {
  withTime: 'exchange.lead' | 'exchange.homeLead';
  without: 'exchange.leadPlain' | 'exchange.homeLeadPlain';
}

/** The line below the title, with how long it usually takes: what the two networks need. */
export const ExchangeLead = observer(({ withTime, without }: ExchangeLeadProps) => {
  const { exchange } = useStores();
  const { formatMessage } = useForm();
  const { sendInstrument, receiveInstrument } = exchange;
  const confirming = sendInstrument && confirmationMinutes(sendInstrument);
  const paying = receiveInstrument && payoutMinutes(receiveInstrument);
  if (confirming === null || paying === null) return formatMessage({ id: without });
  return formatMessage({ id: withTime }, { minutes: confirming + paying });
});
