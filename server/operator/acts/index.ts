import type { Act, Plan, Refusal } from './act.ts';
import { bookActs } from './books.ts';
import { customerActs } from './customers.ts';
import { depositActs } from './deposits.ts';
import { hedgingActs } from './hedging.ts';
import { identityActs } from './identity.ts';
import { transferActs } from './loseTransfer.ts';
import { noteActs } from './notes.ts';
import { openActs } from './openNetworks.ts';
import { noticeActs } from './notices.ts';
import { operatorActs } from './operators.ts';
import { partnerActs } from './partners.ts';
import { recoveryActs } from './recovery.ts';
import { rowActs } from './repairRows.ts';
import { restoreActs } from './restoreOrder.ts';
import { refundActs } from './refund.ts';
import { sendActs } from './sends.ts';
import { settingActs } from './settings.ts';
import { spendActs } from './spend.ts';
import { switchActs } from './switches.ts';
import { thresholdActs } from './thresholds.ts';
import { treasuryActs } from './treasury.ts';

/** Every act of an operator, by the name that commands and the audit use. */
export const ACTS = {
  ...sendActs,
  ...refundActs,
  ...depositActs,
  ...treasuryActs,
  ...thresholdActs,
  ...recoveryActs,
  ...openActs,
  ...restoreActs,
  ...spendActs,
  ...bookActs,
  ...switchActs,
  ...hedgingActs,
  ...transferActs,
  ...noticeActs,
  ...settingActs,
  ...customerActs,
  ...identityActs,
  ...operatorActs,
  ...noteActs,
  ...partnerActs,
  ...rowActs,
} satisfies Record<string, Act>;

export type ActName = keyof typeof ACTS;

/** What an act's `plan` returns. */
export type OutcomeOf<Name extends ActName> = Awaited<ReturnType<(typeof ACTS)[Name]['plan']>>;
export type PlanOf<Name extends ActName> = Exclude<OutcomeOf<Name>, Refusal>;
export type RefusalOf<Name extends ActName> = Extract<OutcomeOf<Name>, Refusal>;
export type EffectOf<Name extends ActName> = PlanOf<Name> extends Plan<infer Effect, unknown> ? Effect : never;
/** What follows the act's transaction; null where nothing does */
export type ResultOf<Name extends ActName> = PlanOf<Name> extends { after(): Promise<infer Result> } ? Result : null;
