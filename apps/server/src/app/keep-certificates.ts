import type { Logger } from "pino";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import {
  adoptCertificates,
  storeCertificates,
  type StoringDeps,
} from "../retention/certificates/stored-certificates.ts";

const EVERY_MS = 60_000;

/**
 * Stores certificates of removals as objects, every minute, as servers alone have the key that signs them; at the
 * first turn those that a restored database lacks are listed again. Answers how it is stopped.
 */
export function keepCertificates(
  deps: Omit<StoringDeps, "store"> & { readonly store: ObjectStore },
  log: Pick<Logger, "info" | "warn">,
): () => Promise<void> {
  let hasAdopted = false;
  let running: Promise<void> | undefined;
  const keep = async (): Promise<void> => {
    try {
      await storeCertificates(deps);
      if (hasAdopted) return;
      const adopted = await adoptCertificates(deps);
      hasAdopted = true;
      if (adopted > 0) log.info({ adopted }, "certificates were listed again from the store");
    } catch (error) {
      log.warn({ err: error }, "certificates could not be stored");
    }
  };
  const turn = (): void => {
    running ??= keep().finally(() => {
      running = undefined;
    });
  };
  turn();
  const timer = setInterval(turn, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
