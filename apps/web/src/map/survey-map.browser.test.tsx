import { afterEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import {
  CROSS_STRIP,
  DIMMED,
  HIDDEN,
  type MapView,
  type PaintRaster,
  type RasterView,
  SELECTED,
} from "./map-layer.ts";
import { MISSED_COLOUR, PALETTE } from "./palette.ts";
import { drawMap, isDrawn, pictureColour } from "./testing/draw-map.ts";
import { clickAt, drag, moveTo, press, release, shiftClickAt } from "./testing/pointer.ts";
import { area, line, point, sampleGeometry } from "./testing/sample-geometry.ts";
import { type MapPlace, markAt } from "./use-pointer.ts";

let leave = (): void => undefined;
afterEach(() => leave());

/** 1,000 m a pixel, longitude 0 and latitude 0 in the middle of 600 by 400 pixels. */
const VIEW = { lat: 0, lon: 0, zoom: Math.log2((2 * Math.PI * 6_378_137) / 256 / 1000) };

/** Metres of EPSG:3857 at a pixel of that view. */
const metres = (x: number, y: number): [number, number] => [(x - 300) * 1000, (200 - y) * 1000];

const rgb = (colour: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));

const colourAt = (x: number, y: number): number[] => pictureColour(x, y).slice(0, 3);

/** How opaque pixels beside one another are. */
const alphas = (x: number, y: number, length: number): number[] =>
  Array.from({ length }, (_, step) => pictureColour(x + step, y)[3] ?? 0);

/** Colours go through rounding where they are drawn. */
const isColour = (seen: readonly number[], colour: string): boolean =>
  seen.length === 3 && rgb(colour).every((value, at) => Math.abs(value - seen[at]!) <= 3);
/** A picture comes from a worker, which takes its time on a busy machine. */
const soon = <Value,>(read: () => Value) => expect.poll(read, { timeout: 20_000 });

const EMPTY = [0, 0, 0, 0];

test("a line is drawn in its colour where it lies", async () => {
  const geometry = sampleGeometry(line("L1", metres(200, 150), metres(400, 150)));
  ({ leave } = drawMap({
    layers: [{ id: "a", geometry, colours: Uint8Array.of(3) }],
    view: VIEW,
  }));
  await expect.element(screen.getByRole("application", { name: "Plan" })).toBeVisible();
  await soon(() => isColour(colourAt(260, 150), PALETTE[3]!)).toBe(true);
  expect(pictureColour(260, 120)).toEqual(EMPTY);
  expect(pictureColour(450, 150)).toEqual(EMPTY);
});

test("what is hidden is not drawn, and what is dimmed is pale", async () => {
  const geometry = sampleGeometry(
    line("", metres(200, 100), metres(400, 100)),
    line("", metres(200, 150), metres(400, 150)),
    line("", metres(200, 200), metres(400, 200)),
  );
  const flags = Uint8Array.of(0, HIDDEN, DIMMED);
  ({ leave } = drawMap({ layers: [{ id: "a", geometry, flags }], view: VIEW }));
  await soon(() => pictureColour(260, 100)[3]).toBe(255);
  expect(pictureColour(260, 150)).toEqual(EMPTY);
  expect(pictureColour(260, 200)[3]).toBeGreaterThan(40);
  expect(pictureColour(260, 200)[3]).toBeLessThan(150);
});

test("a layer that is switched off is not drawn", async () => {
  const [one, other] = [100, 200].map((y) =>
    sampleGeometry(line("", metres(200, y), metres(400, y))),
  );
  const layers = [
    { id: "a", geometry: one! },
    { id: "b", geometry: other!, visible: false },
  ];
  ({ leave } = drawMap({ layers, view: VIEW }));
  await soon(() => pictureColour(260, 100)[3]).toBe(255);
  expect(pictureColour(260, 200)).toEqual(EMPTY);
});

