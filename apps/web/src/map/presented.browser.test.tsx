import { afterEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { prefer } from "../ui/testing/prefer.ts";
import { LAND, PALETTE } from "./palette.ts";
import { drawMap, isDrawn } from "./testing/draw-map.ts";
import { line, sampleGeometry } from "./testing/sample-geometry.ts";

let leave = (): void => undefined;
afterEach(() => leave());

const VIEW = { lat: 0, lon: 0, zoom: Math.log2((2 * Math.PI * 6_378_137) / 256 / 1000) };

/** The colour that a person sees at a pixel of the map. */
async function seenAt(x: number, y: number): Promise<string> {
  const shot = await screen.getByRole("application").screenshot({ base64: true, save: false });
  const { base64 } = typeof shot === "string" ? { base64: shot } : (shot as { base64: string });
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d")!;
  context.drawImage(picture, 0, 0);
  const scale = picture.width / 600;
  const { data } = context.getImageData(Math.floor(x * scale), Math.floor(y * scale), 1, 1);
  return `#${[...data.subarray(0, 3)].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

test("a picture that comes later is seen without a movement of the map", async () => {
  const geometry = sampleGeometry(line("", [-100_000, 50_000], [100_000, 50_000]));
  const layer = (colour: number) => [{ id: "a", geometry, colours: Uint8Array.of(colour) }];
  const map = drawMap({ layers: layer(1), view: VIEW });
  ({ leave } = map);
  await isDrawn();
  await expect.poll(async () => seenAt(260, 150)).toBe(PALETTE[1]);
  map.redraw({ layers: layer(7) });
  await expect.poll(async () => seenAt(260, 150)).toBe(PALETTE[7]);
  map.redraw({ layers: layer(2) });
  await expect.poll(async () => seenAt(260, 150)).toBe(PALETTE[2]);
});

const look = async (value: "light" | "dark"): Promise<void> => prefer("color-scheme", value);

test("the map takes on the look that the system changes to", async () => {
  await look("light");
  ({ leave } = drawMap({}));
  await isDrawn();
  await expect.poll(async () => seenAt(330, 230)).toBe(LAND.light);
  await look("dark");
  await expect.poll(async () => seenAt(330, 230)).toBe(LAND.dark);
  await look("light");
  await expect.poll(async () => seenAt(330, 230)).toBe(LAND.light);
});

test("where the system asks for stillness, the map zooms at once", async () => {
  await prefer("reduced-motion", "reduce");
  const map = drawMap({ view: VIEW });
  ({ leave } = map);
  await isDrawn();
  await expect.element(screen.getByText("100 km")).toBeVisible();
  map.handle.current?.zoomBy(1);
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  expect(document.body.textContent).toContain("Scale:50 km");
});
