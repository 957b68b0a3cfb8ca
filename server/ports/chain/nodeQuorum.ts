import { ChainUnavailableError } from './chainGateway.ts';

interface QuorumOptions<Node> {
  each: readonly Node[];
  /** How many nodes must agree. */
  agreeing: number;
  heightOf(node: Node): Promise<number>;
  /** Returns an error in words, without addresses. */
  describe(error: unknown): string;
}

/** Several nodes of a network, of which some must agree. */
export interface NodeQuorum<Node> {
  /**
   * Returns the newest block that enough nodes have, and the nodes that have it. So the host waits for a lagging node.
   * Throws ChainUnavailableError when too few nodes answer.
   */
  atHead(): Promise<{ head: number; nodes: readonly Node[] }>;
  /**
   * Returns the answers of those of `synced` that answer. Throws the error of one of them when fewer answer than must agree.
   */
  answers<Answer>(synced: readonly Node[], ask: (node: Node) => Promise<Answer>): Promise<Answer[]>;
}

export function createNodeQuorum<Node>({ each, agreeing, heightOf, describe }: QuorumOptions<Node>): NodeQuorum<Node> {
  return {
    async atHead() {
      const answers = await Promise.allSettled(each.map(heightOf));
      const heights = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      const head = heights.toSorted((left, right) => right - left)[agreeing - 1];
      if (head === undefined) {
        const failure = answers.find((answer) => answer.status === 'rejected');
        throw new ChainUnavailableError(
          `${heights.length} of ${each.length} nodes answer, ${agreeing} are needed: ${describe(failure?.reason)}`,
        );
      }
      const hasHead = (position: number): boolean => {
        const answer = answers[position];
        return answer?.status === 'fulfilled' && answer.value >= head;
      };
      return { head, nodes: each.filter((_node, position) => hasHead(position)) };
    },
    async answers(synced, ask) {
      const settled = await Promise.allSettled(synced.map(ask));
      const answered = settled.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      const failure = settled.find((answer) => answer.status === 'rejected');
      if (failure && answered.length < agreeing) throw failure.reason;
      return answered;
    },
  };
}

/** Returns the hosts of nodes, without paths. A host of several nodes is counted: `node.example #2`. */
export function nodeNames(urls: readonly string[]): string[] {
  const hosts = urls.map((url) => new URL(url).host);
  return hosts.map((host, position) => {
    const before = hosts.slice(0, position).filter((one) => one === host).length;
    return before === 0 ? host : `${host} #${before + 1}`;
  });
}