test("what is selected has a halo", async () => {
  const geometry = sampleGeometry(line("", metres(200, 150), metres(400, 150)));
  const flags = Uint8Array.of(SELECTED);
  ({ leave } = drawMap({ layers: [{ id: "a", geometry, flags }], view: VIEW }));
  await soon(() => isColour(colourAt(260, 152), "#ffc629")).toBe(true);
  expect(isColour(colourAt(260, 147), "#ffc629")).toBe(true);
});

test("a cross-strip is dashed", async () => {
  const geometry = sampleGeometry(line("", metres(100, 150), metres(500, 150)));
  const flags = Uint8Array.of(CROSS_STRIP);
  ({ leave } = drawMap({ layers: [{ id: "a", geometry, flags }], view: VIEW }));
  await soon(() => alphas(200, 150, 60).includes(255)).toBe(true);
  expect(alphas(200, 150, 60).filter((alpha) => alpha === 0).length).toBeGreaterThan(10);
});

test("an area is filled so that what lies below is seen, but its hole is not", async () => {
  const geometry = sampleGeometry(
    area(
      "",
      [metres(200, 100), metres(200, 300), metres(400, 300), metres(400, 100), metres(200, 100)],
      [metres(250, 150), metres(350, 150), metres(350, 250), metres(250, 250), metres(250, 150)],
    ),
  );
  const colours = Uint8Array.of(2);
  ({ leave } = drawMap({ layers: [{ id: "a", geometry, colours }], view: VIEW }));
  await soon(() => pictureColour(225, 200)[3]).toBeGreaterThan(20);
  expect(pictureColour(225, 200)[3]).toBeLessThan(100);
  expect(pictureColour(300, 200)).toEqual(EMPTY);
});

test("what was missed is thick and red, with its name at every zoom", async () => {
  const geometry = sampleGeometry(line("1.2 km missed", metres(200, 150), metres(400, 150)));
  ({ leave } = drawMap({ layers: [{ id: "a", geometry, look: "missed" }], view: VIEW }));
  await soon(() => isColour(colourAt(230, 152), MISSED_COLOUR)).toBe(true);
  expect(alphas(270, 139, 60).some((alpha) => alpha > 200)).toBe(true);
});

test("a line beyond the edge of the world is drawn on the other side too", async () => {
  const edge = Math.PI * 6_378_137;
  const geometry = sampleGeometry(line("", [edge + 20_000, 0], [edge + 60_000, 0]));
  ({ leave } = drawMap({ layers: [{ id: "a", geometry }], view: { ...VIEW, lon: -180 } }));
  await soon(() => pictureColour(340, 200)[3]).toBe(255);
});

test("colours that change are drawn anew", async () => {
  const geometry = sampleGeometry(line("", metres(200, 150), metres(400, 150)));
  const layer = (colour: number) => [{ id: "a", geometry, colours: Uint8Array.of(colour) }];
  const map = drawMap({ layers: layer(1), view: VIEW });
  ({ leave } = map);
  await soon(() => isColour(colourAt(260, 150), PALETTE[1]!)).toBe(true);
  map.redraw({ layers: layer(7) });
  await soon(() => isColour(colourAt(260, 150), PALETTE[7]!)).toBe(true);
});

test("the pointer is told of the feature that it is on, and of none", async () => {
  const geometry = sampleGeometry(
    line("", metres(200, 150), metres(400, 150)),
    point("", ...metres(300, 300)),
    line("", metres(200, 250), metres(400, 250)),
  );
  const places: (MapPlace | undefined)[] = [];
  const clicks: MapPlace[] = [];
  const layers = [{ id: "a", geometry, flags: Uint8Array.of(0, 0, HIDDEN) }];
  const [onHover, onClick] = [
    (place?: MapPlace) => void places.push(place),
    (place: MapPlace) => void clicks.push(place),
  ];
  ({ leave } = drawMap({ layers, view: VIEW, onHover, onClick }));
  await isDrawn();
  await moveTo([250, 153]);
  await soon(() => places.at(-1)?.feature).toEqual({ layerId: "a", feature: 0 });
  await moveTo([250, 250]);
  await soon(() => places.at(-1)?.feature).toBeUndefined();
  await clickAt([302, 298]);
  await shiftClickAt([250, 60]);
  await soon(() => clicks.length).toBe(2);
  expect(clicks.map(({ feature, adding }) => [feature?.feature, adding])).toEqual([
    [1, false],
    [undefined, true],
  ]);
});

