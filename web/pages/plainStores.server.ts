/**
 * What a server render has instead of MobX: the build of the render bundle puts this file in the place of `mobx` and
 * `mobx-react-lite` (vite.config.ts). Nobody observes there, and to make every field of thirty stores observable for one
 * page costs more than the page. Stores are plain objects, their methods bound as `autoBind` does it, their getters
 * remembered while a page is rendered. What is not here can't be used by code that a server renders: the build refuses it.
 */

interface Options {
  autoBind: boolean;
}

/** Classes whose prototypes were prepared. */
const prepared = new WeakSet<object>();

/** Values of getters by store and name, while a page is rendered: nothing changes then. */
let remembered: Map<object, Map<string, unknown>> | null = null;

/** Prepares the class of `store` once; a store itself stays as its constructor made it. `false` leaves a member as it is. */
export function makeAutoObservable<Store extends object>(
  store: Store,
  members: Readonly<Record<string, unknown>> = {},
  _options?: Options,
): Store {
  const prototype = Reflect.getPrototypeOf(store);
  // State in an object of no class has nothing to prepare, and what it inherits is every object's.
  if (prototype === null || prototype === Object.prototype || prepared.has(prototype)) return store;
  prepared.add(prototype);
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (name === 'constructor' || members[name] === false) continue;
    if (property.get) Object.defineProperty(prototype, name, { ...property, get: rememberedGetter(name, property.get) });
    else if (typeof property.value === 'function') Object.defineProperty(prototype, name, boundMethod(name, property.value));
  }
  return store;
}

/** Renders while getters are remembered. `render` changes no store, which React asks of it anyway. */
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

/** A component observes nothing here. */
export function observer<Component>(component: Component): Component {
  return component;
}

/** Effects begin what reacts, and a server has none: who comes here made a mistake. */
export function reaction(): () => void {
  throw new Error('A server render reacts to nothing');
}

/** How a field is observed, said to {@link makeAutoObservable} and without a meaning here. */
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

/** Bound to its store when it is first asked for, and kept on it. */
function boundMethod(name: string, method: (...parameters: never[]) => unknown): PropertyDescriptor {
  const key = Symbol(name);
  return {
    configurable: true,
    get(this: Record<symbol, unknown>): unknown {
      return (this[key] ??= method.bind(this));
    },
  };
}
