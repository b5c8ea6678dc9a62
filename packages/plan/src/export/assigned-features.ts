import {
  featureParts,
  type PartKind,
  partPositions,
  latitudeOf,
  longitudeOf,
} from "../model/index.ts";
import type { PlanWork } from "../state/index.ts";

/** Longitude and latitude in turn, degrees; longitudes go on beyond 180° where the line does. */
export type DegreePath = Float64Array<ArrayBuffer>;

/** A feature that is exported, and what it was assigned to. */
export interface AssignedFeature {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  readonly projectId: string;
  readonly siteName: string;
  readonly crossStrip: boolean;
  readonly parts: readonly { readonly kind: PartKind; readonly path: DegreePath }[];
}

/** The features of all layers, hidden or not, that are assigned to an instruction, in their order. */
export function assignedFeatures({
  layers,
  instructions,
}: Pick<PlanWork, "layers" | "instructions">): readonly AssignedFeature[] {
  return layers.flatMap(({ file, geometry, assigned, crossStrips }) =>
    [...assigned.keys()].flatMap((feature) => {
      const instruction = instructions[(assigned[feature] ?? 0) - 1];
      if (instruction === undefined) return [];
      const { projectId, siteName } = instruction;
      const parts = [...featureParts(geometry, feature)].map((part) => ({
        kind: (geometry.partKinds[part] ?? 0) as PartKind,
        path: inDegrees(partPositions(geometry, part)),
      }));
      const name = geometry.names[feature] ?? "";
      const folder = geometry.folders[feature] ?? "";
      const crossStrip = crossStrips[feature] === 1;
      return [{ name, folder, file, projectId, siteName, crossStrip, parts }];
    }),
  );
}

function inDegrees(positions: Float64Array): DegreePath {
  return Float64Array.from(positions, (metres, at) =>
    at % 2 === 0 ? longitudeOf(metres) : latitudeOf(metres),
  );
}
