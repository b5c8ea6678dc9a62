import type { LoadedLayer, PlanFilter, PlanLayer } from "../model/index.ts";

/** What a project's delivery instruction is known by. */
export interface Instruction {
  readonly projectId: string;
  readonly siteName: string;
}

/** An instruction of the list, or one that geometry was assigned to before it left the list. */
export interface WorkInstruction extends Instruction {
  /** Of project and site: {@link instructionKey}. */
  readonly key: string;
  /** Index into the palette, 0 to 9. */
  readonly colour: number;
  /** Whether the list has it now. */
  readonly listed: boolean;
}

/** A layer, and what was made of its features; each array has an entry for each feature. */
export interface WorkLayer extends PlanLayer {
  readonly visible: boolean;
  /** 1 for each selected feature. */
  readonly selected: Uint8Array<ArrayBuffer>;
  /** 0, or one more than the index of the feature's instruction in the work. */
  readonly assigned: Uint16Array<ArrayBuffer>;
}

/** What undo returns to. */
export interface Step {
  readonly layers: readonly WorkLayer[];
  /** The event that led away from it. */
  readonly event: string;
  /** Memory that only this step holds, bytes. */
  readonly bytes: number;
}

/** The work of the flight-planning page. Nothing in it is ever changed in place. */
export interface PlanWork {
  readonly layers: readonly WorkLayer[];
  readonly filter: PlanFilter;
  /** Only ever longer: `assigned` counts on their places. */
  readonly instructions: readonly WorkInstruction[];
  /** Key of the selected instruction. */
  readonly chosen: string | undefined;
  /** Steps back, the last one first to be undone; and steps forward likewise. */
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  /** Number of the next layer's id. */
  readonly nextLayer: number;
}

export const EMPTY_WORK: PlanWork = {
  layers: [],
  filter: "all",
  instructions: [],
  chosen: undefined,
  past: [],
  future: [],
  nextLayer: 1,
};

/** Colours of the palette. */
export const PALETTE_SIZE = 10;

export const instructionKey = ({ projectId, siteName }: Instruction): string =>
  JSON.stringify([projectId, siteName]);

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

/** Loaded layers as layers of the work: visible, with ids counted from a number, nothing selected. */
export function workLayers(layers: readonly LoadedLayer[], first: number): readonly WorkLayer[] {
  return layers.map((layer, index) => ({
    ...layer,
    id: `layer-${first + index}`,
    visible: true,
    selected: new Uint8Array(layer.geometry.kinds.length),
    assigned: new Uint16Array(layer.geometry.kinds.length),
  }));
}