test("a pointer that rests on a feature is told of it once features can be searched", async () => {
  const geometry = sampleGeometry(line("", metres(200, 150), metres(400, 150)));
  const onHover = vi.fn<(place: MapPlace | undefined) => void>();
  const map = drawMap({ view: VIEW, onHover });
  ({ leave } = map);
  await isDrawn();
  await moveTo([250, 153]);
  await soon(() => onHover.mock.lastCall).toEqual([
    expect.objectContaining({ feature: undefined }),
  ]);
  map.redraw({ layers: [{ id: "a", geometry }], onHover });
  await soon(() => onHover.mock.lastCall?.[0]?.feature).toEqual({ layerId: "a", feature: 0 });
});

test("a lasso gives its corners, and a dragged map none", async () => {
  const onLasso = vi.fn<(corners: Float64Array) => void>();
  const map = drawMap({ view: VIEW, tool: "lasso", onLasso });
  ({ leave } = map);
  await isDrawn();
  await drag([200, 100], [400, 100], [400, 300], [200, 300]);
  await soon(() => onLasso.mock.calls.length).toBe(1);
  const corners = [...onLasso.mock.calls[0]![0]].map((metre) => Math.round(metre / 1000));
  expect(corners).toEqual([-100, 100, 100, 100, 100, -100, -100, -100]);
  map.redraw({ tool: "pan" });
  await drag([200, 100], [400, 100], [400, 300], [200, 300]);
  expect(onLasso).toHaveBeenCalledOnce();
});

test("Escape drops a lasso that is being drawn, and leaves what is around the map open", async () => {
  const onLasso = vi.fn<() => void>();
  const onToolChange = vi.fn<(tool: string) => void>();
  const outside = vi.fn<() => void>();
  document.addEventListener("keydown", outside);
  const map = drawMap({ view: VIEW, tool: "lasso", onLasso, onToolChange });
  ({ leave } = map);
  await isDrawn();
  await expect.element(screen.getByRole("application")).toHaveFocus();
  await press([200, 100], [400, 100], [400, 300]);
  await userEvent.keyboard("{Escape}");
  expect(onToolChange.mock.calls).toEqual([["pan"]]);
  map.redraw({ tool: "pan" });
  await release([200, 300]);
  expect(onLasso).not.toHaveBeenCalled();
  expect(outside).not.toHaveBeenCalled();
  document.removeEventListener("keydown", outside);
});

test("a lasso around the data beyond the edge of the world is given where the data is", async () => {
  const edge = Math.PI * 6_378_137;
  const geometry = sampleGeometry(line("", [edge + 20_000, 0], [edge + 60_000, 0]));
  const onLasso = vi.fn<(corners: Float64Array) => void>();
  const layers = [{ id: "a", geometry }];
  ({ leave } = drawMap({ layers, view: { ...VIEW, lon: -180 }, tool: "lasso", onLasso }));
  await isDrawn();
  await drag([310, 150], [370, 150], [370, 250], [310, 250]);
  await soon(() => onLasso.mock.calls.length).toBe(1);
  expect(onLasso.mock.calls[0]![0][0]).toBeCloseTo(edge + 10_000, -3);
});

