import { type ComponentType, lazy, type LazyExoticComponent } from "react";

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

/** A component of a part that is loaded when it is first drawn. */
export const lazyPart = <Name extends string, Part extends Readonly<Record<Name, Component>>>(
  load: () => Promise<Part>,
  name: Name,
): LazyExoticComponent<Part[Name]> => lazy(async () => ({ default: (await loadPart(load))[name] }));

/** For what opens a part: it is loaded as soon as a pointer or the focus is there. */
export function loadedAhead(load: () => Promise<unknown>) {
  const begin = (): void => void load().catch(() => undefined);
  return { onPointerEnter: begin, onFocus: begin };
}
