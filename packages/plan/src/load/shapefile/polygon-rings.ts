import { AREA, following, type GeometryBuilder, inRing, signedArea } from "../../model/index.ts";

/** A ring as it was read, and as it lies where its longitudes follow one another. */
interface Ring {
  readonly read: Float64Array;
  readonly lies: Float64Array;
}

interface OuterRing {
  readonly ring: Ring;
  readonly holes: Ring[];
}

/** Edges looked at, per shape, to find the outer rings of holes; beyond it a hole stays where it stands. */
const MOST_EDGES = 4_000_000;

/**
 * Adds the rings of a polygon, each outer one followed by its holes. Outer rings run clockwise and
 * holes counter-clockwise (ESRI Shapefile Technical Description, 1998, p. 8), in any order; a hole that
 * lies in no outer ring, or in a shape without any, is an area of its own.
 */
export function addPolygon(
  positions: Float64Array,
  ends: readonly number[],
  builder: GeometryBuilder,
): void {
  for (const { ring, holes } of organised(ringsOf(positions, ends, builder.degrees))) {
    addRing(ring, true, builder);
    for (const hole of holes) addRing(hole, false, builder);
  }
}

function ringsOf(
  positions: Float64Array,
  ends: readonly number[],
  degrees: boolean,
): readonly Ring[] {
  let from = 0;
  return ends.flatMap((to) => {
    const read = positions.subarray(from * 2, to * 2);
    from = to;
    return read.length === 0 ? [] : [{ read, lies: degrees ? followed(read) : read }];
  });
}

function followed(read: Float64Array): Float64Array {
  const lies = read.slice();
  for (let at = 2; at < lies.length; at += 2)
    lies[at] = following(lies[at] ?? 0, lies[at - 2] ?? 0);
  return lies;
}

function organised(rings: readonly Ring[]): readonly OuterRing[] {
  const clockwise = rings.map(({ lies }) => signedArea(lies) < 0);
  if (!clockwise.includes(true)) return rings.map((ring) => ({ ring, holes: [] }));
  const outers: OuterRing[] = [];
  const holes: { ring: Ring; before: OuterRing | undefined }[] = [];
  for (const [i, ring] of rings.entries())
    if (clockwise[i] === true) outers.push({ ring, holes: [] });
    else holes.push({ ring, before: outers.at(-1) });
  const lonely: OuterRing[] = [];
  const search = { edges: MOST_EDGES };
  for (const { ring, before } of holes) {
    const outer = around(ring, before, outers, search);
    if (outer === undefined) lonely.push({ ring, holes: [] });
    else outer.holes.push(ring);
  }
  return [...outers, ...lonely];
}

/** The outer ring that holds a ring: nearly always the one before it, else the first that does. */
function around(
  hole: Ring,
  before: OuterRing | undefined,
  outers: readonly OuterRing[],
  search: { edges: number },
): OuterRing | undefined {
  if (before !== undefined && holds(before.ring.lies, hole.lies)) return before;
  for (const outer of outers) {
    search.edges -= outer.ring.lies.length / 2;
    if (search.edges < 0) return before;
    if (holds(outer.ring.lies, hole.lies)) return outer;
  }
  return undefined;
}

/** Whether a ring holds another that touches it in single points at most: by its first vertex and edge. */
function holds(outer: Float64Array, inner: Float64Array): boolean {
  const [x = 0, y = 0, nextX = x, nextY = y] = inner;
  return inRing(outer, x, y) || inRing(outer, (x + nextX) / 2, (y + nextY) / 2);
}

/** Adds one ring, closed and turned as an outer one or a hole. */
function addRing({ read }: Ring, outer: boolean, builder: GeometryBuilder): void {
  for (let at = 0; at < read.length; at += 2) builder.add(read[at] ?? 0, read[at + 1] ?? 0);
  builder.endRing(AREA, outer);
}
