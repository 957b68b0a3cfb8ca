import { startPasskeySignIn, startSignIn, startStepUp } from './challenges.ts';
import {
  addPasskey,
  describeSecondFactor,
  disableTotp,
  enableTotp,
  removePasskey,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
} from './changes.ts';
import type { SecondFactorContext } from './context.ts';
import { checkActionProof, checkForApp, readAction } from './actionProofs.ts';
import { verifySecondFactor } from './verifyProof.ts';

/** Authenticator apps, passkeys and recovery codes (D60). The functions that it binds document their errors. */
export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

export const createSecondFactorService = (context: SecondFactorContext) => ({
  startSignIn: startSignIn.bind(null, context),
  startPasskeySignIn: startPasskeySignIn.bind(null, context),
  startStepUp: startStepUp.bind(null, context),
  checkActionProof: checkActionProof.bind(null, context),
  readAction: readAction.bind(null, context),
  checkForApp: checkForApp.bind(null, context),
  verify: verifySecondFactor.bind(null, context),
  describe: describeSecondFactor.bind(null, context),
  startTotp: startTotp.bind(null, context),
  enableTotp: enableTotp.bind(null, context),
  disableTotp: disableTotp.bind(null, context),
  renewRecoveryCodes: renewRecoveryCodes.bind(null, context),
  startPasskey: startPasskey.bind(null, context),
  addPasskey: addPasskey.bind(null, context),
  removePasskey: removePasskey.bind(null, context),
});
