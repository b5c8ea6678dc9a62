import { AREA, type PartKind, LINE, POINT, type PlanGeometry } from "@swath/plan/model";

type Place = readonly [x: number, y: number];

interface SampleFeature {
  readonly kind: PartKind;
  readonly name: string;
  /** EPSG:3857, each part's positions. */
  readonly parts: readonly (readonly Place[])[];
}

export const line = (name: string, ...at: readonly Place[]): SampleFeature => ({
  kind: LINE,
  name,
  parts: [at],
});
/** Rings as a loader gives them: closed, the outer one counter-clockwise, holes clockwise. */
export const area = (name: string, ...rings: readonly (readonly Place[])[]): SampleFeature => ({
  kind: AREA,
  name,
  parts: rings,
});
export const point = (name: string, x: number, y: number): SampleFeature => ({
  kind: POINT,
  name,
  parts: [[[x, y]]],
});

/** Features as a loader lays them out. */
export function sampleGeometry(...features: readonly SampleFeature[]): PlanGeometry {
  const parts = features.flatMap((feature) => feature.parts);
  return {
    kinds: Uint8Array.from(features, ({ kind }) => kind),
    names: features.map(({ name }) => name),
    folders: features.map(() => ""),
    partStarts: startsOf(features.map((feature) => feature.parts.length)),
    partKinds: Uint8Array.from(features.flatMap(({ kind, parts: own }) => own.map(() => kind))),
    positionStarts: startsOf(parts.map(({ length }) => length)),
    positions: Float64Array.from(parts.flat(2)),
  };
}

function startsOf(counts: readonly number[]): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(counts.length + 1);
  for (const [at, count] of counts.entries()) starts[at + 1] = starts[at]! + count;
  return starts;
}
