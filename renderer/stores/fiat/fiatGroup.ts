import { reaction } from 'mobx';
import { exchangeGroup } from '../exchange/exchangeGroup.ts';
import { storeGroup } from '../storeGroup.ts';
import { cardTermsGroup } from './cardTermsGroup.ts';
import { PurchaseStore } from './PurchaseStore.ts';
import { VerificationStore } from './VerificationStore.ts';

/** The stores of the form in buy mode. */
export const fiatGroup = storeGroup((stores) => {
  const { platform, locale, session, dialogs, notifications, exchange, submission, cardTerms } = cardTermsGroup(
    exchangeGroup(stores),
  );
  const verification = new VerificationStore({
    platform,
    terms: () => cardTerms.terms,
    email: () => session.account?.email ?? null,
    locale: () => locale.code,
    returnPath: () => locale.path(`/exchange-${exchange.send}-${exchange.receive}`),
    isProvidersPage: cardTerms.isProvidersPage,
    notify: notifications.show,
    // The way back has no amount, so the form's draft must have it.
    onLeave: () => exchange.type('send', exchange.typedText),
  });
  const purchase = new PurchaseStore({
    exchange,
    submission,
    session,
    dialogs,
    terms: cardTerms,
    verification,
    locale: () => locale.code,
  });

  /** Runs while the form buys. Returns the function that stops it. */
  const startBuying = (): (() => void) => {
    const stops = [
      // What counts towards the threshold is the customer's.
      reaction(
        () => session.account?.userId,
        (userId) => {
          verification.reset();
          void cardTerms.load();
          if (userId !== undefined) void verification.resume();
        },
      ),
      verification.stop,
    ];
    if (cardTerms.terms === null || session.isSignedIn) void cardTerms.load();
    if (session.isSignedIn) void verification.resume();
    return () => stops.forEach((stop) => stop());
  };
  return { verification, purchase, startBuying };
});
