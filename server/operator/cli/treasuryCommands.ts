import type { OperatorCommand } from './command.ts';

/** The command that names the addresses to which operators send our own money. */
export const TREASURY_COMMANDS = {
  treasury: {
    scope: 'treasury',
    usage: [['', 'the treasury’s address on each network: send our own money there, then book it with `capital`']],
    run: async ({ gateways }) => {
      const lines = await Promise.all(
        [...gateways].map(async ([network, gateway]) => {
          const { address } = await gateway.addressAt(gateway.treasury());
          return `${network} ${address}`;
        }),
      );
      return lines.toSorted().join('\n');
    },
  },
} as const satisfies Record<string, OperatorCommand>;
