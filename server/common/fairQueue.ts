import { clientGroups, fullGroup, isOfGroup } from '../../contract/clientGroup.ts';
import { tooManyRequests, type ApiError } from '../../contract/errors.ts';

/** More are refused, so that what waits needs bounded memory. */
const MOST_WAITING = 16;
/** Of an IPv4 address or a /64, also the one whose work runs; a /48 has ten times as many (D81). */
const PLACES_OF_GROUP = 2;
const RETRY_SECONDS = 10;
const FORGET_TURNS_MS = 3_600_000;

/** Who wants a turn */
export interface Applicant {
  /** Has one place at a time */
  place: string;
  customer: string;
  /** The IP address */
  client: string;
}

/** Work that customers share, one piece at a time. The client group, then the customer, that had the fewest turns in this hour is next (D82). */
export interface FairQueue {
  /**
   * Runs `work` when it is the applicant's turn. A client group has at most two places, and all together 16. Where there is none, who had
   * more turns gives up a place that waits.
   *
   * @throws ERR_TOO_MANY_REQUESTS without a place; also what `work` throws
   */
  run<Result>(applicant: Applicant, work: () => Promise<Result>): Promise<Result>;
}

interface Waiting extends Applicant {
  start: () => void;
  refuse: (error: ApiError) => void;
}

/** `busy`: the English message of the refusal */
export function createFairQueue(busy: string): FairQueue {
  const turns = new Map<string, number>();
  let countedSince = performance.now();
  /** In the order of arrival */
  let waiting: Waiting[] = [];
  let running: Applicant | null = null;
  const refusal = (): ApiError => tooManyRequests(busy, RETRY_SECONDS);

  const turnsOfGroup = ({ client }: Applicant): number =>
    Math.max(...clientGroups(client).map(({ group, factor }) => (turns.get(group) ?? 0) / factor));
  const turnsOf = ({ customer }: Applicant): number => turns.get(`customer ${customer}`) ?? 0;
  const compare = (one: Applicant, other: Applicant): number =>
    turnsOfGroup(one) - turnsOfGroup(other) || turnsOf(one) - turnsOf(other);

  /** Returns those who wait where there is no place for the applicant; null: there is one. */
  const crowdOf = (applicant: Applicant): readonly Waiting[] | null => {
    const membersOf = (group: string): Waiting[] => waiting.filter(({ client }) => isOfGroup(client, group));
    const full = fullGroup(
      applicant.client,
      PLACES_OF_GROUP,
      (group) => membersOf(group).length + (running && isOfGroup(running.client, group) ? 1 : 0),
    );
    if (full) return membersOf(full.group);
    return waiting.length >= MOST_WAITING ? waiting : null;
  };
  const admit = (applicant: Applicant): void => {
    if ([running, ...waiting].some((one) => one?.place === applicant.place)) throw refusal();
    const crowd = crowdOf(applicant);
    if (crowd === null) return;
    const last = crowd.toSorted(compare).at(-1);
    if (last === undefined || compare(last, applicant) <= 0) throw refusal();
    waiting = waiting.filter((one) => one !== last);
    last.refuse(refusal());
  };
  const count = (applicant: Applicant): void => {
    if (performance.now() - countedSince >= FORGET_TURNS_MS) {
      turns.clear();
      countedSince = performance.now();
    }
    for (const key of [...clientGroups(applicant.client).map(({ group }) => group), `customer ${applicant.customer}`]) {
      turns.set(key, (turns.get(key) ?? 0) + 1);
    }
  };
  const startNext = (): void => {
    const [next] = running === null ? waiting.toSorted(compare) : [];
    if (next === undefined) return;
    waiting = waiting.filter((one) => one !== next);
    running = next;
    count(next);
    next.start();
  };

  return {
    run: async (applicant, work) => {
      admit(applicant);
      await new Promise<void>((start, refuse) => {
        waiting.push({ ...applicant, start, refuse });
        startNext();
      });
      try {
        return await work();
      } finally {
        running = null;
        startNext();
      }
    },
  };
}
