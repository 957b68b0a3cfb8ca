import { useState } from 'react';
import { AmountOutput } from '../../renderer/components/amounts/AmountOutput.tsx';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { Card } from '../../renderer/components/layout/Card.tsx';
import { CopyRow } from '../../renderer/components/data/CopyRow.tsx';
import { Countdown } from '../../renderer/components/feedback/Countdown.tsx';
import { DefinitionList } from '../../renderer/components/data/DefinitionList.tsx';
import { Freshness } from '../../renderer/components/feedback/Freshness.tsx';
import { Notice } from '../../renderer/components/feedback/Notice.tsx';
import { PageHeading } from '../../renderer/components/layout/PageHeading.tsx';
import { ProgressRail, type ProgressStep } from '../../renderer/components/feedback/ProgressRail.tsx';
import { QrCode } from '../../renderer/components/data/QrCode.tsx';
import { Segmented } from '../../renderer/components/fields/Segmented.tsx';
import styles from './gallery.module.css';
import { pick, type SampleProps } from './texts.ts';

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const MONERO = '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H';

export function OrderSample({ language }: SampleProps) {
  const [qr, setQr] = useState<'payment' | 'address'>('payment');
  const say = (english: string, russian: string): string => pick(english, russian)(language);
  const copy = {
    copy: say('Copy', 'Скопировать'),
    copied: say('Copied', 'Скопировано'),
    failed: say(
      'The browser refused. The text is selected: copy it yourself.',
      'Браузер не разрешил. Текст выделен: скопируйте его сами.',
    ),
  };
  const steps: ProgressStep[] = [
    { id: 'created', title: say('Created', 'Создана'), detail: '14:02', state: 'done', stateLabel: say('done', 'готово') },
    {
      id: 'deposit',
      title: say('Waiting for deposit', 'Ждём депозит'),
      detail: say('0 of 0.05 BTC', '0 из 0,05 BTC'),
      state: 'now',
      fraction: 0.45,
      stateLabel: say('now', 'сейчас'),
    },
    {
      id: 'confirming',
      title: say('Confirming', 'Подтверждается сетью'),
      detail: say('2 confirmations, ≈ 20 min', '2 подтверждения, ≈ 20 мин'),
      state: 'todo',
      stateLabel: say('to come', 'впереди'),
    },
    {
      id: 'sent',
      title: say('Sent to you', 'Отправлено вам'),
      detail: say('≈ 1 min', '≈ 1 мин'),
      state: 'todo',
      stateLabel: say('to come', 'впереди'),
    },
  ];
  return (
    <>
      <PageHeading
        title={say('Send exactly 0.05 BTC', 'Отправьте ровно 0,05 BTC')}
        lead={
          <span className="hint">
            {say('Order', 'Заявка')} <span className="mono">7F3K·Q9VD·21XM</span> ·{' '}
            <Freshness state="live">{say('updated 2 s ago', 'обновлено 2 с назад')}</Freshness>
          </span>
        }
        aside={<Countdown remainingMs={1_122_000} label={say('Rate held for', 'Курс закреплён ещё')} announce={String} />}
      />
      <div className={styles['rail']}>
        <ProgressRail label={say('Progress', 'Ход заявки')} steps={steps} />
      </div>
      <div className={styles['order']}>
        <Card aria-label={say('Deposit', 'Депозит')}>
          <div className={styles['send']}>
            <div className={styles['stack']}>
              <CopyRow
                tone="attention"
                label={say('Memo: without it the payment can’t be matched', 'Memo: без него платёж не найти')}
                value="2093846571"
                onCopy={async () => true}
                text={{ ...copy, copyLabel: say('Copy the memo', 'Скопировать memo') }}
              />
              <CopyRow
                kind="amount"
                label={say('Amount, in one payment', 'Сумма, одним платежом')}
                value="0.05"
                display="0.05 BTC"
                onCopy={async () => true}
                text={{ ...copy, copyLabel: say('Copy the amount', 'Скопировать сумму') }}
              />
              <CopyRow
                kind="address"
                label={say('To this Bitcoin address', 'На этот адрес Bitcoin')}
                value={ADDRESS}
                onCopy={async () => false}
                text={{ ...copy, copyLabel: say('Copy the address', 'Скопировать адрес') }}
              />
              <CopyRow
                kind="address"
                label={say('A long one, Monero', 'Длинный адрес, Monero')}
                value={MONERO}
                onCopy={async () => true}
                text={{ ...copy, copyLabel: say('Copy the Monero address', 'Скопировать адрес Monero') }}
              />
            </div>
            <div className={styles['code']}>
              <QrCode
                value={qr === 'payment' ? `bitcoin:${ADDRESS}?amount=0.05` : ADDRESS}
                title={say('Payment code', 'Платёжный код')}
              />
              <Segmented
                legend={say('What the code holds', 'Что в коде')}
                value={qr}
                onChange={setQr}
                options={[
                  { value: 'payment', label: say('Payment', 'Платёж') },
                  { value: 'address', label: say('Address', 'Адрес') },
                ]}
              />
            </div>
          </div>
        </Card>
        <Card title="BTC → USDT">
          <DefinitionList
            items={[
              { id: 'receive', term: say('You receive', 'Вы получаете'), detail: <b>= 3,483.90 USDT</b> },
              { id: 'rate', term: say('Rate', 'Курс'), detail: '69,716.04' },
              {
                id: 'address',
                term: say('Your address', 'Ваш адрес'),
                detail: <span className="mono">TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t</span>,
              },
              { id: 'refund', term: say('Refund to', 'Вернуть на'), detail: <span className="mono">bc1q9d…5k2a</span> },
            ]}
          />
        </Card>
      </div>
      <div className={styles['stack']}>
        <Notice kind="warning">
          {say(
            'The fixed rate was for exactly 0.05 BTC, so we stopped before exchanging. Your 0.048 BTC is safe.',
            'Фиксированный курс был рассчитан ровно на 0,05 BTC, поэтому мы остановились до обмена. Ваши 0,048 BTC в безопасности.',
          )}
        </Notice>
        <div className={styles['two']}>
          <Card className={styles['decision']} title={say('Exchange at the current rate', 'Обменять по нынешнему курсу')}>
            <AmountOutput prefix="approximate" text="3,352.14" unit="USDT" />
            <DefinitionList
              items={[
                { id: 'old', term: say('Agreed before', 'По прежним условиям'), detail: '3,346.37 USDT' },
                { id: 'difference', term: say('Difference', 'Разница'), detail: '+0.17 %', tone: 'good' },
              ]}
            />
            <Button variant="primary" size="large" wide>
              {say('Exchange 0.048 BTC', 'Обменять 0,048 BTC')}
            </Button>
          </Card>
          <Card className={styles['decision']} title={say('Get a refund', 'Вернуть')}>
            <AmountOutput text="0.04791234567890123456" unit="BTC" />
            <DefinitionList
              items={[
                { id: 'sent', term: say('You sent', 'Вы отправили'), detail: '0.048 BTC' },
                { id: 'fee', term: say('Bitcoin network fee', 'Комиссия сети Bitcoin'), detail: '−0.00009 BTC', tone: 'bad' },
              ]}
            />
            <Button size="large" wide>
              {say('Refund to bc1q9d…5k2a', 'Вернуть на bc1q9d…5k2a')}
            </Button>
          </Card>
        </div>
        <Card aria-label={say('Other progress', 'Другой ход')}>
          <ProgressRail
            label={say('A failed order', 'Заявка с возвратом')}
            steps={steps.map((step, index) => ({
              ...step,
              state: index < 2 ? 'done' : 'failed',
              detail: index > 2 ? undefined : step.detail,
            }))}
          />
        </Card>
      </div>
    </>
  );
}
