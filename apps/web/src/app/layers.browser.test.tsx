import type { ProcessingLayers } from "@swath/contract/clouds";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { systemOf } from "../clouds/layers/systems.ts";
import { type FakeStore, fakeStore, opened } from "../clouds/testing/cloud-files.ts";
import { linesFile } from "../clouds/testing/line-file.ts";
import { density, footprints, RASTER_EPSG, shades } from "../clouds/testing/raster-files.ts";
import { cloudFinding } from "../data/testing/cloud-finding.ts";
import { ApiError } from "../platform/api/api-error.ts";
import { type FakeAnswers, fakeApi } from "../platform/api/testing/fake-api.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { openApp } from "./testing/open-app.tsx";

const system = systemOf(RASTER_EPSG)!;
const files = new Map<string, Uint8Array>();

const place = (x: number, y: number) => system.inverse(x, y);
const square = [
  [400_010, 6_400_010],
  [400_090, 6_400_010],
  [400_090, 6_400_090],
  [400_010, 6_400_010],
].map(([x, y]) => place(x!, y!));
const COVERAGE = {
  type: "FeatureCollection",
  features: [
    { properties: { line: "1" }, geometry: { type: "MultiPolygon", coordinates: [[square]] } },
  ],
};

beforeAll(async () => {
  files.set("2/hillshade_1.tif", shades(60, 200));
  files.set("1/hillshade_1.tif", shades(120, 120));
  files.set("density.tif", density());
  files.set("no-system.tif", shades(1, 1, null));
  files.set("line-1.copc.laz", await linesFile([{ line: 1, tooHigh: 0 }]));
  files.set("coverage.geojson", new TextEncoder().encode(JSON.stringify(COVERAGE)));
});

let leave = (): void => undefined;
afterEach(async () => {
  leave();
  vi.restoreAllMocks();
  await screen.viewport(414, 896);
});

const file = (path: string, kind: "raster" | "vector" | "points", key = path) => ({
  bucket: "swath-processing",
  key,
  path,
  size: files.get(key)?.length ?? 100_000,
  kind,
});
const hillshade = (attempt: number) => ({
  job: "DEM1",
  attempt,
  files: [file("hillshade_1.tif", "raster", `${attempt}/hillshade_1.tif`)],
});
const layersOf = (): ProcessingLayers[] => [
  {
    processingId: "e334a0bda04947859e512fc2",
    sensorId: "SL000001",
    projectId: "PRJ00001",
    custom: 0,
    jobs: [
      {
        job: "ICP2_MineIP1",
        attempt: 2,
        attempts: [2],
        files: [file("line-1.copc.laz", "points")],
      },
      { ...hillshade(2), attempts: [2, 1] },
      {
        job: "QA1",
        attempt: 1,
        attempts: [1],
        files: [file("density.tif", "raster"), file("coverage.geojson", "vector")],
      },
    ],
  },
];

const FLOWN = {
  planned: [],
  flown: [{ name: "1", path: [place(400_000, 6_400_050), place(400_100, 6_400_050)] }],
};
/** A finding in the north-east of the square. */
const [longitude, latitude] = place(400_080, 6_400_080);
const FINDING = cloudFinding({
  place: { x: 400_080, y: 6_400_080, z: 58, epsg: 32_750, longitude, latitude },
});

interface Options {
  readonly width?: number;
  readonly answers?: FakeAnswers;
}

async function open(query = "", { width = 1_425, answers = {} }: Options = {}) {
  await screen.viewport(width, 900);
  const store: FakeStore = fakeStore(files);
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3" }),
    countFailures: () => ({ Jobs: 0 }),
    listFlightLayers: layersOf,
    listAttemptLayers: ({ request }) =>
      hillshade(Number((request.params as { attempt: string }).attempt)),
    listFindings: () => [],
    readFlightMap: () => FLOWN,
    readAttemptFile: () => ({
      url: `data:application/geo+json,${encodeURIComponent(JSON.stringify(COVERAGE))}`,
      expires: "2099-01-01T00:00:00.000Z",
    }),
    openClouds: ({ request }) => opened(files, (request.body as { keys: readonly string[] }).keys),
    ...answers,
  });
  const app = openApp(`/layers?flight=FL000101${query}`, await sessionOf(["base"]), api);
  leave = app.leave;
  const asked = (name: string) => api.calls.filter((call) => call.name === name).length;
  return { store, asked, search: () => app.router.state.location.search };
}

