import { AREA, type GeometryBuilder } from "../../model/index.ts";

/** The LatLonBox of a ground overlay, side by side as it is read; its rotation is not followed. */
export class OverlayBox {
  #sides = new Map<string, number>();

  take(side: string, text: string): void {
    this.#sides.set(side, Number(text.trim() || "none"));
  }

  /** Draws the box, where all its sides are numbers, and forgets it. */
  draw(builder: GeometryBuilder): void {
    const [west, south, east, north] = ["west", "south", "east", "north"].map((side) =>
      this.#sides.get(side),
    );
    this.#sides = new Map();
    if (west === undefined || south === undefined || east === undefined || north === undefined)
      return;
    if (![west, south, east, north].every((side) => Number.isFinite(side))) return;
    for (const [x, y] of [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ] as const)
      builder.add(x, y);
    builder.endRing(AREA, true);
  }
}
