import {
  FLOWN_COLOUR,
  GROUNDS,
  MISSED_COLOUR,
  PALETTE,
  paletteColour,
  UNASSIGNED_COLOUR,
} from "../palette.ts";
import type { LayerStyle } from "../map-layer.ts";
import { type LayerPaths, PALE } from "./layer-paths.ts";
import { DASH_PERIOD } from "./trace.ts";

type Context = OffscreenCanvasRenderingContext2D;

/** Widths in CSS pixels. */
const LINE_WIDTH: Record<LayerStyle, number> = { plan: 2, flown: 1.25, missed: 5 };
const HALO_WIDTH = 8;
const HALO_EDGE_WIDTH = 11;
const POINT_RADIUS = 4;
const FILL_OPACITY = 0.18;
const PALE_OPACITY = 0.35;
/** The portal's yellow within its dark blue: one of them stands out from any ground. */
const HALO = "#ffc629";
const HALO_EDGE = "#12203a";

interface Style {
  readonly look: LayerStyle;
  readonly opacity: number;
  readonly pixelRatio: number;
  readonly dark: boolean;
}

function colourOf(look: LayerStyle, colour: number): string {
  if (look === "missed") return MISSED_COLOUR;
  if (look === "flown") return FLOWN_COLOUR;
  return colour < PALETTE.length ? paletteColour(colour) : UNASSIGNED_COLOUR;
}

/** Draws a layer's paths: areas, halos of what is selected, lines, dots, points. */
export function drawLayer(context: Context, paths: LayerPaths, style: Style): void {
  const { look, pixelRatio } = style;
  context.globalAlpha = style.opacity;
  context.lineJoin = "round";
  context.lineCap = "round";
  fillAreas(context, paths, style);
  drawHalo(context, paths, pixelRatio);
  context.lineWidth = LINE_WIDTH[look] * pixelRatio;
  context.lineCap = "butt";
  for (const [colour, path] of paths.solid.entries()) strokeIn(context, path, style, colour);
  context.setLineDash([(DASH_PERIOD * 2) / 3, DASH_PERIOD / 3]);
  for (const [colour, path] of paths.dashed.entries()) strokeIn(context, path, style, colour);
  context.setLineDash([]);
  for (const [colour, path] of paths.dots.entries()) {
    if (path === undefined) continue;
    context.fillStyle = colourOf(look, colour);
    context.fill(path);
  }
  drawPoints(context, paths, style);
  context.globalAlpha = 1;
}

function strokeIn(
  context: Context,
  path: Path2D | undefined,
  { look, opacity }: Style,
  colour: number,
): void {
  if (path === undefined) return;
  context.globalAlpha = opacity * (colour === PALE ? PALE_OPACITY : 1);
  context.strokeStyle = colourOf(look, colour);
  context.stroke(path);
  context.globalAlpha = opacity;
}

function fillAreas(context: Context, { areas }: LayerPaths, { look, opacity }: Style): void {
  for (const [colour, path] of areas.entries()) {
    if (path === undefined) continue;
    context.globalAlpha = opacity * FILL_OPACITY * (colour === PALE ? PALE_OPACITY : 1);
    context.fillStyle = colourOf(look, colour);
    context.fill(path, "nonzero");
  }
  context.globalAlpha = opacity;
}

function drawHalo(context: Context, { selected }: LayerPaths, pixelRatio: number): void {
  if (selected === undefined) return;
  for (const [width, colour] of [
    [HALO_EDGE_WIDTH, HALO_EDGE],
    [HALO_WIDTH, HALO],
  ] as const) {
    context.lineWidth = width * pixelRatio;
    context.strokeStyle = colour;
    context.stroke(selected);
  }
}

function drawPoints(context: Context, { points }: LayerPaths, style: Style): void {
  context.strokeStyle = GROUNDS[style.dark ? "dark" : "light"];
  context.lineWidth = style.pixelRatio;
  for (const { colour, x, y } of points) {
    context.fillStyle = colourOf(style.look, colour);
    context.beginPath();
    context.arc(x, y, POINT_RADIUS * style.pixelRatio, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}
