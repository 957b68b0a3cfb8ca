/** Wallets' payment links. Every other scheme could start any program of the system. */
const PAYMENT_SCHEMES = [
  'bitcoin:',
  'litecoin:',
  'ethereum:',
  'monero:',
  'dogecoin:',
  'solana:',
  'tron:',
  'ton:',
  'bitcoincash:',
];
const ALLOWED: ReadonlySet<string> = new Set(['https:', 'mailto:', ...PAYMENT_SCHEMES]);

/** Returns whether the system may open a URL. `http:` is allowed for this computer only, where a host under development runs. */
export function isAllowedLink(url: string): boolean {
  const parsed = URL.parse(url);
  if (!parsed || parsed.username !== '' || parsed.password !== '') return false;
  if (parsed.protocol === 'http:') return isThisComputer(parsed);
  return ALLOWED.has(parsed.protocol);
}

/** Returns whether a URL leads to this computer. Nobody on the network can then read plain http. */
export const isThisComputer = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
