import { placeFault } from "./kml-shapes.ts";
import type { KmlFeature, KmlPart, KmlSink } from "./kml-walker.ts";

/** Longitude and latitude in degrees. */
export type Position = readonly [longitude: number, latitude: number];

/** The contents of a KML document: counts, and paths for a small map. */
export interface KmlOutline {
  readonly lines: number;
  readonly polygons: number;
  readonly points: number;
  /** Placemarks that are marked as cross strips, by themselves or by a folder they lie in. */
  readonly crossStrips: number;
  readonly placemarks: number;
  /** Positions of lines and of polygons' outer rings, up to {@link MOST_POSITIONS} in all. */
  readonly paths: readonly KmlPath[];
  /** Shapes that are left out or mended, each with its placemark: no line has fewer than two vertices. */
  readonly remarks: readonly string[];
}

export interface KmlPath {
  readonly name: string;
  readonly crossStrip: boolean;
  /** Whether it is the outer ring of a polygon. */
  readonly area: boolean;
  readonly positions: readonly Position[];
}

const MOST_POSITIONS = 200_000;

/** Sums a document up: counts every shape, keeps the positions of the first. */
export class KmlSummary implements KmlSink {
  readonly strays = true;
  readonly #counts = { lines: 0, polygons: 0, points: 0, crossStrips: 0, placemarks: 0 };
  readonly #paths: KmlPath[] = [];
  #kept = 0;
  /** Paths of the open feature, and whether one of its shapes is left out. */
  #own: Pick<KmlPath, "area" | "positions">[] = [];
  #lost = false;
  /** Positions of the open part. */
  #open: Position[] = [];

  begin(): void {
    this.#own = [];
    this.#lost = false;
  }

  position(longitude: number, latitude: number): string | undefined {
    if (this.#open.length < MOST_POSITIONS - this.#kept) this.#open.push([longitude, latitude]);
    return placeFault(longitude, latitude);
  }

  part(part: KmlPart, drawn: boolean): void {
    const positions = this.#open;
    this.#open = [];
    if (part === "outer") this.#counts.polygons += 1;
    if (!drawn) this.#lost = true;
    else if (part === "point") this.#counts.points += 1;
    else if (part === "line" || part === "outer") {
      if (part === "line") this.#counts.lines += 1;
      // The room that is left may hold too few positions to draw.
      if (positions.length < 2) return;
      this.#kept += positions.length;
      this.#own.push({ area: part === "outer", positions });
    }
  }

  feature({ element, name, marked: crossStrip }: KmlFeature): undefined {
    if (element !== "Placemark") return;
    this.#counts.placemarks += 1;
    // A placemark that draws nothing because its shapes are broken is no cross-strip to fly.
    if (crossStrip && (this.#own.length > 0 || !this.#lost)) this.#counts.crossStrips += 1;
    for (const path of this.#own) this.#paths.push({ name, crossStrip, ...path });
  }

  outline(remarks: readonly string[]): KmlOutline {
    return { ...this.#counts, paths: this.#paths, remarks };
  }
}
