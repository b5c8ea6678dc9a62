import type { LoadedLayer, PlanFilter } from "../model/index.ts";
import type { Instruction } from "./plan-work.ts";

/** Features by the id of their layer. */
export type Picks = ReadonlyMap<string, Iterable<number>>;

/** What the page can do to the work; `plan-reducer.ts` has the rules. */
export type PlanEvent =
  | { readonly type: "add" | "replace"; readonly layers: readonly LoadedLayer[] }
  | { readonly type: "remove"; readonly layer: string }
  | { readonly type: "clearAll" }
  | { readonly type: "show"; readonly layer: string; readonly visible: boolean }
  | { readonly type: "filter"; readonly filter: PlanFilter }
  | { readonly type: "instructions"; readonly instructions: readonly Instruction[] }
  | { readonly type: "choose"; readonly key: string | undefined }
  /** Corners in EPSG:3857, x and y in turn. */
  | { readonly type: "lasso"; readonly ring: Float64Array; readonly mode: "add" | "remove" }
  | {
      readonly type: "select";
      readonly picks: Picks;
      readonly mode: "only" | "add" | "remove" | "toggle";
    }
  | { readonly type: "clearSelection" }
  | { readonly type: "associate" }
  | { readonly type: "assignToAll"; readonly key: string }
  | { readonly type: "release" }
  /** Whether the selected lines are cross-strips. */
  | { readonly type: "markCrossStrips"; readonly crossStrips: boolean }
  /** What `findCrossStrips` found, 1 for each feature, by the id of its layer. */
  | {
      readonly type: "foundCrossStrips";
      readonly found: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
    }
  | { readonly type: "undo" }
  | { readonly type: "redo" };
