import type { ComponentType } from 'react';
import type { AppStores } from '../../stores/createAppStores.ts';
import type { Dialogs } from '../../stores/DialogStore.ts';

type Others = Omit<Dialogs, 'selector'>;
type Loaders = { [Name in keyof Others]: (stores: AppStores) => Promise<ComponentType<{ data: Others[Name]; isOpen: boolean }>> };

/** Dialogs by name, except the coin selector. The code of each is loaded on first use. */
export const DIALOGS: Loaders = {
  emailConfirmation: async () => (await import('../exchange/dialogs/EmailDialog.tsx')).EmailDialog,
  pairNotSupported: async () => (await import('../exchange/dialogs/PairNotSupportedDialog.tsx')).PairNotSupportedDialog,
  rateChanged: async () => (await import('../exchange/dialogs/RateChangedDialog.tsx')).RateChangedDialog,
  terms: async () => (await import('../exchange/dialogs/TermsDialog.tsx')).TermsDialog,
  orderPass: async () => (await import('../order/pass/PassDialog.tsx')).PassDialog,
  scan: async () => (await import('../scan/ScanDialog.tsx')).ScanDialog,
  signIn: async ({ locale }) => {
    const [{ SignInDialog }] = await Promise.all([import('../signIn/SignInDialog.tsx'), locale.use(locale.code, 'account')]);
    return SignInDialog;
  },
  settings: async ({ locale }) => {
    const [{ SettingsDialog }] = await Promise.all([
      import('../messenger/SettingsDialog.tsx'),
      locale.use(locale.code, 'account'),
    ]);
    return SettingsDialog;
  },
  forgetOrders: async () => (await import('../history/ForgetDialog.tsx')).ForgetDialog,
};