test("by keyboard the map zooms and pans, and reports where it is once it rests", async () => {
  const views: MapView[] = [];
  const onViewChange = (view: MapView) => void views.push(view);
  ({ leave } = drawMap({ view: VIEW, onViewChange }));
  await isDrawn();
  await userEvent.tab();
  await expect.element(screen.getByRole("application")).toHaveFocus();
  await userEvent.keyboard("+");
  await soon(() => views.at(-1)?.zoom).toBeCloseTo(VIEW.zoom + 1, 1);
  await userEvent.keyboard("-");
  await soon(() => views.at(-1)?.zoom).toBeCloseTo(VIEW.zoom, 1);
  await userEvent.keyboard("{ArrowRight}");
  await soon(() => views.at(-1)?.lon).toBeGreaterThan(0.5);
  // Of some thirty frames that moved it.
  expect(views.length).toBeLessThan(8);
});

test("what was zoomed to stays in sight as the map becomes smaller, until it is moved", async () => {
  const geometry = sampleGeometry(line("", metres(100, 150), metres(140, 150)));
  const views: MapView[] = [];
  const onViewChange = (view: MapView) => void views.push(view);
  const { leave: end, handle } = drawMap({
    layers: [{ id: "a", geometry }],
    view: VIEW,
    onViewChange,
  });
  leave = end;
  await isDrawn();
  handle.current?.zoomToData();
  const zoomOf = (pixels: number) => VIEW.zoom + Math.log2(pixels / 40);
  await soon(() => views.at(-1)?.zoom).toBeCloseTo(zoomOf(520), 1);
  const place = document.querySelector<HTMLElement>("main > div")!;
  place.style.width = "340px";
  await soon(() => views.at(-1)?.zoom).toBeCloseTo(zoomOf(260), 1);
  screen.getByRole("application").element().focus();
  await userEvent.keyboard("+");
  await soon(() => views.at(-1)?.zoom).toBeCloseTo(zoomOf(520), 1);
  const { lon } = views.at(-1)!;
  place.style.width = "600px";
  await userEvent.keyboard("{ArrowRight}");
  await soon(() => views.at(-1)?.lon).toBeGreaterThan(lon);
  expect(views.at(-1)?.zoom).toBeCloseTo(zoomOf(520), 1);
});

