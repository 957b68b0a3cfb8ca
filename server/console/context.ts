import type { OperatorScope } from '../../contract/accounts/operatorScopes.ts';
import type { Customer } from '../accounts/authentication.ts';
import type { SecondFactorClient } from '../accounts/secondFactor/context.ts';
import type { SecondFactorService } from '../accounts/secondFactor/secondFactorService.ts';
import type { Seals } from '../identity/seals.ts';
import type { OperatorContext } from '../operator/operatorContext.ts';

/** What the console's calls need from the host. */
export interface ConsoleContext extends OperatorContext {
  /** Opens the documents of customers */
  seals: Seals;
  proofs: Pick<SecondFactorService, 'startStepUp' | 'checkActionProof'>;
}

/** The operator of a request, whose scopes were read for it. */
export interface Operator {
  customer: Customer;
  scopes: readonly OperatorScope[];
  client: SecondFactorClient;
}
