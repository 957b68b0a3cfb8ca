import { XMR_MIN_CONFIRMATIONS } from '../../contract/limits.ts';
import { isDecimal } from '../../contract/money.ts';
import { NETWORK_FAMILIES } from '../../contract/schemas/instruments.ts';
import type { CatalogueInstrument, Network } from './catalogue.ts';
import { isContractAddress } from './addresses/contracts.ts';

const SLUG = /^[a-z0-9]{1,32}$/;
const TICKER = /^[A-Za-z0-9.$_+-]{1,32}$/;
const FUNCTION = /^[A-Za-z_]\w*$/;
const LOGO = /^[a-z0-9-]+\.svg$/;

/** Throws an Error that starts with the name of the entry. */
function insist(holds: boolean, entry: string, complaint: string): asserts holds {
  if (!holds) throw new Error(`Catalogue: ${entry} ${complaint}`);
}

function insistUnique(values: readonly { name: string; key: string }[], what: string): void {
  const seen = new Map<string, string>();
  for (const { name, key } of values) {
    insist(!seen.has(key), name, `has the same ${what} as ${seen.get(key)}: ${key}`);
    seen.set(key, name);
  }
}

function checkNetwork(network: Network, instruments: ReadonlyMap<string, CatalogueInstrument>): void {
  const name = `network ${network.slug}`;
  insist(SLUG.test(network.slug), name, 'needs a slug of small letters and digits');
  insist(NETWORK_FAMILIES.includes(network.family), name, `is of an unknown family: ${network.family}`);
  insist(
    Number.isInteger(network.minConfirmations) && network.minConfirmations >= 0,
    name,
    'needs a whole number of confirmations',
  );
  insist(network.blockSeconds >= 0, name, 'needs a block time in seconds');
  insist(isDecimal(network.typicalFeeUsd), name, 'needs typicalFeeUsd as a decimal string');
  insist(network.family !== 'evm' || network.chainId !== null, name, 'is of the evm family and needs a chainId');
  insist(network.logo === null || LOGO.test(network.logo), name, 'has a logo that is no SVG file name');
  for (const template of [network.transactionExplorer, network.addressExplorer]) {
    insist(
      template === null || (template.startsWith('https://') && template.includes('{}')),
      name,
      'has an explorer without https:// or {}',
    );
  }
  const native = instruments.get(network.nativeInstrument);
  insist(native !== undefined, name, `pays its fees in ${network.nativeInstrument}, which is no instrument`);
  insist(native.network === network.slug, name, `pays its fees in ${native.slug}, which lives on ${native.network}`);
  if (network.family === 'monero') {
    insist(network.minConfirmations >= XMR_MIN_CONFIRMATIONS, name, `needs at least ${XMR_MIN_CONFIRMATIONS} confirmations (§9)`);
  }
}

function checkInstrument(instrument: CatalogueInstrument, network: Network): void {
  const name = `instrument ${instrument.slug}`;
  insist(SLUG.test(instrument.slug), name, 'needs a slug of small letters and digits');
  insist(TICKER.test(instrument.currencyTitle), name, `has a ticker that the wire refuses: ${instrument.currencyTitle}`);
  insist(instrument.currencyFriendlyTitle.length > 0, name, 'needs a name');
  insist((instrument.type === 'fiat') === (network.family === 'fiat'), name, 'is fiat and crypto at once');
  insist(
    Number.isInteger(instrument.decimals) && instrument.decimals >= 0 && instrument.decimals <= 30,
    name,
    'needs 0 to 30 decimals',
  );
  insist(
    Number.isInteger(instrument.precisionDecimals) && instrument.precisionDecimals >= 0,
    name,
    'needs a whole number of precisionDecimals',
  );
  insist(
    instrument.precisionDecimals <= Math.min(instrument.decimals, 18),
    name,
    `shows ${instrument.precisionDecimals} digits and has ${instrument.decimals}`,
  );
  insist(!instrument.requiresMemo || network.memoName !== null, name, `needs a memo, and ${network.slug} has none`);
  insist(
    (instrument.contractAddress === null) === (instrument.contractSource === null),
    name,
    'must name its contract and the contract’s source, or neither',
  );
  if (instrument.contractAddress !== null) {
    insist(
      isContractAddress(network, instrument.contractAddress),
      name,
      `has no ${network.slug} contract: ${instrument.contractAddress}`,
    );
  }
  checkTransferRules(instrument, name);
  insist(instrument.logo === null || LOGO.test(instrument.logo), name, 'has a logo that is no SVG file name');
  insist(
    instrument.bestChangeName.length > 0 && instrument.marketSymbol.length > 0,
    name,
    'needs bestChangeName and marketSymbol',
  );
}

function checkTransferRules({ contractAddress, transferRules: rules }: CatalogueInstrument, name: string): void {
  if (rules === undefined) return;
  insist(contractAddress !== null, name, 'has transfer rules and no contract');
  insist(rules.source.startsWith('https://'), name, 'needs a source of its transfer rules');
  const marks = [rules.hasFee, rules.isPausable, rules.blocklist];
  insist(
    marks.some((mark) => mark !== undefined),
    name,
    'has transfer rules that say nothing',
  );
  insist(
    (rules.blocklist ?? null) === null || FUNCTION.test(rules.blocklist ?? ''),
    name,
    'has a blocklist that is no function name',
  );
}

/**
 * Validates the catalogue. Throws an Error that names the invalid entry. Corrects no entry, because wrong decimals or a wrong
 * contract lose money.
 */
export function checkCatalogue(networks: readonly Network[], instruments: readonly CatalogueInstrument[]): void {
  const instrumentBySlug = new Map(instruments.map((instrument) => [instrument.slug, instrument]));
  const networkBySlug = new Map(networks.map((network) => [network.slug, network]));
  const named = instruments.map((instrument) => ({ instrument, name: `instrument ${instrument.slug}` }));

  insistUnique(
    networks.map(({ slug }) => ({ name: `network ${slug}`, key: slug })),
    'slug',
  );
  insistUnique(
    networks.map(({ slug, title }) => ({ name: `network ${slug}`, key: title.toLowerCase() })),
    'title',
  );
  insistUnique(
    named.map(({ instrument, name }) => ({ name, key: instrument.slug })),
    'slug',
  );
  insistUnique(
    named.map(({ instrument, name }) => ({ name, key: instrument.bestChangeName.toLowerCase() })),
    'bestChangeName',
  );
  insistUnique(
    named.map(({ instrument, name }) => ({ name, key: `${instrument.currencyTitle.toLowerCase()}/${instrument.network}` })),
    'ticker and network',
  );
  const contracts = named.filter(({ instrument }) => instrument.contractAddress !== null);
  insistUnique(
    contracts.map(({ instrument, name }) => ({
      name,
      key: `${instrument.network}/${instrument.contractAddress?.toLowerCase()}`,
    })),
    'contract',
  );

  for (const { instrument, name } of named) {
    const network = networkBySlug.get(instrument.network);
    insist(network !== undefined, name, `is on ${instrument.network}, which is no network of the catalogue`);
    checkInstrument(instrument, network);
  }
  for (const network of networks) checkNetwork(network, instrumentBySlug);
}
