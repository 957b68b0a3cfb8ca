import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { isMoney } from '../../../contract/fiat/money.ts';
import { splitLocale } from '../../../contract/paths/locales.ts';
import type { ExchangeStore } from '../../stores/exchange/ExchangeStore.ts';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import type { InstrumentStore } from '../../stores/InstrumentStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { useExchangeAddress } from './delivery/useExchangeAddress.ts';
import { ExchangeForm } from './ExchangeForm.tsx';
import { readPairPath } from './readOpening.ts';

type Pair = NonNullable<ReturnType<typeof readPairPath>>;

/** Beside a 404: the form, with the coin of a pair that is known, and which one is not. Nothing without an answer of the host. */
export const UnknownPageForm = observer(() => {
  const { exchange, instruments } = useStores(exchangeGroup);
  const pair = readPairPath(splitLocale(useLocation().pathname).path.slice(1).toLowerCase());
  const [strange, setStrange] = useState<readonly string[] | null>(null);
  const { send = '', receive = '' } = pair ?? {};
  useEffect(() => {
    let isGone = false;
    openNearest({ exchange, instruments }, { send, receive }).then(
      (found) => !isGone && setStrange(found),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [exchange, instruments, send, receive]);
  return strange && <Form strange={strange} />;
});

function Form({ strange }: { strange: readonly string[] }) {
  const { startExchange } = useStores(exchangeGroup);
  useExchangeAddress();
  useEffect(() => startExchange(), [startExchange]);
  return (
    <section>
      <h2>
        <FormattedMessage id="exchange.rightHere" />
      </h2>
      {strange.map((slug) => (
        <p key={slug}>
          <FormattedMessage
            id={isMoney(slug) ? 'exchange.strangeMoney' : 'exchange.strangeCoin'}
            values={{ coin: slug.toUpperCase() }}
          />
        </p>
      ))}
      <ExchangeForm />
    </section>
  );
}

/** Opens the form with the coin of the pair that the host knows, and one of its default pair. Returns the slugs that are no coins of it. */
async function openNearest(
  { exchange, instruments }: { exchange: ExchangeStore; instruments: InstrumentStore },
  pair: Pair,
): Promise<string[]> {
  await instruments.loadAll();
  const { from, to } = await instruments.loadDefaultPair();
  const isCoin = (slug: string): boolean => instruments.bySlug.has(slug) && !isMoney(slug);
  const send = isCoin(pair.send) ? pair.send : null;
  const receive = isCoin(pair.receive) && pair.receive !== send ? pair.receive : null;
  await exchange.open({
    send: send ?? (receive === from ? to : from),
    receive: receive ?? (send === to ? from : to),
    amount: null,
  });
  return [pair.send, pair.receive].filter((slug) => slug !== '' && !isCoin(slug));
}
