/** A shape of a placemark. */
export type KmlShape = "line" | "track" | "ring" | "point";

/** An unusual shape in words for people; `leftOut` where it is not drawn. */
export interface ShapeRemark {
  readonly text: string;
  readonly leftOut: boolean;
}

const leftOut = (text: string): ShapeRemark => ({ text: `${text}: left out`, leftOut: true });

/** Judges a shape by the number of its positions; undefined where it is right. */
export function shapeRemark(
  shape: KmlShape,
  positions: number,
  closed: boolean,
): ShapeRemark | undefined {
  if (positions === 0) return leftOut(`a ${shape} without coordinates`);
  if (shape === "point")
    return positions === 1
      ? undefined
      : { text: `a point of ${positions} positions: its first is taken`, leftOut: false };
  if (shape !== "ring") return positions === 1 ? leftOut(`a ${shape} of one vertex`) : undefined;
  if (positions - (closed && positions > 1 ? 1 : 0) < 3)
    return leftOut(
      `a ring of ${positions} ${positions === 1 ? "vertex" : "vertices"}, where four is the least`,
    );
  if (closed) return undefined;
  return {
    text: "a ring that is not closed: its last vertex is joined to its first",
    leftOut: false,
  };
}

/** Pairs of whole numbers throughout are no flight plan's. */
export const WHOLE_DEGREES = "only whole degrees: are these decimal commas?";

/** Why a position cannot be on the earth; undefined where it can. Longitudes may go on beyond 180°. */
export function placeFault(longitude: number, latitude: number): string | undefined {
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360) return undefined;
  return `longitude ${longitude}, latitude ${latitude} is not a place${swappedHint(longitude, latitude)}`;
}

/** A question, where the two would be a place the other way round. */
export function swappedHint(longitude: number, latitude: number): string {
  const swapped = Math.abs(latitude) > 90 && Math.abs(longitude) <= 90 && Math.abs(latitude) <= 180;
  return swapped ? ": are longitude and latitude swapped?" : "";
}

const MOST_REMARKS = 20;

/** Remarks on a document's placemarks: the first, and how many more there are. */
export class ShapeRemarks {
  readonly #texts: string[] = [];
  #more = 0;

  add(placemark: string, text: string): void {
    if (this.#texts.length < MOST_REMARKS) this.#texts.push(`${placemark}: ${text}`);
    else this.#more += 1;
  }

  get texts(): readonly string[] {
    return this.#more === 0 ? this.#texts : [...this.#texts, `${this.#more} more of these`];
  }
}

/** A placemark as remarks name it: by its number from 1, its name, and the line of the document. */
export function placemarkLabel(number: number, name: string, line: number): string {
  const named = name === "" ? "" : ` (${name.slice(0, 80)})`;
  return `placemark ${number}${named}, line ${line} of the KML`;
}
