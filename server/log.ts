import { pino, type Logger } from 'pino';

export type { Logger };

/** Structured logs on stdout, without secrets: what a customer typed in confidence is cut out wherever it turns up. */
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
