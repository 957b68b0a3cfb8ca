import type { FreezeOutput, RestoreInput, RestoreOutput } from '../../../contract/schemas/accountFreeze.ts';
import type { Client } from '../context.ts';
import type { FreezeContext } from './context.ts';
import { freezeAccount } from './freezeAccount.ts';
import { freezeByMessenger, type FreezePress } from './freezeByMessenger.ts';
import { restoreAccount } from './restoreAccount.ts';

/** What the link in the mail, or the button in the message, about a change does (D70). The functions that it binds document their errors. */
export interface AccountFreeze {
  freeze(token: string, client: Client): Promise<FreezeOutput>;
  freezeByMessenger(press: FreezePress): Promise<number | null>;
  restore(input: RestoreInput, client: Client): Promise<RestoreOutput>;
}

export const createAccountFreeze = (context: FreezeContext): AccountFreeze => ({
  freeze: freezeAccount.bind(null, context),
  freezeByMessenger: freezeByMessenger.bind(null, context),
  restore: restoreAccount.bind(null, context),
});
