import { AREA } from "@swath/plan/model";
import type { LayerStyle } from "../map-layer.ts";
import type { PreparedGeometry } from "./layer-paths.ts";
import type { Placing } from "./trace.ts";

/** Names are drawn where not more features than this are in sight. */
const MOST_NAMED = 600;
const FONT_PX = 12;
const FONT = 'system-ui, "Segoe UI", "Noto Sans", sans-serif';
/** Cells of the raster in which no two names lie, in CSS pixels. */
const CELL = { width: 24, height: 16 };

/** How far above their middle lines and points have their name, in CSS pixels. */
const LIFT = 11;

interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** The names of a layer's features at close zoom; those of what was missed at every zoom. */
export function labelsOf(
  { geometry, extents }: PreparedGeometry,
  seen: readonly number[],
  look: LayerStyle,
  { placing, pixelRatio }: { readonly placing: Placing; readonly pixelRatio: number },
): Label[] {
  if (look === "flown" || (look === "plan" && seen.length > MOST_NAMED)) return [];
  return seen.slice(0, MOST_NAMED).flatMap((feature) => {
    const text = geometry.names[feature] ?? "";
    if (text === "") return [];
    const [left = 0, bottom = 0, right = 0, top = 0] = extents.subarray(feature * 4);
    // In the middle of what is seen of it.
    const [west, east] = clip(
      left,
      right,
      placing.left,
      placing.left + placing.width / placing.scale,
    );
    const [south, north] = clip(
      bottom,
      top,
      placing.top - placing.height / placing.scale,
      placing.top,
    );
    const x = ((west + east) / 2 - placing.left) * placing.scale;
    const y = (placing.top - (south + north) / 2) * placing.scale;
    return [{ text, x, y: geometry.kinds[feature] === AREA ? y : y - LIFT * pixelRatio }];
  });
}

const clip = (from: number, to: number, least: number, most: number): [number, number] => [
  Math.max(from, least),
  Math.min(to, most),
];

/** Draws names where there is room for them, the first ones first. */
export function drawLabels(
  context: OffscreenCanvasRenderingContext2D,
  labels: readonly Label[],
  { pixelRatio, dark }: { readonly pixelRatio: number; readonly dark: boolean },
): void {
  context.font = `600 ${FONT_PX * pixelRatio}px ${FONT}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 3 * pixelRatio;
  context.strokeStyle = dark ? "#0e1420" : "#ffffff";
  context.fillStyle = dark ? "#e6ebf4" : "#172033";
  const taken = new Set<string>();
  for (const { text, x, y } of labels) {
    const cells = cellsOf(x, y, context.measureText(text).width, pixelRatio);
    if (cells.some((cell) => taken.has(cell))) continue;
    for (const cell of cells) taken.add(cell);
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
}

function cellsOf(x: number, y: number, width: number, pixelRatio: number): string[] {
  const cells: string[] = [];
  const row = Math.round(y / (CELL.height * pixelRatio));
  const cell = CELL.width * pixelRatio;
  for (let column = Math.floor((x - width / 2) / cell); column <= (x + width / 2) / cell; column++)
    cells.push(`${column} ${row}`, `${column} ${row + 1}`);
  return cells;
}
