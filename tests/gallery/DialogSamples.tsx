import { useCallback, useMemo, useState } from 'react';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { CoinList, type CoinListSection } from '../../renderer/components/coins/CoinList.tsx';
import type { CoinRowView } from '../../renderer/components/coins/CoinRow.tsx';
import { Dialog } from '../../renderer/components/dialogs/Dialog.tsx';
import { EmptyState } from '../../renderer/components/feedback/EmptyState.tsx';
import { Field } from '../../renderer/components/fields/Field.tsx';
import { PageHeading } from '../../renderer/components/layout/PageHeading.tsx';
import { PreparedDialog } from '../../renderer/components/dialogs/PreparedDialog.tsx';
import { TextInput } from '../../renderer/components/fields/TextInput.tsx';
import { BITCOIN, NAMELESS, TETHER_BINANCE, TETHER_ETHEREUM, TETHER_TRON } from './coins.ts';
import { pick, type SampleProps } from './texts.ts';

const COINS = [TETHER_TRON, TETHER_ETHEREUM, BITCOIN, TETHER_BINANCE, NAMELESS];
const NETWORKS = ['TRON', 'Ethereum', 'Bitcoin', 'BNB Chain', 'Solana', 'TON', 'Polygon', 'Avalanche', 'Arbitrum'];
const IDS = Array.from({ length: 3_000 }, (_, index) => `coin${index}`);

export function SelectorSample({ language }: SampleProps) {
  const [open, setOpen] = useState(true);
  const [query, setQuery] = useState('');
  const [network, setNetwork] = useState<string | null>(null);
  const say = (english: string, russian: string): string => pick(english, russian)(language);
  const describe = useCallback(
    (id: string): CoinRowView => {
      const index = Number(id.slice(4));
      const coin = COINS[index % COINS.length] ?? BITCOIN;
      const place = pick(`on ${NETWORKS[index % 5]}`, `в сети ${NETWORKS[index % 5]}`)(language);
      return {
        logo: coin,
        ticker: coin.ticker,
        place,
        detail: index > 5 ? `${coin.networkTitle} · ${index}` : coin.networkTitle,
        aside: index % 4 === 3 ? undefined : pick('fee 1.90', 'комиссия 1,90')(language),
        asideDetail: index % 4 === 3 ? undefined : pick('≈ 1 min', '≈ 1 мин')(language),
        unavailableReason:
          index % 4 === 3
            ? pick('Network under maintenance', 'Сеть на обслуживании, обычно это занимает час или два')(language)
            : undefined,
      };
    },
    [language],
  );
  const sections = useMemo<CoinListSection[]>(() => {
    const matches = IDS.filter((id, index) => {
      const coin = COINS[index % COINS.length] ?? BITCOIN;
      const isWanted = coin.ticker.toLowerCase().includes(query.trim().toLowerCase());
      return isWanted && (network === null || NETWORKS[index % 5] === network) && id !== '';
    });
    return [
      { id: 'recent', title: pick('Recent', 'Недавние')(language), ids: matches.slice(0, 1) },
      { id: 'popular', title: pick('Popular', 'Популярные')(language), ids: matches.slice(1, 5) },
      { id: 'all', title: pick('All', 'Все')(language), ids: matches },
    ];
  }, [query, network, language]);
  return (
    <>
      <PageHeading title={say('Coin selector', 'Выбор монеты')} />
      <Button onClick={() => setOpen(true)}>{say('Choose a coin', 'Выбрать монету')}</Button>
      <PreparedDialog
        isOpen={open}
        title={say('You receive', 'Вы получаете')}
        closeLabel={say('Close', 'Закрыть')}
        onClose={() => setOpen(false)}
      >
        <CoinList
          sections={sections}
          describe={describe}
          selectedId="coin0"
          query={query}
          onQueryChange={setQuery}
          networks={{ networks: NETWORKS.map((title) => ({ id: title, title })), value: network, onChange: setNetwork }}
          onChoose={() => setOpen(false)}
          text={{
            search: say('Search coins', 'Поиск монет'),
            placeholder: say('Ticker, name or network', 'Тикер, название или сеть'),
            clear: say('Clear', 'Очистить'),
            list: say('Coins', 'Монеты'),
            networks: say('Networks', 'Сети'),
            allNetworks: say('All networks', 'Все сети'),
          }}
          status={say(`${sections[2]?.ids.length} matches`, `Найдено: ${sections[2]?.ids.length}`)}
          keys={say('Enter chooses, Esc closes', 'Enter — выбрать, Esc — закрыть')}
          empty={
            <EmptyState title={say('No coin is called that', 'Такой монеты нет')}>
              {say('Try a ticker, a name or a network.', 'Попробуйте тикер, название или сеть.')}
            </EmptyState>
          }
        />
      </PreparedDialog>
    </>
  );
}

export function DialogSample({ language }: SampleProps) {
  const [open, setOpen] = useState(true);
  const [email, setEmail] = useState('');
  const say = (english: string, russian: string): string => pick(english, russian)(language);
  return (
    <>
      <PageHeading title={say('Dialog', 'Диалог')} />
      <Button onClick={() => setOpen(true)}>{say('Open', 'Открыть')}</Button>
      {open && (
        <Dialog
          title={say('Where shall we write?', 'Куда вам написать?')}
          closeLabel={say('Close', 'Закрыть')}
          onClose={() => setOpen(false)}
          footer={
            <>
              <Button onClick={() => setOpen(false)}>{say('Not now', 'Не сейчас')}</Button>
              <Button variant="primary">{say('Confirm', 'Подтвердить')}</Button>
            </>
          }
        >
          <p className="secondary">
            {say(
              'We tell you when the deposit came and when your coins were sent.',
              'Сообщим, когда придёт депозит и когда монеты отправлены.',
            )}
          </p>
          <Field label={say('E-mail', 'Электронная почта')} hint={say('A plus sign is removed', 'Знак плюс убирается')}>
            {(control) => <TextInput {...control} data-autofocus type="email" value={email} onChange={setEmail} />}
          </Field>
        </Dialog>
      )}
    </>
  );
}
