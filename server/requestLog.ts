import type { FastifyBaseLogger } from 'fastify';

type ChildLoggerOptions = Parameters<FastifyBaseLogger['child']>[1];
type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/**
 * A logger that creates its children with their first line, because most requests log none. Fastify gets one of these as its own logger:
 * it examines every other kind of child again for each request.
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #create: () => FastifyBaseLogger;
  #created: FastifyBaseLogger | undefined;

  constructor(create: () => FastifyBaseLogger) {
    this.#create = create;
  }

  get level(): string {
    return this.#logger.level;
  }
  fatal(...line: unknown[]): void {
    this.#write('fatal', line);
  }
  error(...line: unknown[]): void {
    this.#write('error', line);
  }
  warn(...line: unknown[]): void {
    this.#write('warn', line);
  }
  info(...line: unknown[]): void {
    this.#write('info', line);
  }
  debug(...line: unknown[]): void {
    this.#write('debug', line);
  }
  trace(...line: unknown[]): void {
    this.#write('trace', line);
  }
  silent(...line: unknown[]): void {
    this.#write('silent', line);
  }
  child(bindings: Record<string, unknown>, options?: ChildLoggerOptions): FastifyBaseLogger {
    return new RequestLog(() => this.#logger.child(bindings, options));
  }

  get #logger(): FastifyBaseLogger {
    return (this.#created ??= this.#create());
  }

  #write(level: Level, line: unknown[]): void {
    const logger = this.#logger;
    Reflect.apply(logger[level], logger, line);
  }
}
