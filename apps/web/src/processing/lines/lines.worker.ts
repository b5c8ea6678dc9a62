import { type LoadOutcome, loadPlans, reasonText } from "@swath/plan/load";
import type { PlanGeometry } from "@swath/plan/model";
import { serveCalls } from "@swath/worker-rpc";

/** The content of a KMZ of lines (undefined without lines), or the reason for which it is unreadable. */
export type ReadLines =
  | { readonly ok: true; readonly geometry: PlanGeometry | undefined }
  | { readonly ok: false; readonly reason: string };

/** Calls of the worker that reads flight lines. */
export type LineCalls = {
  readonly read: (bytes: ArrayBuffer) => ReadLines;
};

/** The result of reading the only file. */
export function outcomeOf([outcome]: readonly LoadOutcome[]): ReadLines {
  if (outcome?.kind === "loaded") {
    const { geometry } = outcome.layer;
    return { ok: true, geometry: geometry.kinds.length === 0 ? undefined : geometry };
  }
  if (outcome?.kind !== "refused") return { ok: false, reason: "The file cannot be read" };
  if (outcome.reason === "noGeometry") return { ok: true, geometry: undefined };
  return { ok: false, reason: reasonText(outcome) };
}

serveCalls<LineCalls>({
  read: async (bytes) => {
    const files = [{ name: "lines.kmz", bytes: new Uint8Array(bytes) }];
    return outcomeOf(await loadPlans(files, { by: "picker" }));
  },
});
