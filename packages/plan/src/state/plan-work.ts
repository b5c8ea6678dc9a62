import type { PlanFilter, PlanLayer } from "../model/index.ts";

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
