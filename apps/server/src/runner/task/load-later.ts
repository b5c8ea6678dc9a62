/*
 * Code that only tasks with files need, which takes longer to load than all else of a runner.
 */
export const loadFetchInputs = () => import("./fetch-inputs.ts");
const loadFetchFile = () => import("./fetch-file.ts");
export const loadKeepOutputs = () => import("./keep-outputs.ts");
export const loadStore = () => import("../open-store-of.ts");

/** After so long a runner loads it all, so that an installation of a later version mixes nothing. */
const LATER_MS = 5_000;

/** Answers how to have it loaded no more. */
export function loadLater(): () => void {
  const all = [loadFetchInputs, loadFetchFile, loadKeepOutputs, loadStore];
  const later = setTimeout(() => void Promise.allSettled(all.map((load) => load())), LATER_MS);
  return () => clearTimeout(later);
}
