import { AREA, LINE, passesFilter, type PlanFilter, POINT } from "@swath/plan/model";
import type { WorkLayer } from "@swath/plan/state";

/** A feature as the table lists it. */
export interface FeatureRow {
  /** Of all rows of the work. */
  readonly key: string;
  readonly layerId: string;
  readonly feature: number;
  readonly name: string;
  readonly kind: string;
  readonly folder: string;
  readonly file: string;
}

export const keyOfFeature = (layerId: string, feature: number): string => `${layerId} ${feature}`;

function kindName(kind: number | undefined): string {
  if (kind === LINE) return "Line";
  if (kind === AREA) return "Area";
  return kind === POINT ? "Point" : "Collection";
}

/** The features of the visible layers that the radio shows, as the files have them. */
export function featureRows(
  layers: readonly Pick<WorkLayer, "id" | "file" | "geometry">[],
  filter: PlanFilter,
): readonly FeatureRow[] {
  const rows: FeatureRow[] = [];
  for (const { id, file, geometry } of layers) {
    const { kinds, names, folders } = geometry;
    for (let feature = 0; feature < kinds.length; feature += 1) {
      if (!passesFilter(kinds[feature], filter)) continue;
      const kind = kindName(kinds[feature]);
      rows.push({
        key: keyOfFeature(id, feature),
        layerId: id,
        feature,
        name: names[feature] || `${kind} ${feature + 1}`,
        kind,
        folder: folders[feature] ?? "",
        file,
      });
    }
  }
  return rows;
}
