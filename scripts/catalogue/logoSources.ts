import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Larger drawings cost a selector row more than a monogram looks worse. Bytes. */
const LARGEST_LOGO = 6_000;

const WEB3ICONS = join(dirname(fileURLToPath(import.meta.resolve('@web3icons/core'))), 'svgs');
const CRYPTOCURRENCY_ICONS = join(dirname(fileURLToPath(import.meta.resolve('cryptocurrency-icons/package.json'))), 'svg/color');

/** File name → the picture's place where it does not go by the coin's ticker. */
const SAME_PICTURE: Readonly<Record<string, string>> = {
  'network-base.svg': 'networks/branded/base',
  'ton.svg': 'networks/background/ton',
  'usdce.svg': 'tokens/background/USDC',
  'inj.svg': 'networks/background/injective',
  's.svg': 'networks/background/sonic',
  'mon.svg': 'networks/background/monad',
  'xdai.svg': 'networks/background/gnosis',
  'kaia.svg': 'networks/background/kaia',
  'zk.svg': 'networks/background/zksync',
  'wld.svg': 'networks/background/world',
  'okb.svg': 'networks/background/okex',
  'render.svg': 'tokens/background/RNDR',
  'weth.svg': 'tokens/background/ETH',
  'pol.svg': 'networks/background/polygon',
};

/** Pictures under these names are other coins' (Jupiter Project, Skycoin, Plearn, Gelato …): a monogram tells no lie. */
const OTHER_COINS = new Set(['jup.svg', 'sky.svg', 'gmt.svg', 'pln.svg', 'gel.svg']);

/** The SVG inside one of the package's modules, each of which exports a single string; the rest of the package stays unread. */
function readModule(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const literal = /'(<svg[\s\S]*<\/svg>)\\n'/.exec(readFileSync(path, 'utf8'))?.[1];
  return literal
    ?.replaceAll(/\\n\s*/g, '')
    .replaceAll("\\'", "'")
    .replace(' class="web3icons"', '');
}

function readSvg(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  return readFileSync(path, 'utf8').trim();
}

/**
 * The picture behind a logo's file name (`btc.svg`, `network-tron.svg`): @web3icons/core (MIT), gaps from
 * cryptocurrency-icons (CC0). undefined where neither has one of at most 6 kB: a monogram is drawn then.
 */
export function readLogo(fileName: string): string | undefined {
  if (OTHER_COINS.has(fileName)) return undefined;
  const name = fileName.replace(/\.svg$/, '');
  const place =
    SAME_PICTURE[fileName] ??
    (name.startsWith('network-') ? `networks/background/${name.slice(8)}` : `tokens/background/${name.toUpperCase()}`);
  const candidates = [readModule(join(WEB3ICONS, `${place}.svg.js`)), readSvg(join(CRYPTOCURRENCY_ICONS, `${name}.svg`))];
  return candidates.find((svg) => svg !== undefined && Buffer.byteLength(svg) <= LARGEST_LOGO);
}
