import {
  type ComponentProps,
  type ComponentType,
  createElement,
  type ReactNode,
  useSyncExternalStore,
} from "react";

/** Tries that fail although the server answers: it does not have the part any more. */
const ANSWERED_TRIES = 3;
const RETRY_MS = 2_000;
const TIMEOUT_MS = 10_000;

/** The network, as far as a part of the program needs it. */
interface Network {
  /** Whether the server answers. */
  readonly answers: () => Promise<boolean>;
  /** Settles when it is worth another try. */
  readonly pause: () => Promise<unknown>;
}

const BROWSER: Network = {
  answers: async () => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return (await fetch("/", { method: "HEAD", cache: "no-store", signal })).ok;
    } catch {
      return false;
    }
  },
  pause: () =>
    new Promise((done) => {
      setTimeout(done, RETRY_MS);
      globalThis.addEventListener("online", done, { once: true });
    }),
};

/**
 * Loads a part of the program when it is first needed. While the server does not answer it waits:
 * what is on the page stays there, an upload among it. Fails where the server answers without it.
 */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  { answers, pause }: Network = BROWSER,
): Promise<Part> {
  for (let answered = 1; ;) {
    try {
      return await load();
    } catch (error) {
      const isAnswered = await answers();
      if (isAnswered && answered === ANSWERED_TRIES) throw error;
      if (isAnswered) answered += 1;
      await pause();
    }
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- as React's own `lazy` takes any component
type Component = ComponentType<any>;

/** What stands there until the part is loaded; nothing unless given. */
interface Waited {
  readonly waiting?: ReactNode;
}

interface LazyPart<C extends Component> {
  (props: ComponentProps<C> & Waited): ReactNode;
  /** For what opens the part: it is loaded as soon as a pointer or the focus is there. */
  readonly ahead: { readonly onPointerEnter: () => void; readonly onFocus: () => void };
}

type Loaded<C> = { readonly part: C } | { readonly failure: unknown };

/**
 * A component of a part that is loaded when it is first drawn; fails as that does. React's `lazy` shows a part that
 * came within 300 ms of its opening only after them.
 */
export function lazyPart<Name extends string, Part extends Readonly<Record<Name, Component>>>(
  load: () => Promise<Part>,
  name: Name,
  network: Network = BROWSER,
): LazyPart<Part[Name]> {
  let loading: Promise<void> | undefined;
  let loaded: Loaded<Component> | undefined;
  const listeners = new Set<() => void>();
  /** Nobody shows the failure any more: the next opening tries again. */
  const forgetFailure = (): void => {
    if (listeners.size > 0 || loaded === undefined || "part" in loaded) return;
    loading = undefined;
    loaded = undefined;
  };
  const begin = async (): Promise<void> => {
    try {
      loaded = { part: (await loadPart(load, network))[name] };
    } catch (failure) {
      loaded = { failure };
    }
    for (const listener of listeners) listener();
    forgetFailure();
  };
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    loading ??= begin();
    return () => {
      listeners.delete(listener);
      forgetFailure();
    };
  };
  function LazyPart({ waiting, ...props }: ComponentProps<Part[Name]> & Waited): ReactNode {
    const now = useSyncExternalStore(subscribe, () => loaded);
    if (now === undefined) return waiting;
    if ("failure" in now) throw now.failure;
    return createElement(now.part, props);
  }
  const onPointerEnter = (): void => void (loading ??= begin());
  return Object.assign(LazyPart, { ahead: { onPointerEnter, onFocus: onPointerEnter } });
}
