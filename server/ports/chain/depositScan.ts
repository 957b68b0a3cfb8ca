import { isPositive } from '../../../contract/money.ts';
import { agreedTransfers, type NodeView } from './agreement.ts';
import { createAgreementKeeper, type AgreementKeeper } from './agreementKeeper.ts';
import type { ChainGateway } from './chainGateway.ts';
import type { NodeQuorum } from './nodeQuorum.ts';

type IncomingRequest = Parameters<ChainGateway['incoming']>[0];

/** The transfers that one node shows. */
export interface ReadBlocks extends NodeView {
  /** Time of the newest block, in ms since 1970 */
  readUntil: number;
  /** Whether it lacks data of these blocks, as far as it can tell. Default: whether it has `isBlindTo` */
  isBlind?: boolean;
}

/** The newest block that enough nodes have. `solid`: the newest one that can't be removed, on networks that have such blocks. */
interface Head {
  head: number;
  solid?: number;
}

/** Returns transfers to `watched` in blocks `from` to `to` (at least one block), with confirmations at the head. */
export type FindDeposits<View extends Head> = (
  watched: readonly string[],
  from: number,
  to: number,
  view: View,
) => Promise<ReadBlocks>;

interface DepositScanOptions<Node, View extends Head & { nodes: readonly Node[] }> {
  nodes: Pick<NodeQuorum<Node>, 'answers'> & { atHead(): Promise<View> };
  /** `isPast`: for a read of past blocks, which must not disturb the regular scan. */
  finderOf(node: Node, isPast: boolean): FindDeposits<View>;
  /** Turns every failure of a node into the port's own error. */
  ask<Result>(work: () => Promise<Result>): Promise<Result>;
  agreement: AgreementKeeper;
  now: () => number;
}

/** Maximum number of blocks per read while catching up. */
const MAX_BLOCKS = 200;
/** The first scan may start some blocks after the first deposit. */
const FIRST_SCAN_BLOCKS = 50;

/** Returns the `incoming` of a network whose nodes are compared block by block. The cursor is the height of a block. */
export function createDepositScan<Node, View extends Head & { nodes: readonly Node[] }>(
  options: DepositScanOptions<Node, View>,
): ChainGateway['incoming'] {
  const { nodes, finderOf, ask, agreement, now } = options;

  /**
   * Returns the agreement state that a read affects. Any customer can trigger a read of an old block (`through`), as often as they
   * like. Such a read must neither close the network nor hide that the regular scan fails.
   */
  const agreementOn = ({ through }: IncomingRequest): AgreementKeeper =>
    through === undefined ? agreement : createAgreementKeeper(now);

  async function scan(input: IncomingRequest): ReturnType<ChainGateway['incoming']> {
    const view = await nodes.atHead();
    const { head, solid = head } = view;
    const firstBlock = Math.max(0, head - input.untilConfirmations - FIRST_SCAN_BLOCKS);
    const reported = input.cursor === null ? firstBlock - 1 : Number(input.cursor);
    if (!Number.isSafeInteger(reported)) throw new RangeError('the cursor is not one of ours');
    const final = Math.min(solid, head - input.untilConfirmations + 1);
    // Without watched addresses there is nothing to read. The cursor advances, so that the next scan starts at the head.
    if (input.watched.length === 0) return { transfers: [], cursor: String(Math.max(reported, final - 1)) };
    const to = Math.min(head, input.through ?? head, reported + MAX_BLOCKS + input.untilConfirmations);
    // At least one block is read, for its time.
    const from = Math.min(reported + 1, to);
    const views = await nodes.answers(view.nodes, (one) =>
      finderOf(one, input.through !== undefined)(input.watched, from, to, view),
    );
    const { agreed, contradiction } = agreedTransfers(views, final);
    if (contradiction !== null) throw agreementOn(input).contradicted(contradiction);
    agreementOn(input).reached();
    // The result contains everything up to this block with all its confirmations.
    const cursor = String(Math.max(reported, Math.min(to, final)));
    const isBlind = views.some((one) => one.isBlind ?? one.isBlindTo !== undefined);
    // A node that was offline answers before it has caught up.
    const readUntil = Math.min(...views.map((one) => one.readUntil));
    return { transfers: agreed.filter(({ amount }) => isPositive(amount)), cursor, readUntil, ...(isBlind && { isBlind }) };
  }

  return async (input) => await ask(() => scan(input)).catch(agreementOn(input).failed);
}