/** The map with the middle of the square in its middle. */
const [lon, lat] = place(400_050, 6_400_050);
const AT = `&at=${lat.toFixed(7)},${lon.toFixed(7)},19`;
const layer = (name: string) => screen.getByRole("checkbox", { name, exact: true });
const map = () => screen.getByRole("application", { name: "Layers of flight FL000101" });

const pixelAt = (page: number, start: number, size: number, across: number): number =>
  Math.floor(((page - start) / size) * across);

/** What the rasters show so many metres east and north of the map's middle: red of each, with how opaque. */
function shadesAt(east: number, north: number): [red: number, alpha: number][] {
  const box = map().element().getBoundingClientRect();
  const metres = (2 * Math.PI * 6_378_137 * Math.cos((lat * Math.PI) / 180)) / 256 / 2 ** 19;
  const [x, y] = [
    box.left + box.width / 2 + east / metres,
    box.top + box.height / 2 - north / metres,
  ];
  return Array.from(document.querySelectorAll<HTMLElement>(".swath-raster"), (element) => {
    const canvas = element.querySelector("canvas")!;
    const of = canvas.getBoundingClientRect();
    if (canvas.style.visibility !== "visible" || of.width === 0) return [0, 0];
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d")!;
    copy.drawImage(canvas, 0, 0);
    const [column, row] = [
      pixelAt(x, of.left, of.width, canvas.width),
      pixelAt(y, of.top, of.height, canvas.height),
    ];
    const [red = 0, , , alpha = 0] = copy.getImageData(column, row, 1, 1).data;
    return [red, alpha];
  });
}
const clips = (): string[] =>
  Array.from(
    document.querySelectorAll<HTMLElement>(".swath-raster"),
    ({ style }) => style.clipPath,
  );
const dataOf = (bytes: Uint8Array): string =>
  `data:application/octet-stream;base64,${bytes.toBase64()}`;

async function pictureBytes(): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(60, 40);
  canvas.getContext("2d")!.fillRect(0, 0, 60, 40);
  const blob = await canvas.convertToBlob({ type: "image/jpeg" });
  return new Uint8Array(await blob.arrayBuffer());
}
const soon = <Value,>(read: () => Value) => expect.poll(read, { timeout: 20_000 });

test("a relief is read by ranges and lies where it is, to the cell", async () => {
  const { store, asked } = await open(AT);
  await soon(() => shadesAt(-10, 0)).toEqual([[60, 255]]);
  expect(shadesAt(10, 0)).toEqual([[200, 255]]);
  // The border of the two halves, and the square's eastern edge.
  expect(shadesAt(-0.8, 20)).toEqual([[60, 255]]);
  expect(shadesAt(0.8, 20)).toEqual([[200, 255]]);
  expect(shadesAt(49, 0)).toEqual([[200, 255]]);
  expect(shadesAt(51, 0)).toEqual([[0, 0]]);
  expect(asked("openClouds")).toBe(1);
  expect(store.ranges.every(({ name }) => name === "2/hillshade_1.tif")).toBe(true);
  await expect.element(layer("Hillshade, DEM1")).toBeChecked();
  await expect.element(screen.getByText(/^Shown: Hillshade \(DEM1, attempt 2\)/)).toBeVisible();
  await expect.element(screen.getByText(/from WGS 84 \/ UTM zone 50S/)).toBeVisible();
  await expectAccessible();
});

