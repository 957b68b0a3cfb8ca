import type { Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { findForeignKind } from '../db/repositories/outbox.ts';
import type { OutboxKind, OutboxRow } from '../db/tables/payments.ts';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import type { DueSweep } from './sweeps/dueSweep.ts';

/** How payments treat the sends of one kind. */
export interface PaymentKind {
  /**
   * The USD price that the caps use. CURRENT: a payment at today's market waits for a current price. LAST: a payment of what is the
   * customer's already never waits for the market (docs/decisions/019-old-prices.md).
   */
  readonly capPrice: 'CURRENT' | 'LAST';
  /** The state of a send that failed for good. FAILED: an operator can retry it. CANCELLED: the owner returns the money. */
  readonly afterFailure: 'FAILED' | 'CANCELLED';
}

/** A check of what a send pays for, such as the deposit behind a payout, or of what it costs. It may ask a network. */
export interface BackingCheck {
  /** How much work the check is. Small checks run first. */
  readonly size: number;
  /** UNCHECKED: time ran out, repeat it later. `refused`: the send must not leave, for this reason. Throws what gateways throw. */
  run(): Promise<'BACKED' | 'UNCHECKED' | { refused: string }>;
}

/**
 * What payments belong to: a domain that pays customers through the outbox. Payments know nothing else about it. Each method gets
 * only sends of the owner's kinds.
 */
export interface PaymentOwner {
  readonly kinds: Readonly<Partial<Record<OutboxKind, PaymentKind>>>;
  /** Returns, by id, the sends of a network that differ from what this host signed, with the difference. They are refused. */
  verifySigned(gateway: ChainGateway, sends: readonly OutboxRow[]): Promise<ReadonlyMap<string, string>>;
  /** Returns, by id, the checks that must pass before a send leaves. A send without an entry needs none. */
  listBackingChecks?(sends: readonly OutboxRow[]): Promise<ReadonlyMap<string, BackingCheck>>;
  /** Returns how much of the treasury's balance is promised until it has left, in the instrument. */
  reservedIn(executor: Executor, instrument: string): Promise<Decimal>;
  /** Returns how much of the treasury's balance belongs to customers and is not promised to anybody yet, in the instrument. */
  undecidedIn(executor: Executor, instrument: string): Promise<Decimal>;
  /** Runs in the transaction that books a confirmed send. */
  onConfirmed(transaction: Executor, send: OutboxRow): Promise<void>;
  /** Runs in the transaction that stores a permanent failure, after its fee was booked. */
  onFailed(transaction: Executor, send: OutboxRow): Promise<void>;
  /** Called after a send to a customer was stored as REFUSED or FAILED: the owner may pay it otherwise. Throws what gateways throw. */
  onRefused?(gateway: ChainGateway, send: OutboxRow, error: unknown): Promise<void>;
  /** Runs in the transaction that marks due sends which an operator has stopped. */
  onStopped?(transaction: Executor, sends: readonly OutboxRow[]): Promise<void>;
  /** Returns some of the owner's deposit addresses on a network whose sweep is due. */
  listDueSweeps?(networkSlug: string): Promise<DueSweep[]>;
}

/** The registered owners. */
export interface PaymentOwners {
  /** Throws when one of its kinds has an owner. */
  register(owner: PaymentOwner): void;
  all(): readonly PaymentOwner[];
  /** Throws when nobody registered the kind: `assertOwned` has excluded that at start. */
  of(kind: OutboxKind): { owner: PaymentOwner; kind: PaymentKind };
  /** Returns the sends of each owner. */
  group(sends: readonly OutboxRow[]): { owner: PaymentOwner; sends: OutboxRow[] }[];
  /**
   * Checks that every stored send has an owner. The host must not start otherwise: nobody would verify the sends of another kind.
   *
   * @throws UnownedPaymentError
   */
  assertOwned(executor: Executor): Promise<void>;
}

/** A send has a kind that no part of this host has registered. */
export class UnownedPaymentError extends Error {
  override readonly name = 'UnownedPaymentError';
}

export function createPaymentOwners(): PaymentOwners {
  const owners: PaymentOwner[] = [];
  const byKind = new Map<string, { owner: PaymentOwner; kind: PaymentKind }>();
  const of = (kind: OutboxKind): { owner: PaymentOwner; kind: PaymentKind } => {
    const found = byKind.get(kind);
    if (!found) throw new UnownedPaymentError(`No part of this host has registered payments of the kind ${kind}`);
    return found;
  };
  return {
    register: (owner) => {
      for (const [name, kind] of Object.entries(owner.kinds)) {
        if (byKind.has(name)) throw new Error(`Payments of the kind ${name} have two owners`);
        byKind.set(name, { owner, kind });
      }
      owners.push(owner);
    },
    all: () => owners,
    of,
    group: (sends) => [...Map.groupBy(sends, ({ kind }) => of(kind).owner)].map(([owner, own]) => ({ owner, sends: own })),
    assertOwned: async (executor) => {
      const foreign = await findForeignKind(executor, [...byKind.keys()]);
      if (foreign === undefined) return;
      throw new UnownedPaymentError(
        `The database has payments of the kind ${foreign}, which this version of the host does not know. ` +
          'Start the version that wrote them, or a newer one.',
      );
    },
  };
}
