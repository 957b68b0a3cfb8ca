import { readFile } from 'node:fs/promises';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { OperatorPauses } from '../instruments/availability.ts';
import type { Logger } from '../log.ts';

const OperatorSchema = Type.Object(
  {
    /** A sentence for customers; while it is there, exchanging is closed with TECHNICAL_DIFFICULTIES (D26). */
    notice: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 300 }), Type.Null()])),
    pausedInstruments: Type.Optional(Type.Array(Type.String())),
    pausedNetworks: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
);
type OperatorWishes = Static<typeof OperatorSchema>;

const READ_EVERY_MS = 5_000;

/** What an operator asks of the running host, in a file that is read again every five seconds; no file, no wishes. */
export interface OperatorFile extends OperatorPauses {
  notice(): string | null;
  read(): Promise<void>;
  start(): Promise<() => void>;
}

/** `path` is `operator.json` in the data directory. A file that can't be understood is logged, and the last good one holds. */
export function createOperatorFile(path: string, log: Logger): OperatorFile {
  let wishes: OperatorWishes = {};

  const read = async (): Promise<void> => {
    try {
      const text = await readFile(path, 'utf8');
      wishes = Value.Parse(OperatorSchema, JSON.parse(text));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') wishes = {};
      else log.error({ err: error }, 'operator.json can not be read: what it last said holds');
    }
  };

  return {
    notice: () => wishes.notice ?? null,
    isPaused: (instrumentSlug, networkSlug) =>
      (wishes.pausedInstruments?.includes(instrumentSlug) || wishes.pausedNetworks?.includes(networkSlug)) ?? false,
    read,
    start: async () => {
      await read();
      const timer = setInterval(() => void read(), READ_EVERY_MS);
      return () => clearInterval(timer);
    },
  };
}