test("what is shown and how much of it is in the address, and the link shows the same", async () => {
  const { search } = await open(AT);
  await soon(() => shadesAt(-10, 0)).toEqual([[60, 255]]);
  await layer("Density, QA1").click();
  await expect.element(screen.getByText("> 12 1/m²")).toBeVisible();
  await layer("Hillshade, DEM1").click();
  const opacity = screen.getByRole("slider", { name: "Opacity of Density, QA1" });
  opacity.element().focus();
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
  await expect
    .poll(search)
    .toMatchObject({ shown: "flown.lines,findings,QA1.density", opacity: "QA1.density:90" });
  await soon(() => document.querySelector<HTMLElement>(".swath-raster")?.style.opacity).toBe("0.9");
  leave();
  vi.restoreAllMocks();
  await open(`${AT}&shown=QA1.density,QA1.coverage.geojson&opacity=QA1.density:40`);
  await expect.element(layer("Density, QA1")).toBeChecked();
  await expect.element(layer("Coverage of lines, QA1")).toBeChecked();
  await expect.element(layer("Hillshade, DEM1")).not.toBeChecked();
  await soon(() => shadesAt(-40, 0)[0]![1]).toBe(255);
  expect(document.querySelector<HTMLElement>(".swath-raster")?.style.opacity).toBe("0.4");
});

test("two attempts are swiped by a divide that arrow keys move", async () => {
  const { search } = await open(`${AT}&swipe=DEM1:1`);
  await soon(() => shadesAt(-10, 0).toSorted((a, b) => a[0] - b[0])).toEqual([
    [60, 255],
    [120, 255],
  ]);
  expect(clips()).toEqual(["inset(0px 50% 0px 0px)", "inset(0px 0px 0px 50%)"]);
  const divide = screen.getByRole("slider", { name: "Divide between Attempt 2 and Attempt 1" });
  divide.element().focus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.poll(search).toMatchObject({ divide: 52 });
  expect(clips()).toEqual(["inset(0px 48% 0px 0px)", "inset(0px 0px 0px 52%)"]);
  await expectAccessible();
});

test("an earlier attempt is shown in place of the published one", async () => {
  await open(`${AT}&attempts=DEM1:1`);
  await soon(() => shadesAt(-10, 0)).toEqual([[120, 255]]);
  await expect.element(screen.getByText(/^Shown: Hillshade \(DEM1, attempt 1\)/)).toBeVisible();
});

test("two places on the map become a profile of the points below it", async () => {
  const { search } = await open(AT);
  await soon(() => shadesAt(-10, 0)).toEqual([[60, 255]]);
  await screen.getByRole("button", { name: "Draw a profile" }).click();
  map().element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText(/^Click where it ends/)).toBeVisible();
  const { width, height } = map().element().getBoundingClientRect();
  await map().click({ position: { x: width / 2 + 100, y: height / 2 } });
  await expect.element(screen.getByRole("heading", { name: "Profile" })).toBeVisible();
  await expect
    .element(screen.getByText(/A profile 2\d\.\d m long and 2 m wide: .* points of lines 1,/))
    .toBeVisible();
  expect(search()).toMatchObject({ line: expect.stringMatching(/^115\.9\d+,-32\.5\d+,115\.9/) });
  await expect
    .element(screen.getByRole("link", { name: "Open the point cloud at this line" }))
    .toHaveAttribute("href", expect.stringMatching(/^\/clouds\?.*profile=/));
});

test("findings stand as flags on the map and in words beside it, and lead to their profile", async () => {
  const { search } = await open(AT, { answers: { listFindings: () => [FINDING] } });
  await expect.element(screen.getByText("Findings: 1 open of 1")).toBeVisible();
  await expect.element(screen.getByText(/Flags of findings: 1\./)).toBeVisible();
  await screen.getByRole("button", { name: /^Show: Height step/ }).click();
  await expect.poll(search).toMatchObject({ line: expect.stringMatching(/^115\.9/) });
  await layer("Findings").click();
  await expect.element(screen.getByText(/Flags of findings/)).not.toBeInTheDocument();
});

