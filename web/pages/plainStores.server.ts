import { ownValue } from '../../contract/tables/ownValue.ts';
/**
 * Replaces `mobx` and `mobx-react-lite` in the render bundle (vite.config.ts). A server render observes nothing, and making
 * every field of thirty stores observable costs more than rendering the page. Stores are plain objects here: methods are bound
 * as by `autoBind`, and getters are cached during a render. The build fails for code that uses any other export of MobX.
 */

interface Options {
  autoBind: boolean;
}

/** Classes with a prepared prototype. */
const prepared = new WeakSet<object>();

/** Cached getter values by store and name during a render, in which no store changes. */
let remembered: Map<object, Map<string, unknown>> | null = null;

/** Prepares the class of `store` once; the store itself does not change. `false` leaves a member unchanged. */
export function makeAutoObservable<Store extends object>(
  store: Store,
  members: Readonly<Record<string, unknown>> = {},
  _options?: Options,
): Store {
  const prototype = Reflect.getPrototypeOf(store);
  // A plain object has no class to prepare, and its prototype is shared by every object.
  if (prototype === null || prototype === Object.prototype || prepared.has(prototype)) return store;
  prepared.add(prototype);
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (name === 'constructor' || ownValue(members, name) === false) continue;
    if (property.get) Object.defineProperty(prototype, name, { ...property, get: rememberedGetter(name, property.get) });
    else if (typeof property.value === 'function') Object.defineProperty(prototype, name, boundMethod(name, property.value));
  }
  return store;
}

/** Runs `render` with cached getters. `render` must not change a store, as React requires anyway. */
export function rememberGetters<Output>(render: () => Output): Output {
  remembered = new Map();
  try {
    return render();
  } finally {
    remembered = null;
  }
}

export function runInAction<Output>(action: () => Output): Output {
  return action();
}

/** Returns the component unchanged: it observes nothing on the server. */
export function observer<Component>(component: Component): Component {
  return component;
}

/** Throws: reactions start in effects, which never run on the server. */
export function reaction(): () => void {
  throw new Error('Reactions are not available in a server render');
}

/** Annotations for {@link makeAutoObservable}; without effect here. */
export const observableRef = true;
export const computedStruct = true;
export const compareStructural = (): boolean => false;

function rememberedGetter(name: string, getter: () => unknown): () => unknown {
  return function read(this: object): unknown {
    if (remembered === null) return getter.call(this);
    let values = remembered.get(this);
    if (!values) remembered.set(this, (values = new Map<string, unknown>()));
    if (values.has(name)) return values.get(name);
    const value = getter.call(this);
    values.set(name, value);
    return value;
  };
}

/** Binds a method to its store on first access. */
function boundMethod(name: string, method: (...parameters: never[]) => unknown): PropertyDescriptor {
  const key = Symbol(name);
  return {
    configurable: true,
    get(this: Record<symbol, unknown>): unknown {
      return (this[key] ??= method.bind(this));
    },
  };
}
