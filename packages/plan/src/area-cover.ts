import { eachCell, type SegmentGrid, segmentGrid, type Segments } from "./segment-grid.ts";
import { AREA, featureParts, partPositions, type PlanGeometry } from "./model/index.ts";

/** An area by its geometry and its number in it. */
export interface PlacedArea {
  readonly geometry: PlanGeometry;
  readonly feature: number;
}

/** The ground that areas cover together, ready to be asked which stretches of a segment lie on it. */
export interface AreaCover {
  readonly count: number;
  /** Outlines of all areas. */
  readonly edges: SegmentGrid;
}

export function areaCover(areas: readonly PlacedArea[]): AreaCover {
  return { count: areas.length, edges: segmentGrid(outlines(areas)) };
}

/**
 * Whether a point lies in any of the areas: how often their outlines wind around it in all, counted
 * along a ray to the west through one row of the grid. Outer rings count 1 and holes -1.
 */
export function isCovered({ edges }: AreaCover, x: number, y: number): boolean {
  const { minX, minY, cell, columns, rows } = edges;
  const row = Math.floor((y - minY) / cell);
  if (x < minX || row < 0 || row >= rows) return false;
  let winding = 0;
  const last = Math.min(columns - 1, Math.floor((x - minX) / cell));
  for (let column = 0; column <= last; column++) {
    const from = edges.starts[row * columns + column] ?? 0;
    const to = edges.starts[row * columns + column + 1] ?? 0;
    for (let at = from; at < to; at++) {
      const edge = (edges.listed[at] ?? 0) * 4;
      const fromY = edges.ends[edge + 1] ?? 0;
      const toY = edges.ends[edge + 3] ?? 0;
      if (fromY > y === toY > y) continue;
      const fromX = edges.ends[edge] ?? 0;
      const cut = fromX + (((edges.ends[edge + 2] ?? 0) - fromX) * (y - fromY)) / (toY - fromY);
      // An edge stands in each cell that it passes; it counts in the one that it is cut in.
      const own = Math.min(columns - 1, Math.floor((cut - minX) / cell));
      if (cut < x && own === column) winding += toY < fromY ? 1 : -1;
    }
  }
  return winding > 0;
}

/**
 * Where a segment (x, y, x, y) meets the outlines, as shares of it from 0 to 1 in order, both ends
 * among them.
 */
export function cutsOf({ edges }: AreaCover, segment: Float64Array): readonly number[] {
  const cuts = new Set([0, 1]);
  if (edges.columns > 0)
    eachCell(edges, segment, 0, (cell) => {
      for (let at = edges.starts[cell] ?? 0; at < (edges.starts[cell + 1] ?? 0); at++) {
        const cut = shareAt(segment, edges.ends, (edges.listed[at] ?? 0) * 4);
        if (cut !== undefined) cuts.add(cut);
      }
    });
  return [...cuts].toSorted((one, other) => one - other);
}

function shareAt(segment: Float64Array, ends: Float64Array, at: number): number | undefined {
  const [ax = 0, ay = 0, bx = 0, by = 0] = segment;
  const [cx, cy] = [ends[at] ?? 0, ends[at + 1] ?? 0];
  const [ux, uy] = [bx - ax, by - ay];
  const [vx, vy] = [(ends[at + 2] ?? 0) - cx, (ends[at + 3] ?? 0) - cy];
  const cross = ux * vy - uy * vx;
  const share = ((cx - ax) * vy - (cy - ay) * vx) / cross;
  const along = ((cx - ax) * uy - (cy - ay) * ux) / cross;
  return share > 0 && share < 1 && along >= 0 && along <= 1 ? share : undefined;
}

function outlines(areas: readonly PlacedArea[]): Segments {
  const rings = areas.flatMap(({ geometry, feature }) =>
    [...featureParts(geometry, feature)]
      .filter((part) => geometry.partKinds[part] === AREA)
      .map((part) => partPositions(geometry, part)),
  );
  const count = rings.reduce((sum, ring) => sum + Math.max(0, ring.length / 2 - 1), 0);
  const ends = new Float64Array(count * 4);
  let next = 0;
  for (const ring of rings)
    for (let at = 0; at + 3 < ring.length; at += 2) ends.set(ring.subarray(at, at + 4), 4 * next++);
  return { ends, features: new Uint32Array(count) };
}
