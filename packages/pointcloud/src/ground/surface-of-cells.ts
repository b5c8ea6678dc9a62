import { type CellField, type Planes } from "./cell-field.ts";
import { deckCells } from "./decks.ts";
import { CELL, densifyGround } from "./densify-ground.ts";
import { atMiddle, groundPlanes, terrainHeights } from "./ground-planes.ts";
import { localPlanes, smoothTolerance } from "./local-planes.ts";
import { dropLowOutliers } from "./low-outliers.ts";
import { RAISED, raisedSegments } from "./raised-segments.ts";
import { roofCells, spreadPlanes } from "./roofs.ts";
import { bordersOf } from "./segment-borders.ts";
import { growSegments } from "./segments.ts";
import { waterCells } from "./water.ts";

/** Parameters of the ground; lengths in m. */
export interface GroundSettings {
  /** Least step that bounds an object. */
  readonly step: number;
  /** Least distance from its plane within which a point is of the ground. */
  readonly threshold: number;
  /** Smallest building, m². */
  readonly building: number;
}

/** What the surface of a cell is. */
export const SURFACE = {
  none: 0,
  ground: 1,
  building: 2,
  water: 3,
  bridge: 4,
  thing: 5,
  rough: 6,
} as const;

/** Share of the tolerance within which the surroundings of a cell are even, as leaves are not. */
const EVEN = 0.4;

/** Surfaces of a window of cells, row by row; heights are at the middle of a cell, m. */
export interface CellSurfaces {
  readonly kind: Uint8Array;
  /** A plane: of the ground, a roof, a deck, water. */
  readonly height: Float32Array;
  readonly gx: Float32Array;
  readonly gy: Float32Array;
  /** The ground under what stands there. */
  readonly terrain: Float32Array;
  /** How far points of one surface scatter, m. */
  readonly tolerance: number;
}

/**
 * What the lowest points of a window lie on. The field is overwritten: low outliers are taken out.
 */
export function surfacesOf(field: CellField, settings: GroundSettings): CellSurfaces {
  dropLowOutliers(field);
  const planes = localPlanes(field);
  const tolerance = smoothTolerance(planes, field.cell);
  const segments = growSegments(field, planes, tolerance);
  const borders = bordersOf(field, planes, segments, Math.max(settings.step, 2 * tolerance));
  const raised = raisedSegments(segments, borders, field.cell, tolerance);
  const raisedAt = (at: number): number => raised[segments.of[at]!] ?? RAISED.unknown;
  const { cells: decks, under } = deckCells(field, planes, (at) => raisedAt(at) === RAISED.ground);
  const isEven = (at: number): boolean => planes.rms[at]! <= EVEN * tolerance;
  const state = statesOf(field, decks, raisedAt, isEven);
  densifyGround(field, state, tolerance);
  const water = waterCells(field, (at) => state[at]! >= CELL.open);
  for (let at = 0; at < water.length; at += 1)
    if (water[at] === 1 && state[at] === CELL.open) state[at] = CELL.found;
  const ground = groundPlanes(field, planes, state, tolerance);
  const terrain = terrainHeights(field, ground, (at) =>
    decks[at] === 1 ? under[at]! : Number.NaN,
  );
  const { roofs, things } = roofCells(field, planes, segments, state, terrain, settings.building);
  spreadPlanes(field, roofs, planes, (at) => segments.of[at]! >= 0 && roofs[at] === 1);
  return assemble({
    field,
    planes,
    ground,
    terrain,
    tolerance,
    state,
    decks,
    roofs,
    things,
    water,
  });
}

function statesOf(
  { z }: CellField,
  decks: Uint8Array,
  raisedAt: (at: number) => number,
  isEven: (at: number) => boolean,
): Uint8Array {
  const state = new Uint8Array(z.length);
  for (let at = 0; at < state.length; at += 1) {
    const raised = raisedAt(at);
    if (decks[at] === 1) state[at] = CELL.deck;
    else if (Number.isNaN(z[at]!) || raised === RAISED.object) state[at] = CELL.raised;
    else state[at] = raised === RAISED.ground && isEven(at) ? CELL.sure : CELL.open;
  }
  return state;
}

interface Parts {
  readonly field: CellField;
  readonly planes: Planes;
  readonly ground: Planes;
  readonly terrain: Float32Array;
  readonly tolerance: number;
  readonly state: Uint8Array;
  readonly decks: Uint8Array;
  readonly roofs: Uint8Array;
  readonly things: Uint8Array;
  readonly water: Uint8Array;
}

function assemble({ field, planes, ground, terrain, tolerance, ...parts }: Parts): CellSurfaces {
  const cells = field.z.length;
  const surfaces = {
    kind: new Uint8Array(cells),
    height: new Float32Array(cells),
    gx: new Float32Array(cells),
    gy: new Float32Array(cells),
    terrain,
    tolerance,
  };
  for (let at = 0; at < cells; at += 1) {
    const kind = kindOf(parts, ground, at);
    const from = kind === SURFACE.ground || kind === SURFACE.rough ? ground : planes;
    surfaces.kind[at] = kind;
    if (kind === SURFACE.water) {
      surfaces.height[at] = field.z[at]!;
    } else if (kind !== SURFACE.none) {
      surfaces.height[at] = atMiddle(field, from, at);
      surfaces.gx[at] = from.gx[at]!;
      surfaces.gy[at] = from.gy[at]!;
    }
  }
  return surfaces;
}

function kindOf(
  {
    decks,
    roofs,
    things,
    water,
    state,
  }: Omit<Parts, "field" | "planes" | "ground" | "terrain" | "tolerance">,
  { h }: Planes,
  at: number,
): number {
  if (decks[at] === 1) return SURFACE.bridge;
  if (roofs[at] === 1) return SURFACE.building;
  if (water[at] === 1) return SURFACE.water;
  if (!Number.isNaN(h[at]!)) return state[at] === CELL.sure ? SURFACE.ground : SURFACE.rough;
  return things[at] === 1 ? SURFACE.thing : SURFACE.none;
}
