import { useState } from 'react';
import { AddressInput } from '../../renderer/components/fields/AddressInput.tsx';
import { AmountInput } from '../../renderer/components/amounts/AmountInput.tsx';
import { AmountPanel } from '../../renderer/components/amounts/AmountPanel.tsx';
import { AreaChart } from '../../renderer/components/data/AreaChart.tsx';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { Calculation } from '../../renderer/components/data/Calculation.tsx';
import { Card } from '../../renderer/components/layout/Card.tsx';
import { Checkbox } from '../../renderer/components/fields/Checkbox.tsx';
import { CoinButton } from '../../renderer/components/coins/CoinButton.tsx';
import { DataTable } from '../../renderer/components/data/DataTable.tsx';
import { Field } from '../../renderer/components/fields/Field.tsx';
import { Figure } from '../../renderer/components/data/Figure.tsx';
import { Freshness } from '../../renderer/components/feedback/Freshness.tsx';
import { IconButton } from '../../renderer/components/buttons/IconButton.tsx';
import { PasteIcon, ScanIcon, SwapIcon } from '../../renderer/components/icons/icons.tsx';
import { PageHeading } from '../../renderer/components/layout/PageHeading.tsx';
import { RadioCards } from '../../renderer/components/fields/RadioCards.tsx';
import { StepList } from '../../renderer/components/data/StepList.tsx';
import { StickyAction } from '../../renderer/components/layout/StickyAction.tsx';
import { BITCOIN, TETHER_TRON } from './coins.ts';
import styles from './gallery.module.css';
import { nothing, pick, type SampleProps } from './texts.ts';

export const FRACTIONS = [
  0.1, 0.15, 0.12, 0.22, 0.19, 0.29, 0.24, 0.31, 0.17, 0.23, 0.34, 0.3, 0.45, 0.4, 0.55, 0.49, 0.57, 0.54, 0.66, 0.6, 0.75, 0.68,
  0.8, 1,
];

