import { EventEmitter } from 'node:events';

/** What Node, Vitest and `await` read from any object. */
const PROBED = new Set(['then', 'toJSON', 'constructor', 'inspect', 'nodeType', 'asymmetricMatch', '__esModule', 'prototype']);

/** What a class of the stand-in implements: the types of Electron, for those members that it has. */
export type Part<T, Except extends keyof T = never> = Partial<Omit<T, keyof NodeJS.EventEmitter | Except>>;

/** Returns the object with each access to a member that it lacks turned into an error. Code under test must not see undefined. */
export function guard<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, key, receiver) {
      if (key in target || typeof key === 'symbol' || PROBED.has(key)) return Reflect.get(target, key, receiver) as unknown;
      throw missing(`${name}.${key}`);
    },
  });
}

/** Returns the error about a part of Electron's interface that the stand-in lacks. */
export function missing(member: string): Error {
  return new Error(`not in the stand-in: ${member}`);
}

/** What every object of Electron with events extends. */
export class Emitter extends EventEmitter {
  private readonly allowed: readonly string[];
  private readonly owner: string;

  /** @param allowed the events that the stand-in emits, or that code may listen for although they never come */
  constructor(owner: string, allowed: readonly string[]) {
    super();
    // Each window listens for the theme.
    this.setMaxListeners(0);
    this.owner = owner;
    this.allowed = allowed;
  }

  override on(event: string, listener: (...args: never[]) => unknown): this {
    this.check(event);
    return super.on(event, listener as (...args: unknown[]) => void);
  }

  override once(event: string, listener: (...args: never[]) => unknown): this {
    this.check(event);
    return super.once(event, listener as (...args: unknown[]) => void);
  }

  private check(event: string): void {
    if (!this.allowed.includes(event)) throw missing(`${this.owner} event "${event}"`);
  }
}

/** The first argument of an event's listeners. */
export interface PreventableEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}

/** Returns an event, with the members that this event has besides. */
export function createEvent<T extends object>(members: T): PreventableEvent & T {
  const event = {
    ...members,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}
