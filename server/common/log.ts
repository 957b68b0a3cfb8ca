import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type { Logger };

/**
 * Creates a logger that writes JSON to stdout, or where a test says, and redacts secrets and customer data. It leaves out each `err` with
 * `isReported`: what the error is about is logged once, and not by each round of work that meets it.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    hooks: {
      logMethod(line, method) {
        const [fields] = line as [unknown];
        if (!isReported(fields)) method.apply(this, line);
      },
    },
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'req.headers["x-order-token"]',
        'req.headers["idempotency-key"]',
        '*.orderToken',
        '*.orderTokenHash',
        '*.seed',
        '*.mnemonic',
        '*.privateKey',
        '*.password',
        '*.userEmail',
        '*.email',
        '*.destinationAddress',
        '*.refundAddress',
        '*.depositAddress',
      ],
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

function isReported(fields: unknown): boolean {
  const { err } = Object(fields) as { err?: unknown };
  return err instanceof Error && 'isReported' in err;
}
