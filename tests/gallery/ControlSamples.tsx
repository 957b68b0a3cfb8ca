import { useState } from 'react';
import { AddressInput } from '../../renderer/components/fields/AddressInput.tsx';
import { AmountInput } from '../../renderer/components/amounts/AmountInput.tsx';
import { AmountPanel } from '../../renderer/components/amounts/AmountPanel.tsx';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { Card } from '../../renderer/components/layout/Card.tsx';
import { Checkbox } from '../../renderer/components/fields/Checkbox.tsx';
import { CoinButton } from '../../renderer/components/coins/CoinButton.tsx';
import { CoinLogo } from '../../renderer/components/coins/CoinLogo.tsx';
import { Disclosure } from '../../renderer/components/layout/Disclosure.tsx';
import { Field } from '../../renderer/components/fields/Field.tsx';
import { FileField } from '../../renderer/components/fields/FileField.tsx';
import { LockIcon } from '../../renderer/components/icons/icons.tsx';
import { LinkButton } from '../../renderer/components/buttons/LinkButton.tsx';
import { PageHeading } from '../../renderer/components/layout/PageHeading.tsx';
import { BellIcon, MailIcon } from '../../renderer/components/icons/pageIcons.tsx';
import { RadioCards } from '../../renderer/components/fields/RadioCards.tsx';
import { TextInput } from '../../renderer/components/fields/TextInput.tsx';
import { BITCOIN, NAMELESS, TETHER_BINANCE, TETHER_ETHEREUM, TETHER_TRON } from './coins.ts';
import styles from './gallery.module.css';
import { nothing, pick, type SampleProps } from './texts.ts';

