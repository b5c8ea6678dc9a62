import { useSyncExternalStore } from "react";
import { useConfig } from "./config.ts";

/** The release of the server that answered last. */
class ServedRelease {
  #release: string | undefined;
  readonly #listeners = new Set<() => void>();

  note(release: string): void {
    if (release === this.#release) return;
    this.#release = release;
    for (const listener of this.#listeners) listener();
  }

  readonly current = (): string | undefined => this.#release;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const servedRelease = new ServedRelease();

/** The server's release where it is no longer that of this page; undefined where it is. */
export function useNewRelease(): string | undefined {
  const { release } = useConfig();
  const served = useSyncExternalStore(servedRelease.subscribe, servedRelease.current);
  return served === release ? undefined : served;
}
