import type { JudgedLayer } from "@swath/plan/cross-strips";
import type { CrsCode, LoadOutcome } from "@swath/plan/load";
import type { PlanGeometry } from "@swath/plan/model";
import type { PlanWork, WorkInstruction, WorkLayer } from "@swath/plan/state";
import type { InstructionSum } from "@swath/plan/sums";

/** Geometry without its words, for calls that need none: 50,000 names take longer than their lines. */
export const bare = (geometry: PlanGeometry): PlanGeometry => ({
  ...geometry,
  names: [],
  folders: [],
});

/** What is loaded at once, and how. */
export interface LoadRequest {
  readonly files: readonly File[];
  readonly by: "picker" | "drop";
}

/** A shapefile whose .prj tells no system, in the one that its user chose. */
export interface CrsRequest {
  /** As its outcome named it. */
  readonly file: string;
  readonly crs: CrsCode;
}

/** What became of a file; `unread` where the browser could not give its bytes. */
export type FileOutcome =
  | LoadOutcome
  | { readonly kind: "unread"; readonly file: string; readonly reason: string };

/** A layer whose geometry the worker has from a call before, where it is left out. */
type SumsLayer = Omit<WorkLayer, "geometry"> & { readonly geometry: PlanGeometry | undefined };

export interface SumsRequest {
  readonly layers: readonly SumsLayer[];
  readonly instructions: readonly WorkInstruction[];
}

export const EXPORT_FORMATS = /* code */ ["GeoJSON", "KMZ", "Shapefile"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportRequest extends Pick<PlanWork, "layers" | "instructions"> {
  readonly format: ExportFormat;
}

/** The calls of the worker. */
export interface PlanCalls {
  load: (request: LoadRequest) => readonly FileOutcome[];
  /** Loads what `load` asked for a system of; only after it, in the same worker. */
  loadWithCrs: (request: CrsRequest) => readonly FileOutcome[];
  /** The cross-strips of layers that are flown together: 1 for each feature that is one. */
  findCrossStrips: (layers: readonly JudgedLayer[]) => readonly Uint8Array<ArrayBuffer>[];
  sums: (request: SumsRequest) => readonly InstructionSum[];
  /** The bytes of a file with what is associated. */
  exportAs: (request: ExportRequest) => Blob;
}