test("an image whose footprint is chosen has its quick-look, or why there is none", async () => {
  const [processing] = layersOf();
  const eo = {
    job: "EO",
    attempt: 1,
    attempts: [1],
    files: [file("footprints.kmz", "vector")],
  };
  const ring = [
    place(400_000, 6_400_000),
    place(400_100, 6_400_000),
    place(400_100, 6_400_100),
    place(400_000, 6_400_100),
    place(400_000, 6_400_000),
  ];
  const kmz = footprints({ "IMG_0001.IIQ": ring });
  const jpeg = await pictureBytes();
  const openQuickLook = vi
    .fn<() => object>(() => ({ url: dataOf(jpeg), size: jpeg.length, expires: "" }))
    .mockImplementationOnce(() => {
      throw new ApiError({
        status: 404,
        code: "OBJECT_NOT_FOUND",
        message: "no JPEG was uploaded of IMG_0001.IIQ",
      });
    });
  await open(`${AT}&shown=EO.footprints.kmz`, {
    answers: {
      listFlightLayers: () => [{ ...processing!, jobs: [...processing!.jobs, eo] }],
      readAttemptFile: () => ({ url: dataOf(kmz), expires: "" }),
      openQuickLook,
    },
  });
  await expect.element(screen.getByText(/^Click an image/)).toBeVisible();
  map().element().focus();
  // Until the footprints are there, nothing is in the middle of the map.
  await soon(async () => {
    await userEvent.keyboard("{Enter}");
    return openQuickLook.mock.calls.length;
  }).toBeGreaterThan(0);
  await expect.element(screen.getByText(/no JPEG was uploaded of IMG_0001/)).toBeVisible();
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect
    .element(screen.getByRole("img", { name: "Quick-look of IMG_0001.IIQ" }))
    .toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Close the quick-look" }).click();
  await expect.element(screen.getByRole("img", { name: /Quick-look/ })).not.toBeInTheDocument();
});

test("a raster that has no place, or cannot be read, is said in words; the rest is shown", async () => {
  const [processing] = layersOf();
  const jobs = [
    ...processing!.jobs,
    { job: "X1", attempt: 1, attempts: [1], files: [file("no-system.tif", "raster")] },
  ];
  await open(`${AT}&shown=DEM1.hillshade,X1.no-system`, {
    answers: { listFlightLayers: () => [{ ...processing!, jobs }] },
  });
  await expect
    .element(screen.getByText(/^no-system\.tif states no coordinate system/))
    .toBeVisible();
  await soon(() => shadesAt(-10, 0).some(([red]) => red === 60)).toBe(true);
  await expectAccessible();
});

test("rasters of another person are refused by the server, and that is said", async () => {
  const refused = new ApiError({
    status: 403,
    code: "INSUFFICIENT_PRIVILEGES",
    message: "this bucket is not open to you",
  });
  const openClouds = vi
    .fn<(call: { request: { body?: unknown } }) => unknown>(({ request }) =>
      opened(files, (request.body as { keys: readonly string[] }).keys),
    )
    .mockImplementationOnce(() => {
      throw refused;
    });
  await open(AT, { answers: { openClouds } });
  await expect.element(screen.getByText("Hillshade: this bucket is not open to you")).toBeVisible();
  await expect.element(screen.getByText("Shown: Flight lines.")).toBeVisible();
  await screen.getByRole("button", { name: "Try again" }).click();
  await soon(() => shadesAt(-10, 0)).toEqual([[60, 255]]);
});

test("a flight without layers and an address without a flight say so", async () => {
  await open("", { answers: { listFlightLayers: () => [] } });
  await expect.element(screen.getByText("Nothing is published that lies on a map")).toBeVisible();
  await expectAccessible();
  leave();
  vi.restoreAllMocks();
  await open("x");
  await expect.element(screen.getByText("No flight is named")).toBeVisible();
});

test("on a phone everything is there, below one another", async () => {
  await open(AT, { width: 390 });
  await expect.element(map()).toBeVisible();
  await expect.element(layer("Hillshade, DEM1")).toBeChecked();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible();
});
