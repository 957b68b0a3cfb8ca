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

/** A compiled message, as on our pages. The type allows only ids of our texts. */
const TITLE = { id: 'shell.skipToContent' as const, defaultMessage: [{ type: 0 as const, value: 'An empty page' }] };
/** The message has no translation, which react-intl would report as an error. */
const keepQuiet = () => undefined;

/** The smallest page of our libraries: one field, one store, one message, and an output that repeats the typed text. */
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
