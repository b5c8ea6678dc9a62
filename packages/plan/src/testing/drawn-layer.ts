import {
  AREA,
  GeometryBuilder,
  type LoadedLayer,
  mercatorX,
  mercatorY,
  type PartKind,
} from "../model/index.ts";

/** A feature to be drawn: of an area, the first path is its outer ring and the others its holes. */
export interface DrawnFeature {
  readonly name?: string;
  readonly kind: PartKind;
  /** Longitude and latitude in turn. */
  readonly paths: readonly (readonly number[])[];
}

/** A loaded layer of features given in degrees. */
export function drawnLayer(file: string, features: readonly DrawnFeature[]): LoadedLayer {
  const builder = new GeometryBuilder("any");
  for (const { name = "", kind, paths } of features) {
    for (const [index, path] of paths.entries()) {
      for (let at = 0; at < path.length; at += 2)
        builder.add(mercatorX(path[at] ?? 0), mercatorY(path[at + 1] ?? 0));
      if (kind === AREA) builder.endRing(AREA, index === 0);
      else builder.endPart(kind);
    }
    builder.endFeature(name, "");
  }
  return {
    file,
    source: "kmz",
    crs: "WGS 84",
    geometry: builder.finish(),
    marked: new Uint8Array(features.length),
    crossStrips: new Uint8Array(features.length),
    withoutGeometry: 0,
    networkLinks: [],
  };
}
