import { systemClock } from "../../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../../apps/server/src/platform/open-store.ts";
import { engineOptions } from "../../apps/server/src/platform/object-store/testing/engine-options.ts";
import type { ObjectStore } from "../../apps/server/src/platform/object-store/object-store.ts";

/** The engine's store as the environment names it; pages of these origins may post to it. */
export async function openEngineStore(corsOrigins: readonly string[]): Promise<ObjectStore> {
  return openObjectStore(
    { ...engineOptions("swath-uploads", corsOrigins), publicEndpoint: undefined },
    systemClock,
  );
}
