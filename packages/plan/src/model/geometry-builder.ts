import { signedArea, turnRing } from "./rings.ts";
import { COLLECTION, type FeatureKind, type PartKind, type PlanGeometry } from "./plan-geometry.ts";

/** How much one file may hold. */
export interface GeometryBounds {
  readonly positions: number;
  readonly features: number;
}

/** Five million positions are 80 MB; a drawing of 50,000 lines has 150,000. */
export const USUAL_BOUNDS: GeometryBounds = { positions: 5_000_000, features: 500_000 };

/** A position that has no place on the map, and the feature (from 0) that it belongs to. */
export interface Misplaced {
  readonly feature: number;
  readonly x: number;
  readonly y: number;
}

/** The longitude, in degrees, that follows another by the shorter way; beyond 180° where it must. */
export function following(longitude: number, before: number): number {
  const step = longitude - before;
  if (Math.abs(step) <= 180) return longitude;
  // From one edge of the world to the other: a box around all of it.
  if (Math.abs(longitude) === 180 && longitude === -before) return longitude;
  return longitude - 360 * Math.round(step / 360);
}

/** Whether degrees have a place on the map; the poles have none in EPSG:3857. */
export function onMap(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) < 90;
}

/** Gathers features one position after another into the flat arrays of a {@link PlanGeometry}. */
export class GeometryBuilder {
  /** The first position that {@link onMap} does not hold of, where positions are degrees. */
  misplaced: Misplaced | undefined;
  readonly degrees: boolean;
  readonly #bounds: GeometryBounds;
  readonly #kinds: FeatureKind[] = [];
  readonly #names: string[] = [];
  readonly #folders: string[] = [];
  readonly #partKinds: PartKind[] = [];
  readonly #partStarts: number[] = [0];
  readonly #positionStarts: number[] = [0];
  #positions = new Float64Array(1024);
  #count = 0;

  /** Of degrees, each longitude follows the former of its part by the shorter way. */
  constructor(units: "degrees" | "any", bounds: GeometryBounds = USUAL_BOUNDS) {
    this.degrees = units === "degrees";
    this.#bounds = bounds;
  }

  /** Whether it took no more than it may. */
  get within(): boolean {
    return this.#count <= this.#bounds.positions && this.features <= this.#bounds.features;
  }

  get features(): number {
    return this.#kinds.length;
  }

  /** Whether the feature that is being gathered has a part. */
  get hasParts(): boolean {
    return this.#partKinds.length > (this.#partStarts.at(-1) ?? 0);
  }

  /** Positions of the part that is being gathered. */
  get #partLength(): number {
    return this.#count - (this.#positionStarts.at(-1) ?? 0);
  }

  /** Adds a position; beyond the bound nothing is kept, and {@link within} turns false. */
  add(x: number, y: number): void {
    this.#count += 1;
    if (this.#count > this.#bounds.positions) return;
    if (this.#count * 2 > this.#positions.length) this.#grow();
    if (this.degrees && !onMap(x, y)) this.misplaced ??= { feature: this.features, x, y };
    const before = this.#positions[this.#count * 2 - 4] ?? 0;
    const follows = this.degrees && this.#partLength > 1;
    this.#positions[this.#count * 2 - 2] = follows ? following(x, before) : x;
    this.#positions[this.#count * 2 - 1] = y;
  }

  /** Ends a part; without positions there is none. */
  endPart(kind: PartKind): void {
    if (this.#partLength === 0) return;
    this.#partKinds.push(kind);
    this.#positionStarts.push(this.#count);
  }

  /** Closes the ring that is being gathered, and turns it where it runs the wrong way. */
  endRing(kind: PartKind, counterClockwise: boolean): void {
    const from = this.#positionStarts.at(-1) ?? 0;
    if (this.#count === from || this.#count > this.#bounds.positions) return;
    const [x, y] = [this.#positions[from * 2] ?? 0, this.#positions[from * 2 + 1] ?? 0];
    const last = this.#count * 2 - 2;
    if (this.#positions[last] !== x || this.#positions[last + 1] !== y) this.#close(x, y);
    if (!this.within) return;
    const ring = this.#positions.subarray(from * 2, this.#count * 2);
    if (signedArea(ring) > 0 !== counterClockwise) turnRing(ring);
    this.endPart(kind);
  }

  #close(x: number, y: number): void {
    this.#count += 1;
    if (!this.within) return;
    if (this.#count * 2 > this.#positions.length) this.#grow();
    this.#positions.set([x, y], this.#count * 2 - 2);
  }

  /** Ends a feature; without parts there is none, which is told. */
  endFeature(name: string, folder: string): boolean {
    if (!this.hasParts) return false;
    const kinds = this.#partKinds.slice(this.#partStarts.at(-1) ?? 0);
    const first = kinds[0] ?? 0;
    this.#kinds.push(kinds.every((kind) => kind === first) ? first : COLLECTION);
    this.#names.push(name);
    this.#folders.push(folder);
    this.#partStarts.push(this.#partKinds.length);
    return true;
  }

  /** Forgets the part that is being gathered. */
  dropPart(): void {
    this.#count = this.#positionStarts.at(-1) ?? 0;
  }

  /** Forgets what was gathered since the last feature ended. */
  dropOpen(): void {
    const parts = this.#partStarts.at(-1) ?? 0;
    this.#partKinds.length = parts;
    this.#positionStarts.length = parts + 1;
    this.#count = this.#positionStarts[parts] ?? 0;
  }

  finish(): PlanGeometry {
    this.dropOpen();
    return {
      kinds: Uint8Array.from(this.#kinds),
      names: this.#names,
      folders: this.#folders,
      partStarts: Uint32Array.from(this.#partStarts),
      partKinds: Uint8Array.from(this.#partKinds),
      positionStarts: Uint32Array.from(this.#positionStarts),
      positions: this.#positions.slice(0, this.#count * 2),
    };
  }

  #grow(): void {
    const wider = new Float64Array(this.#positions.length * 2);
    wider.set(this.#positions);
    this.#positions = wider;
  }
}