export function ExchangeSample({ language }: SampleProps) {
  const [send, setSend] = useState('0.05');
  const [receive, setReceive] = useState('3498.127504');
  const [mode, setMode] = useState<'FLOATING' | 'FIXED'>('FLOATING');
  const [address, setAddress] = useState('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  const [agreed, setAgreed] = useState(true);
  const say = (english: string, russian: string): string => pick(english, russian)(language);
  return (
    <>
      <PageHeading
        title={say('Exchange BTC to USDT', 'Обмен BTC на USDT')}
        lead={say('No account needed. Usually done in 15 minutes.', 'Без регистрации. Обычно занимает 15 минут.')}
      />
      <div className={styles['exchange']}>
        <Card padding="tight" aria-label={say('Exchange form', 'Форма обмена')}>
          <AmountPanel
            label={say('You send', 'Вы отправляете')}
            inputId="send"
            aside={say('Min 0.0009 · Max 4.2', 'От 0,0009 до 4,2')}
            amount={<AmountInput id="send" value={send} onChange={setSend} format={{ language }} onRefusal={nothing} />}
            coin={<CoinButton coin={BITCOIN} label="BTC, Bitcoin" placeholder="" onClick={nothing} />}
            foot="$3,520.63"
          />
          <div className={styles['middle']}>
            <span className="numeric">
              1 BTC ≈ <b>70,412.55 USDT</b>
            </span>
            <Freshness state="live">{say('1 s ago', '1 с назад')}</Freshness>
            <IconButton framed label={say('Swap direction', 'Поменять местами')} icon={<SwapIcon />} onClick={nothing} />
          </div>
          <AmountPanel
            label={say('You receive', 'Вы получаете')}
            inputId="receive"
            amount={
              <AmountInput
                id="receive"
                prefix="approximate"
                value={receive}
                onChange={setReceive}
                format={{ language }}
                onRefusal={nothing}
              />
            }
            coin={<CoinButton coin={TETHER_TRON} label="USDT, TRC-20" placeholder="" onClick={nothing} />}
            foot={say('$3,498.13 · 0.6 % below market, fees included', '3 498,13 $ · на 0,6 % ниже рынка, с учётом комиссий')}
          />
          <div className={styles['stack']}>
            <RadioCards
              legend={say('Rate', 'Курс')}
              value={mode}
              onChange={setMode}
              options={[
                {
                  value: 'FLOATING',
                  label: say('Floating', 'Плавающий'),
                  detail: say('Rate when your deposit is confirmed', 'По курсу в момент подтверждения'),
                },
                {
                  value: 'FIXED',
                  label: say('Fixed for 20 min', 'Фиксированный на 20 минут'),
                  detail: say('3,483.90 USDT, whatever happens', '3 483,90 USDT, что бы ни случилось'),
                },
              ]}
            />
            <Field
              label={say('Your USDT address on TRON', 'Ваш адрес USDT в сети TRON')}
              ok={say('Valid TRON address', 'Адрес TRON')}
            >
              {(control) => (
                <AddressInput
                  {...control}
                  value={address}
                  onChange={setAddress}
                  trailing={
                    <>
                      <IconButton label={say('Paste', 'Вставить')} icon={<PasteIcon />} />
                      <IconButton label={say('Scan QR', 'Сканировать QR')} icon={<ScanIcon />} />
                    </>
                  }
                />
              )}
            </Field>
            <Calculation
              unit="USDT"
              lines={[
                {
                  id: 'worth',
                  term: say('0.05 BTC × 70,352.55', '0,05 BTC × 70 352,55'),
                  note: say('market price', 'рыночная цена'),
                  amount: say('3,517.627500', '3 517,627500'),
                },
                {
                  id: 'service',
                  kind: 'less',
                  term: say('Service fee, 0.5 %', 'Комиссия сервиса, 0,5 %'),
                  amount: say('17.588138', '17,588138'),
                },
                { id: 'network', kind: 'less', term: say('Network fees', 'Комиссии сетей'), amount: say('1.911858', '1,911858') },
                {
                  id: 'total',
                  kind: 'sum',
                  term: say('You receive about', 'Вы получите около'),
                  amount: say('3,498.127504', '3 498,127504'),
                },
              ]}
            />
            <Checkbox checked={agreed} onChange={setAgreed}>
              {say('I agree to the ', 'Я принимаю ')}
              <a href="?page=states">{say('terms', 'условия')}</a>
              {say('; a person may look at a payout.', '; выплату может проверить сотрудник.')}
            </Checkbox>
            <StickyAction>
              <Button variant="primary" size="large" wide>
                {say('Exchange 0.05 BTC', 'Обменять 0,05 BTC')}
              </Button>
            </StickyAction>
          </div>
        </Card>
        <div className={styles['stack']}>
          <Card padding="none" aria-label={say('Rate', 'Курс')}>
            <div className={styles['rate']}>
              <Figure
                label={say('1 BTC in USDT', '1 BTC в USDT')}
                value={say('70,412.55', '70 412,55')}
                change={{ text: say('+1.84 % today', '+1,84 % за день'), tone: 'good' }}
              />
            </div>
            <AreaChart
              fractions={FRACTIONS}
              label={say('Rate over 24 hours, up', 'Курс за 24 часа, рост')}
              high="70,420"
              low="68,910"
              axis={['12:00', '18:00', '00:00', '06:00', say('now', 'сейчас')]}
            />
          </Card>
          <Card title={say('What happens next', 'Что будет дальше')}>
            <StepList
              steps={[
                {
                  id: 'send',
                  title: say('You send 0.05 BTC', 'Вы отправляете 0,05 BTC'),
                  detail: say('to an address created only for this order', 'на адрес, созданный только для этой заявки'),
                  time: say('24 h to pay', '24 ч на оплату'),
                },
                {
                  id: 'confirm',
                  title: say('Bitcoin confirms it', 'Сеть Bitcoin подтверждает'),
                  detail: say('2 confirmations', '2 подтверждения'),
                  time: say('≈ 20 min', '≈ 20 мин'),
                },
                {
                  id: 'receive',
                  title: say('You receive ≈ 3,498 USDT', 'Вы получаете ≈ 3 498 USDT'),
                  detail: say(
                    'directly to your address, with a link to the transaction',
                    'сразу на ваш адрес, со ссылкой-доказательством',
                  ),
                  time: say('≈ 1 min', '≈ 1 мин'),
                },
              ]}
            />
          </Card>
        </div>
      </div>
      <div className={styles['two']}>
        <section>
          <h2>{say('BTC to USDT, by amount', 'BTC на USDT по суммам')}</h2>
          <DataTable
            caption={say('BTC to USDT, by amount', 'BTC на USDT по суммам')}
            rowKey={(row) => row.amount}
            rows={[
              { amount: '0.01 BTC', floating: '697.92', fixed: '695.08' },
              { amount: '0.1 BTC', floating: '7,000.86', fixed: '6,972.38' },
              { amount: '1 BTC', floating: '70,032.44', fixed: '69,747.63' },
            ]}
            columns={[
              { id: 'amount', heading: say('You send', 'Вы отправляете'), cell: (row) => row.amount },
              { id: 'floating', heading: say('Floating', 'Плавающий'), cell: (row) => row.floating },
              { id: 'fixed', heading: say('Fixed', 'Фиксированный'), cell: (row) => row.fixed },
            ]}
          />
        </section>
        <section>
          <h2>{say('As cards on telephones', 'Карточки на телефоне')}</h2>
          <DataTable
            cards
            caption={say('Recent exchanges', 'Последние обмены')}
            rowKey={(row) => row.from}
            rows={[
              {
                from: '1.2 ETH',
                to: '0.0611 BTC',
                mode: say('Fixed', 'Фиксированный'),
                when: say('12 s ago', '12 секунд назад'),
              },
              { from: '540 USDT', to: '3.31 SOL', mode: say('Floating', 'Плавающий'), when: say('40 s ago', '40 секунд назад') },
            ]}
            columns={[
              { id: 'from', heading: say('From', 'Отдали'), cell: (row) => row.from },
              { id: 'to', heading: say('To', 'Получили'), cell: (row) => row.to },
              { id: 'mode', heading: say('Rate', 'Курс'), cell: (row) => row.mode },
              { id: 'when', heading: say('When', 'Когда'), cell: (row) => row.when },
            ]}
          />
        </section>
      </div>
    </>
  );
}
