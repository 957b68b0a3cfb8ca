import { ConcurrentUpdateError } from '../common/retryOnConflict.ts';
import type { Executor } from './database.ts';

/** A row whose status follows a table of transitions. `version` is its optimistic lock: every write raises it. */
export interface AggregateRow<Status extends string> {
  readonly id: string;
  readonly version: number;
  readonly status: Status;
}

/** An entry of an aggregate's event log. `sequence` is version × 10 + index, so that a transition can't write its events twice. */
export interface LoggedEvent<Event extends string> {
  sequence: number;
  kind: Event;
  created_at: number;
}

export interface AggregateDefinition<Status extends string, Transition extends string, Event extends string, Row, Changes> {
  /** Returns the entry of the table of transitions; null if the status has no such transition */
  transitionFrom(status: Status, transition: Transition): { to: Status; events: readonly Event[] } | null;
  /** Writes status and changes if the row still has its version, and raises it. Returns the updated row; undefined if it has changed */
  update(executor: Executor, row: Row, status: Status, changes: Changes | undefined): Promise<Row | undefined>;
  /** Appends to the event log of the row */
  insertEvents(executor: Executor, row: Row, events: readonly LoggedEvent<Event>[]): Promise<void>;
}

/** The table has no such transition: a bug in this code, never a customer's mistake. */
export class InvalidTransitionError extends Error {
  override readonly name = 'InvalidTransitionError';
}

/** Creates the only writer of an aggregate's status. The caller adds what belongs to a transition in the same transaction. */
export function createStateMachine<
  Status extends string,
  Transition extends string,
  Event extends string,
  Row extends AggregateRow<Status>,
  Changes,
>({ transitionFrom, update, insertEvents }: AggregateDefinition<Status, Transition, Event, Row, Changes>) {
  const write = async (executor: Executor, row: Row, status: Status, changes?: Changes): Promise<Row> => {
    const updated = await update(executor, row, status, changes);
    if (!updated) throw new ConcurrentUpdateError(row.id);
    return updated;
  };
  return {
    /**
     * Applies a transition and returns the updated row. Writes the status, `changes`, the events of the transition and
     * `furtherEvents` in one conditional update.
     *
     * @throws ConcurrentUpdateError when the row has changed since it was read
     * @throws InvalidTransitionError when the row's status does not have this transition
     */
    applyTransition: async (
      executor: Executor,
      row: Row,
      transition: Transition,
      now: number,
      changes?: Changes,
      furtherEvents: readonly Event[] = [],
    ): Promise<Row> => {
      const target = transitionFrom(row.status, transition);
      if (!target) throw new InvalidTransitionError(`${row.status} has no transition ${transition}`);
      const updated = await write(executor, row, target.to, changes);
      const kinds = [...target.events, ...furtherEvents];
      const events = kinds.map((kind, index) => ({ sequence: updated.version * 10 + index, kind, created_at: now }));
      await insertEvents(executor, updated, events);
      return updated;
    },
    /** Updates fields without a transition and returns the updated row. Throws ConcurrentUpdateError as above. */
    amend: async (executor: Executor, row: Row, changes: Changes): Promise<Row> =>
      await write(executor, row, row.status, changes),
  };
}
