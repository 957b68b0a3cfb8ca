import { observer } from 'mobx-react-lite';
import { Card } from '../../components/layout/Card.tsx';
import { StepList } from '../../components/data/StepList.tsx';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { confirmationSeconds, networkName, payoutSeconds } from '../coins/coinViews.ts';
import { useDuration } from '../coins/useDuration.ts';
import styles from './NextSteps.module.css';
import { useExchangeTexts } from './useExchangeTexts.ts';

/** Lists the steps after the submit button, with amounts and times, and what happens if a step fails. */
export const NextSteps = observer(() => {
  const { exchange } = useStores(exchangeGroup);
  const { formatMessage, from, memo, rules } = useExchangeTexts();
  const { sendInstrument, receiveInstrument, mode } = exchange;
  const duration = useDuration();
  const time = (seconds: number | null | undefined): string | undefined =>
    seconds === null || seconds === undefined
      ? undefined
      : formatMessage({ id: 'exchange.next.time' }, { time: duration(seconds) });
  const confirmations = sendInstrument?.network?.minConfirmations;
  return (
    <Card aria-labelledby="exchange-next">
      <h2 id="exchange-next" className={styles['title']}>
        {formatMessage({ id: 'exchange.next' })}
      </h2>
      <StepList
        steps={[
          {
            id: 'send',
            title: <SendTitle />,
            // On networks where orders share an address, only the memo assigns a payment to the order.
            detail:
              sendInstrument &&
              (sendInstrument.requiresMemo
                ? formatMessage({ id: 'exchange.next.sendDetailMemo' }, { name: memo(sendInstrument).inSentence })
                : formatMessage({ id: 'exchange.next.sendDetail' })),
            time: formatMessage(
              { id: mode === 'FIXED' ? 'exchange.next.sendTimeFixed' : 'exchange.next.sendTimeFloating' },
              rules(),
            ),
          },
          {
            id: 'confirm',
            title: formatMessage(
              { id: 'exchange.next.confirm' },
              { network: sendInstrument ? networkName(sendInstrument) : from },
            ),
            detail: confirmations !== undefined && formatMessage({ id: 'exchange.next.confirmDetail' }, { count: confirmations }),
            time: time(sendInstrument && confirmationSeconds(sendInstrument)),
          },
          {
            id: 'receive',
            title: <ReceiveTitle />,
            detail: formatMessage({ id: 'exchange.next.receiveDetail' }),
            time: time(receiveInstrument && payoutSeconds(receiveInstrument)),
          },
        ]}
      />
      <p className={`${styles['anyway']} hint`}>{formatMessage({ id: 'exchange.next.anyway' })}</p>
    </Card>
  );
});

const SendTitle = observer(() => {
  const { formatMessage, amountOf } = useExchangeTexts();
  return formatMessage({ id: 'exchange.next.send' }, { amount: amountOf('send') });
});

const ReceiveTitle = observer(() => {
  const { mode, problem, receiveAmount } = useStores(exchangeGroup).exchange;
  const { formatMessage, amountOf } = useExchangeTexts();
  const isExact = mode === 'FIXED' || receiveAmount === null || problem !== null;
  const id = isExact ? 'exchange.next.receive' : 'exchange.next.receiveAbout';
  return formatMessage({ id }, { amount: amountOf('receive') });
});
