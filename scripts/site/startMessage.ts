import type { SettingDifference } from '../../server/operator/settings/liveSettings.ts';

interface Started {
  /** Address of the site: "http://localhost:3000" */
  address: string;
  /** The remote API host; null: this process started its own. */
  apiUrl: string | null;
  isEmbedded: boolean;
  isSandbox: boolean;
  /** The settings that operators gave another value than the environment */
  settings: readonly SettingDifference[];
}

/** Returns the lines that `npm start` prints once the site is up. */
export function startMessage({ address, apiUrl, isEmbedded, isSandbox, settings }: Started): string[] {
  const lines = [`Causeway is at ${address}`];
  if (apiUrl !== null) lines.push(`It uses the API host ${apiUrl}.`);
  if (isEmbedded) lines.push('Its networks and market are embedded: nothing here is real money.');
  if (isSandbox) lines.push(`The sandbox, with a wallet to pay deposits, is at ${address}/sandbox`);
  for (const { name, value, otherwise } of settings)
    lines.push(`Operators have set ${name} to ${value}; without them it is ${otherwise}.`);
  return [...lines, 'Ctrl-C stops it.'];
}
