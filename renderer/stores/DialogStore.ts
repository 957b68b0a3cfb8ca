import { makeAutoObservable } from 'mobx';
import type { SecondFactorChallengeOutput } from '../../contract/api/secondFactor.ts';
import type { OrderPass } from './deviceOrders/orderPass.ts';

/** All dialogs with their data. One dialog is open at a time. */
export interface Dialogs {
  selector: { side: 'send' | 'receive' };
  emailConfirmation: Record<string, never>;
  pairNotSupported: Record<string, never>;
  rateChanged: Record<string, never>;
  terms: Record<string, never>;
  orderPass: OrderPass & { createdAt: string; exchange: string };
  /** Scans a QR code. `onText` is called with its content, after the dialog closed. */
  scan: { onText: (text: string) => void };
  /**
   * Login, register and what follows. Afterwards the customer goes to `wantedPath` (without locale), or stays. `secondFactor`: the shell has
   * done the first step of a login. `isForCard`: a card purchase needs the account. With `onSignedIn`, somebody who is signed in signs in to another account, and creates none: it is
   * called with the password, if nothing else has proved who it is, before the dialog closes.
   */
  signIn: {
    view: 'login' | 'register';
    wantedPath: string | null;
    isForCard?: boolean;
    secondFactor?: SecondFactorChallengeOutput;
    onSignedIn?: (password?: string) => Promise<void>;
  };
  /** Language, theme and account, where the shell has no place for them on the page. */
  settings: Record<string, never>;
  /** Deletes one order, or all without a number. With `off`, later orders are not stored either. */
  forgetOrders: { orderId?: string; off?: boolean };
}
export type OpenDialog = { [Name in keyof Dialogs]: { name: Name; data: Dialogs[Name] } }[keyof Dialogs];

export class DialogStore {
  current: OpenDialog | null = null;
  /** The side for which the closed coin selector is rendered in advance. */
  preparedSide: Dialogs['selector']['side'] | null = null;

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  open(dialog: OpenDialog): void {
    this.current = dialog;
  }

  prepareSelector(side: Dialogs['selector']['side']): void {
    this.preparedSide = side;
  }

  close(): void {
    this.current = null;
  }
}