test("the map's buttons have the specification's names and do what they say", async () => {
  const geometry = sampleGeometry(line("", metres(100, 150), metres(140, 150)));
  const views: MapView[] = [];
  const onClose = vi.fn<() => void>();
  ({ leave } = drawMap({
    layers: [{ id: "a", geometry }],
    view: VIEW,
    controls: ["close", "zoomIn", "zoomOut", "zoomToData", "baseMap"],
    onClose,
    onViewChange: (view) => void views.push(view),
  }));
  await isDrawn();
  const names = screen
    .getByRole("button")
    .elements()
    .map((button) => button.ariaLabel);
  expect(names).toEqual([
    "Close Map",
    "Zoom In",
    "Zoom Out",
    "Zoom to Data Extents",
    "Toggle Base Map",
  ]);
  await screen.getByRole("button", { name: "Zoom In" }).click();
  await soon(() => views.at(-1)?.zoom).toBeCloseTo(VIEW.zoom + 1, 1);
  await screen.getByRole("button", { name: "Zoom Out" }).click();
  await soon(() => views.at(-1)?.zoom).toBeCloseTo(VIEW.zoom, 1);
  await screen.getByRole("button", { name: "Zoom to Data Extents" }).click();
  // 40 km over 520 pixels, about the line's middle.
  await soon(() => views.at(-1)?.zoom).toBeCloseTo(VIEW.zoom + Math.log2(520 / 40), 1);
  expect(views.at(-1)?.lon).toBeCloseTo(-180_000 / 111_319.49, 1);
  await screen.getByRole("button", { name: "Close Map" }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test("a length is measured by clicks, and corners are taken back", async () => {
  ({ leave } = drawMap({ view: VIEW }));
  await isDrawn();
  await screen.getByRole("button", { name: "Measure" }).click();
  await clickAt([200, 200]);
  await moveTo([300, 200]);
  // A degree of the equator is 111.3195 km long on the ellipsoid and 111,319.49 m of EPSG:3857 wide.
  await expect.element(screen.getByText("Length 100.00 km")).toBeVisible();
  await clickAt([300, 200]);
  await clickAt([300, 100]);
  await expect.element(screen.getByText("Length 199.3 km")).toBeVisible();
  await expect.element(screen.getByText("Area 4,967 km²")).toBeVisible();
  await expect.element(screen.getByText("3 corners, 199.3 km")).toBeInTheDocument();
  await screen.getByRole("button", { name: "Undo corner" }).click();
  await expect.element(screen.getByText("2 corners, 100.00 km")).toBeInTheDocument();
});

test("measuring goes by keyboard, and Escape ends it and nothing else", async () => {
  const outside = vi.fn<(event: KeyboardEvent) => void>();
  document.addEventListener("keydown", outside);
  ({ leave } = drawMap({ view: VIEW }));
  await isDrawn();
  await screen.getByRole("button", { name: "Measure" }).click();
  (screen.getByRole("application").element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await userEvent.keyboard("{ArrowRight}");
  await userEvent.keyboard(" ");
  await expect.element(screen.getByText("2 corners, 128.0 km")).toBeInTheDocument();
  outside.mockClear();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("group", { name: "Measuring" })).not.toBeInTheDocument();
  expect(outside).not.toHaveBeenCalled();
  document.removeEventListener("keydown", outside);
});

test("a raster's picture that no longer fits is cancelled, and another one ordered once the map rests", async () => {
  const orders: { readonly view: RasterView; readonly signal: AbortSignal }[] = [];
  const paint: PaintRaster = (view, signal) => {
    orders.push({ view, signal });
    return new Promise(() => undefined);
  };
  const rasters = [{ id: "relief", paint, opacity: 0.5 }];
  const { handle, redraw, leave: end } = drawMap({ rasters, view: VIEW });
  leave = end;
  await soon(() => orders.length).toBe(1);
  const { view } = orders[0]!;
  expect(view.mapResolution).toBeCloseTo(1_000, 6);
  expect(view.left).toBeLessThanOrEqual(-300_000);
  expect(view.top).toBeGreaterThanOrEqual(200_000);
  expect(document.querySelector<HTMLElement>(".swath-raster")!.style.opacity).toBe("0.5");
  handle.current!.zoomBy(1);
  await soon(() => orders.at(-1)!.view.mapResolution).toBeCloseTo(500, 6);
  expect(orders.map(({ signal }) => signal.aborted)).toEqual([
    ...orders.slice(1).map(() => true),
    false,
  ]);
  redraw({ rasters: [] });
  expect(orders.at(-1)!.signal.aborted).toBe(true);
  await soon(() => document.querySelector(".swath-raster")).toBeNull();
});

const sketch = (): HTMLCanvasElement | null => document.querySelector(".swath-sketch");

const flagAt = (px: number, py: number): number[] => {
  const ratio = (sketch()?.width ?? 0) / 600;
  const context = sketch()?.getContext("2d");
  return [...(context?.getImageData(px * ratio, py * ratio, 1, 1).data.subarray(0, 3) ?? [])];
};

test("flags stand where they are to be, and a click finds them", async () => {
  const places: MapPlace[] = [];
  const [x, y] = metres(300, 200);
  const marks = [{ id: "a", x, y, closed: false }];
  ({ leave } = drawMap({ marks, view: VIEW, onClick: (place) => places.push(place) }));
  // Red cloth, to the right of its pole and above its foot.
  await soon(() => flagAt(304, 187)).toEqual([255, 90, 60]);
  await clickAt([304, 187]);
  await soon(() => places.length).toBe(1);
  expect(markAt(marks, places[0]!)?.id).toBe("a");
  expect(markAt(marks, { ...places[0]!, x: x + 40_000 })).toBeUndefined();
});
