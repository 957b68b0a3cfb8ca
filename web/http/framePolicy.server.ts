/** A shell of pages: the paths that begin with `prefix`. */
interface Shell {
  /** Starts and ends with a slash */
  prefix: string;
  /** The sites that may show its pages in a frame, as sources of a CSP. Empty: none */
  framedBy: readonly string[];
}

const SHELLS: readonly Shell[] = [{ prefix: '/', framedBy: [] }];

export interface FramePolicy {
  /** The CSP directive */
  frameAncestors: string;
  /** X-Frame-Options of browsers without that directive. It can't name sites, so it is left out where a site is allowed. */
  headers: { 'x-frame-options'?: 'DENY' };
}

/** Returns who may show the page at a path in a frame. The shell with the longest prefix decides. */
export function framePolicy(path: string, shells: readonly Shell[] = SHELLS): FramePolicy {
  const [shell] = shells
    .filter(({ prefix }) => `${path}/`.startsWith(prefix))
    .toSorted((one, other) => other.prefix.length - one.prefix.length);
  const sites = shell?.framedBy ?? [];
  if (sites.length === 0) return { frameAncestors: "frame-ancestors 'none'", headers: { 'x-frame-options': 'DENY' } };
  return { frameAncestors: `frame-ancestors ${sites.join(' ')}`, headers: {} };
}
