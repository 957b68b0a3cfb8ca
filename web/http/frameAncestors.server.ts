/** The pages whose paths begin with `prefix`, a path with a slash at both ends, and the sites that may show them in a frame. */
interface Shell {
  prefix: string;
  framedBy: readonly string[];
}

const SHELLS: readonly Shell[] = [{ prefix: '/', framedBy: [] }];

/** Returns the sites that may show the page at a path in a frame, as sources of a CSP. The longest prefix decides. */
export function frameAncestors(path: string, shells: readonly Shell[] = SHELLS): readonly string[] {
  const [shell] = shells
    .filter(({ prefix }) => `${path}/`.startsWith(prefix))
    .toSorted((one, other) => other.prefix.length - one.prefix.length);
  return shell?.framedBy ?? [];
}
