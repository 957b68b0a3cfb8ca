import { pino, type Logger } from 'pino';

export type { Logger };

/** Creates a logger that writes JSON to stdout and redacts secrets and customer data. */
export function createLogger(level: string): Logger {
  return pino({
    level,
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
  });
}
