import { makeAutoObservable } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, IntlProvider } from 'react-intl';
import type { RouteObject } from 'react-router-dom';

class AmountStore {
  amount = '1';

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  type(amount: string): void {
    this.amount = amount;
  }
}

/** Compiled, as ours are; the ids are those of our texts, so one of them is borrowed. */
const TITLE = { id: 'shell.skipToContent' as const, defaultMessage: [{ type: 0 as const, value: 'An empty page' }] };
/** The text is the default one: there are no others. */
const keepQuiet = () => undefined;

/** The least that our stack can be: one field, one store, one message; what is typed is painted once more beside it. */
const FloorPage = observer(() => {
  const [store] = useState(() => new AmountStore());
  return (
    <main>
      <h1>
        <FormattedMessage {...TITLE} />
      </h1>
      <form>
        <input id="amount" aria-label="Amount" value={store.amount} onChange={(event) => store.type(event.target.value)} />
        <output id="echo">{store.amount}</output>
      </form>
    </main>
  );
});

export const routes: RouteObject[] = [
  {
    id: 'floor',
    path: '*',
    element: (
      <IntlProvider locale="en" onError={keepQuiet}>
        <FloorPage />
      </IntlProvider>
    ),
  },
];
