import type { PlanGeometry } from "./plan-geometry.ts";

export type LayerSource = "kmz" | "shp";

/** A link of a KML to another document: told, never fetched. */
export interface NetworkLink {
  readonly name: string;
  readonly address: string;
}

/** One loaded file (of a zip with several shapefiles: one of them), before it is part of the work. */
export interface LoadedLayer {
  /** Name of the file as it was picked or dropped; `plans.zip/east.shp` of one in an archive. */
  readonly file: string;
  readonly source: LayerSource;
  /** Coordinate reference system of the file, as people name it: `GDA2020 / MGA zone 50`. */
  readonly crs: string;
  readonly geometry: PlanGeometry;
  /** 1 for each feature that its own or its folders' words mark as a cross-strip. */
  readonly marked: Uint8Array<ArrayBuffer>;
  /** 1 for each feature found to be a cross-strip. */
  readonly crossStrips: Uint8Array<ArrayBuffer>;
  /** Features of the file that have no geometry: they are left out. */
  readonly withoutGeometry: number;
  readonly networkLinks: readonly NetworkLink[];
}

/** A layer of the work. */
export interface PlanLayer extends LoadedLayer {
  readonly id: string;
}