export function ControlSamples({ language }: SampleProps) {
  const [text, setText] = useState('');
  const [amounts, setAmounts] = useState(['', '1234567.12345678', '0.000000000000000001', '123456789012.123456789012']);
  const [ticked, setTicked] = useState(false);
  const [mode, setMode] = useState<'a' | 'b'>('a');
  const say = (english: string, russian: string): string => pick(english, russian)(language);
  return (
    <div className={styles['stack']}>
      <PageHeading title={say('Controls', 'Элементы управления')} />
      <Card title={say('Buttons', 'Кнопки')}>
        <div className={styles['row']}>
          {(['primary', 'quiet', 'text', 'danger'] as const).map((variant) => (
            <Button key={variant} variant={variant}>
              {say('Exchange', 'Обменять')}
            </Button>
          ))}
          <Button variant="primary" busy>
            {say('Exchange 0.05 BTC', 'Обменять 0,05 BTC')}
          </Button>
          <Button busy icon={<BellIcon />}>
            {say('Notify me', 'Сообщить мне')}
          </Button>
          <Button variant="primary" unavailableReason={say('The rate is being fetched again', 'Курс обновляется')}>
            {say('Waiting for the rate', 'Ждём курс')}
          </Button>
          <Button size="small" icon={<BellIcon />}>
            {say('Notify me', 'Сообщить мне')}
          </Button>
          <LinkButton href="?page=order" size="small" variant="primary">
            {say('To the order', 'К заявке')}
          </LinkButton>
        </div>
        <Button variant="primary" size="large" wide>
          {say(
            'Enter your USDT address on TRON, and the refund address too, please',
            'Введите ваш адрес USDT в сети TRON, а также адрес для возврата, пожалуйста',
          )}
        </Button>
      </Card>
      <Card className={styles['stack']} title={say('Amounts', 'Суммы')}>
        <div className={styles['amounts']}>
          {amounts.map((value, index) => (
            <AmountPanel
              key={index}
              label={say('You send', 'Вы отправляете')}
              inputId={`amount-${index}`}
              invalid={index === 1}
              aside={index === 1 ? say('At most 4.2 BTC', 'Не больше 4,2 BTC') : undefined}
              amount={
                <AmountInput
                  id={`amount-${index}`}
                  value={value}
                  pending={index === 0}
                  stale={index === 2}
                  prefix={index > 1 ? (index === 2 ? 'approximate' : 'locked') : null}
                  aria-invalid={index === 1 || undefined}
                  onChange={(next) => setAmounts(amounts.map((old, at) => (at === index ? next : old)))}
                  onRefusal={() => undefined}
                  format={{ language }}
                />
              }
              coin={
                <CoinButton
                  coin={[null, NAMELESS, TETHER_ETHEREUM, BITCOIN][index] ?? null}
                  label={say('Choose a coin', 'Выберите монету')}
                  placeholder={say('Choose a coin', 'Выберите монету')}
                  onClick={nothing}
                />
              }
            />
          ))}
        </div>
        <div className={styles['row']}>
          {[BITCOIN, TETHER_TRON, TETHER_ETHEREUM, TETHER_BINANCE, NAMELESS].map((coin, index) => (
            <CoinLogo key={index} {...coin} />
          ))}
          <CoinLogo size="large" ticker="IOTX" source="/nowhere.svg" />
          <CoinLogo size="large" {...TETHER_TRON} />
        </div>
      </Card>
      <Card className={styles['stack']} title={say('Fields', 'Поля')}>
        <Field
          label={say('E-mail', 'Электронная почта')}
          hint={say('A plus sign is removed', 'Знак плюс убирается')}
          labelAside={say('optional', 'по желанию')}
        >
          {(control) => (
            <TextInput
              {...control}
              type="email"
              value={text}
              onChange={setText}
              placeholder="you@example.com"
              leading={<MailIcon />}
            />
          )}
        </Field>
        <Field
          label={say('Refund address', 'Адрес для возврата')}
          error={say(
            'This is a TRON address, and the coin is on Bitcoin. Nothing sent there would arrive.',
            'Это адрес сети TRON, а монета в сети Bitcoin. Отправленное туда не дойдёт.',
          )}
        >
          {(control) => <AddressInput {...control} value="TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" onChange={nothing} />}
        </Field>
        <Field label={say('Order', 'Заявка')} ok={say('Found', 'Найдена')}>
          {(control) => <TextInput {...control} mono disabled value="7F3KQ9VD21XM" onChange={nothing} leading={<LockIcon />} />}
        </Field>
        <FileField
          label={say('Choose the file', 'Выбрать файл')}
          dropHint={say('or drop it here', 'или перетащите его сюда')}
          accept=".json"
          onText={nothing}
        />
        <Checkbox
          checked={ticked}
          onChange={setTicked}
          error={ticked ? null : say('Tick this to go on', 'Отметьте, чтобы продолжить')}
        >
          {say('I send without a memo', 'Отправляю без memo')}
        </Checkbox>
        <Checkbox checked onChange={nothing} disabled>
          {say('Always on', 'Всегда включено')}
        </Checkbox>
        <RadioCards
          legend={say('Rate', 'Курс')}
          legendVisible
          value={mode}
          onChange={setMode}
          options={[
            { value: 'a', label: say('Floating', 'Плавающий'), detail: say('≈ 3,498 USDT', '≈ 3 498 USDT') },
            {
              value: 'b',
              label: say('Fixed', 'Фиксированный'),
              icon: <LockIcon size="small" />,
              unavailableReason: say('Not offered for this pair', 'Для этой пары не предлагается'),
            },
          ]}
        />
      </Card>
      <Card title={say('Questions', 'Вопросы')}>
        <Disclosure summary={say('What if I send too much?', 'Что, если я отправлю слишком много?')} name="questions" open>
          {say('You choose: a new rate for all of it, or a refund.', 'Вы выбираете: новый курс на всю сумму или возврат.')}
        </Disclosure>
        <Disclosure summary={say('Do I need an account?', 'Нужна ли регистрация?')} name="questions">
          {say('No.', 'Нет.')}
        </Disclosure>
      </Card>
    </div>
  );
}
