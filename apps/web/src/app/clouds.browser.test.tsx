import type { CloudFinding, SavedProfile } from "@swath/contract/processing";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { type FakeStore, fakeStore, opened } from "../clouds/testing/cloud-files.ts";
import { linesFile } from "../clouds/testing/line-file.ts";
import { cloudFinding } from "../data/testing/cloud-finding.ts";
import { savedProfile } from "../data/testing/saved-profile.ts";
import { ApiError } from "../platform/api/api-error.ts";
import { type FakeAnswers, fakeApi } from "../platform/api/testing/fake-api.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { openApp } from "./testing/open-app.tsx";

const files = new Map<string, Uint8Array>();
beforeAll(async () => {
  files.set("line-1.copc.laz", await linesFile([{ line: 1, tooHigh: 0 }]));
  files.set("line-2.copc.laz", await linesFile([{ line: 2, tooHigh: 0.1 }]));
  files.set("before.copc.laz", await linesFile([{ line: 1, tooHigh: 0.5 }]));
});

let leave = (): void => undefined;
afterEach(async () => {
  leave();
  vi.restoreAllMocks();
  await screen.viewport(414, 896);
});

const CLOUDS = [
  {
    job: "ICP2_MineIP1",
    attempt: 2,
    files: ["line-1.copc.laz", "line-2.copc.laz"].map((key) => ({
      bucket: "swath-processing",
      key,
      path: key,
      size: 1,
    })),
  },
];

/** What the job left in its attempt before. */
const EARLIER = {
  job: "ICP2_MineIP1",
  attempt: 1,
  files: [{ bucket: "swath-processing", key: "before.copc.laz", path: "before.copc.laz", size: 1 }],
};

interface Options {
  readonly width?: number;
  readonly answers?: FakeAnswers;
  readonly of?: ReadonlyMap<string, Uint8Array>;
}

async function open(address: string, { width = 1_425, answers = {}, of = files }: Options = {}) {
  await screen.viewport(width, 900);
  const store: FakeStore = fakeStore(of);
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3" }),
    countFailures: () => ({ Jobs: 0 }),
    listClouds: () => CLOUDS,
    listFindings: () => [],
    listProfiles: () => [],
    readAttemptClouds: () => EARLIER,
    openClouds: ({ request }) => opened(of, (request.body as { keys: readonly string[] }).keys),
    ...answers,
  });
  const app = openApp(address, await sessionOf(["base"]), api);
  leave = app.leave;
  const asked = (name: string) => api.calls.filter((call) => call.name === name).length;
  const { history } = app.router;
  return {
    store,
    asked,
    back: () => history.back(),
    search: () => app.router.state.location.search,
  };
}

const MINE = "/clouds?processing=e334a0bda04947859e512fc2";
const drawn = (count: string) =>
  screen.getByText(new RegExp(`${count} of 60,000 points are drawn`));
const profileRow = (line: string) => screen.getByRole("row", { name: new RegExp(`^${line} `) });
const LINE = "profile=400010,6400050,400090,6400050";

test("the clouds of a job are drawn from above, and what is left out is in the address", async () => {
  const { search } = await open(MINE);
  await expect.element(drawn("[1-9][0-9,]*")).toBeVisible();
  await expect.element(screen.getByRole("checkbox", { name: "2 Ground" })).toBeChecked();
  await expect.element(screen.getByRole("checkbox", { name: "Line 2" })).toBeChecked();
  await expectAccessible();
  await screen.getByRole("button", { name: "Ground alone" }).click();
  await expect.element(screen.getByRole("checkbox", { name: "1 Unclassified" })).not.toBeChecked();
  expect(search()).toMatchObject({ without: "1" });
  await screen.getByRole("checkbox", { name: "Line 1" }).click();
  await expect.poll(search).toMatchObject({ without: "1", withoutLines: "1" });
});

test("a jump between two lines is read off their profile, which a link leads to", async () => {
  await open(`${MINE}&${LINE}`);
  await expect.element(screen.getByText(/A profile 80.0 m long and 2 m wide/)).toBeVisible();
  await expect
    .element(profileRow("2"))
    .toMatchTextContent(/^2 ?55\.(09\d|10\d) ?\+0\.(09\d|10\d) ?/);
  await expect.element(profileRow("1")).toMatchTextContent(/(55\.00\d|54\.99\d)/);
  await expectAccessible();
});

test("by keys a profile is moved, and the place whose heights are told", async () => {
  const { search } = await open(`${MINE}&${LINE}`);
  await expect.element(profileRow("2")).toBeVisible();
  const profile = screen.getByRole("application", { name: /^Profile/ });
  profile.element().focus();
  await expect.element(screen.getByText(/Heights at 40.00 m/)).toBeVisible();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(screen.getByText(/Heights at 40.[1-9]\d m/)).toBeVisible();
  // Written twice, it is the key itself.
  await userEvent.keyboard("[[");
  await expect.poll(search).toMatchObject({ profile: "400010,6400052,400090,6400052", width: 200 });
  await userEvent.keyboard(".");
  await expect.poll(search).toMatchObject({ profile: "400050,6400052,400130,6400052" });
});

/** Clicks on the slope of the profile as it lies now, so many pixels beside the middle of its axes. */
function profileClicks(): (x: number) => void {
  const profile = screen.getByRole("application", { name: /^Profile/ }).element();
  profile.setPointerCapture = () => undefined;
  const { left, top, width, height } = profile.getBoundingClientRect();
  // The slope goes through the middle of the axes.
  const middle = [left + 56 + (width - 68) / 2, top + 8 + (height - 36) / 2] as const;
  return (x) => {
    const at = { clientX: middle[0] + x, clientY: middle[1] - x / 10 };
    for (const type of ["pointerdown", "pointerup"])
      profile.dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, ...at }),
      );
  };
}

test("a click tells what is recorded of a point, a second one what lies between the two", async () => {
  await open(`${MINE}&${LINE}&higher=1`);
  // Where a height is drawn depends on all points.
  await expect.element(screen.getByText(/: 1,104 points of lines 1, 2,/)).toBeVisible();
  const click = profileClicks();
  click(0);
  await expect
    .element(screen.getByText(/^4000\d\d\.\d{3}, 6400\d\d\d\.\d{3}, 5\d\.\d{3}$/))
    .toBeVisible();
  await expect.element(screen.getByText(/^115\.9\d+, -32\.5\d+$/)).toBeVisible();
  await expect.element(screen.getByText(/^line-[12]\.copc\.laz$/)).toBeVisible();
  click(60);
  await expect.element(screen.getByText("Height difference")).toBeVisible();
  await expect.element(screen.getByText(/^5\.\d\d°$/)).toBeVisible();
});

test("a line is drawn on the map, or typed; what is no line is said", async () => {
  const { search } = await open(MINE);
  await expect.element(drawn("[1-9][0-9,]*")).toBeVisible();
  await screen.getByRole("button", { name: "Show profile" }).click();
  await expect.element(screen.getByRole("alert")).toMatchTextContent("From x is no number.");
  await screen.getByRole("button", { name: "Draw a profile" }).click();
  const map = screen.getByRole("application", { name: /from above/ }).element();
  const { left, top, width, height } = map.getBoundingClientRect();
  const fire = (type: string, x: number) =>
    map.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        button: 0,
        clientX: left + width / 2 + x,
        clientY: top + height / 2,
      }),
    );
  map.setPointerCapture = () => undefined;
  for (const [type, x] of [
    ["pointerdown", -50],
    ["pointermove", 10],
    ["pointerup", 50],
  ] as const) {
    fire(type, x);
    await new Promise(requestAnimationFrame);
  }
  await expect.element(screen.getByRole("heading", { name: "Profile" })).toBeVisible();
  expect(search()).toMatchObject({ profile: expect.stringMatching(/^4000/) });
  await screen.getByRole("button", { name: "Close the profile" }).click();
  await expect.poll(search).not.toHaveProperty("profile", expect.anything());
});

test("an address that the store refuses is renewed once, for all that wait", async () => {
  const { store, asked } = await open(MINE);
  await expect.element(drawn("[1-9][0-9,]*")).toBeVisible();
  expect(asked("openClouds")).toBe(1);
  store.refuse = { status: 403, times: 1 };
  await screen.getByRole("textbox", { name: "From x" }).fill("400010");
  await screen.getByRole("textbox", { name: "From y" }).fill("6400050");
  await screen.getByRole("textbox", { name: "To x" }).fill("400090");
  await screen.getByRole("textbox", { name: "To y" }).fill("6400050");
  await screen.getByRole("button", { name: "Show profile" }).click();
  await expect.element(profileRow("2")).toBeVisible();
  expect(asked("openClouds")).toBe(2);
});

test("a file that is replaced meanwhile is not mixed with the new one", async () => {
  const { store } = await open(MINE);
  await expect.element(drawn("[1-9][0-9,]*")).toBeVisible();
  store.tag = '"2"';
  await screen.getByRole("textbox", { name: "From x" }).fill("400010");
  await screen.getByRole("textbox", { name: "From y" }).fill("6400050");
  await screen.getByRole("textbox", { name: "To x" }).fill("400090");
  await screen.getByRole("textbox", { name: "To y" }).fill("6400050");
  await screen.getByRole("button", { name: "Show profile" }).click();
  await expect.element(screen.getByText(/was replaced while it was shown/)).toBeVisible();
});

/** A file with other bytes at a place. */
const changed = (name: string, at: number, bytes: readonly number[]) => {
  const file = files.get(name)!.slice();
  file.set(bytes, at);
  return new Map([[name, file]]);
};
const FILE = "/clouds?bucket=swath-processing&file=line-1.copc.laz";

test.each<[string, () => ReadonlyMap<string, Uint8Array>, RegExp]>([
  // The octree's info is the first record: its data begin at 429; the root's page at 469.
  [
    "whose root page lies past its end",
    () => changed("line-1.copc.laz", 469, [255, 255, 255, 255]),
    /hierarchy that does not fit in the file/,
  ],
  [
    "whose cube is no number",
    () => changed("line-1.copc.laz", 429, [0, 0, 0, 0, 0, 0, 0xf8, 0x7f]),
    /has no octree/,
  ],
  ["that is no LAS file", () => changed("line-1.copc.laz", 0, [0]), /does not begin with LASF/],
])("a cloud %s is refused in words, with a way to try again", async (_, of, words) => {
  await open(FILE, { of: of() });
  await expect.element(screen.getByText("The point cloud could not be opened")).toBeVisible();
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  await expectAccessible();
});

test("a processing without clouds, a file without an octree and an address without either say so", async () => {
  await open(MINE, { answers: { listClouds: () => [] } });
  await expect.element(screen.getByText("No point cloud is published")).toBeVisible();
  leave();
  vi.restoreAllMocks();
  await open("/clouds?bucket=swath-lidar&file=a/strip.laz");
  await expect.element(screen.getByText("This file has no octree")).toBeVisible();
  leave();
  vi.restoreAllMocks();
  await open("/clouds");
  await expect.element(screen.getByText("No cloud is named")).toBeVisible();
});

test("a browser without WebGL says so, and shows the cloud from above", async () => {
  const { prototype } = HTMLCanvasElement;
  const real: unknown = Object.getOwnPropertyDescriptor(prototype, "getContext")!.value;
  vi.spyOn(prototype, "getContext").mockImplementation(function (
    this: HTMLCanvasElement,
    kind: string,
    ...rest: unknown[]
  ) {
    if (kind.startsWith("webgl")) return null;
    return Reflect.apply(real as () => null, this, [kind, ...rest]);
  } as never);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await open(`${MINE}&view=3d`);
  await expect.element(screen.getByText(/This browser has no WebGL/)).toBeVisible();
  await expect.element(screen.getByRole("application", { name: /from above/ })).toBeVisible();
  await expect.element(drawn("[1-9][0-9,]*")).toBeVisible();
});

test("on a phone everything is there, below one another", async () => {
  await open(`${MINE}&${LINE}`, { width: 390 });
  await expect.element(profileRow("2")).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible();
});

const FINDING = cloudFinding();
const readFindingPicture = () => ({ picture: "/9j/" });

test("a point of a profile is marked with what is wrong there, and its picture", async () => {
  const markFinding = vi.fn<(call: { request: { body?: unknown } }) => CloudFinding>(() => FINDING);
  await open(`${MINE}&${LINE}&higher=1`, { answers: { markFinding } });
  await expect.element(screen.getByText(/: 1,104 points of lines 1, 2,/)).toBeVisible();
  await expect.element(screen.getByText(/^None yet/)).toBeVisible();
  profileClicks()(0);
  await screen.getByRole("button", { name: "Mark a finding" }).click();
  const dialog = screen.getByRole("dialog", { name: "Mark a finding" });
  await expect
    .element(dialog.getByRole("img", { name: "The profile as it is marked" }))
    .toBeVisible();
  await expectAccessible();
  await dialog.getByRole("textbox", { name: "Description" }).fill("a step");
  await dialog.getByRole("button", { name: "Mark" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(markFinding.mock.calls[0]![0].request.body).toMatchObject({
    processingId: "e334a0bda04947859e512fc2",
    job: "ICP2_MineIP1",
    attempt: 2,
    kind: "heightStep",
    words: "a step",
    place: { x: expect.any(Number), z: expect.any(Number) },
    view: expect.stringContaining("profile=400010%2C6400050"),
    picture: expect.stringMatching(/^\/9j\//),
  });
});

test("findings are listed with their answers, shown where they were marked, and settled", async () => {
  const answerFinding = vi.fn<(call: { request: { body?: unknown } }) => CloudFinding>(
    () => FINDING,
  );
  const listFindings = vi
    .fn<() => CloudFinding[]>(() => [{ ...FINDING, hasPicture: true }])
    .mockImplementationOnce(() => {
      throw new ApiError({ status: 400, code: "INVALID_REQUEST", message: "not now" });
    });
  const answers = { listFindings, readFindingPicture, answerFinding };
  const { search } = await open(`${MINE}&color=class`, { answers });
  await expect.element(screen.getByText(/^Findings could not be loaded/)).toBeVisible();
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("Findings: 1 open of 1")).toBeVisible();
  const item = screen.getByRole("listitem");
  await expect.element(item.getByText("0.10 m <b>too high</b>")).toBeVisible();
  await expect.element(item.getByText("is flown again")).toBeVisible();
  await expectAccessible();
  await item.getByRole("button", { name: /^Picture: Height step/ }).click();
  await expect
    .element(item.getByRole("img", { name: "The profile as it was marked" }))
    .toHaveAttribute("src", "data:image/jpeg;base64,/9j/");
  await item.getByRole("button", { name: /^Show: Height step/ }).click();
  await expect.poll(search).toMatchObject({
    processing: "e334a0bda04947859e512fc2",
    profile: "400010,6400050,400090,6400050",
    width: 300,
  });
  expect(search()).not.toHaveProperty("color");
  await item.getByRole("button", { name: /^Settle/ }).click();
  const dialog = screen.getByRole("dialog", { name: "Settle the finding" });
  await dialog.getByRole("textbox", { name: "Answer" }).fill("done");
  await dialog.getByRole("button", { name: "Settle" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(answerFinding.mock.calls[0]![0].request.body).toEqual({ words: "done", closes: true });
});

const figure = (name: string) =>
  screen.getByRole("group", { name: "Measuring" }).getByText(name, { exact: true });

/** Puts these texts in the field of corners. */
async function typeCorners(...corners: readonly string[]): Promise<void> {
  await screen.getByRole("textbox", { name: /^Corners/ }).fill(corners.join("\n"));
  await screen.getByRole("button", { name: "Measure", exact: true }).last().click();
}

test("corners that are typed tell distance, height and slope, and from three on an area", async () => {
  await open(MINE);
  await expect.element(drawn("[1-9][0-9,]*")).toBeVisible();
  await screen.getByRole("button", { name: "Measure" }).click();
  await expect.element(screen.getByText(/^Click for a corner/)).toBeVisible();
  await expectAccessible();
  await typeCorners("400010 6400050", "400090, 6400050");
  await expect.element(figure("80.000 m")).toBeVisible();
  // A tenth of the distance, by the points that are drawn nearest.
  await expect.element(screen.getByText(/^(7\.[6-9]|8\.[0-4])\d\d m$/)).toBeVisible();
  await expect.element(screen.getByText(/^5\.[4-9]\d°$/)).toBeVisible();
  await typeCorners("400010 6400010", "400050 6400010", "400050 6400040", "400010 6400040");
  await expect.element(figure("1200.0 m²")).toBeVisible();
  await expect.element(figure("140.00 m")).toBeVisible();
  await typeCorners("400010 6400010", "400050");
  await expect.element(screen.getByRole("alert")).toMatchTextContent("Line 2 is not x and y");
  await screen.getByRole("button", { name: "Clear" }).click();
  await expect.element(screen.getByText(/^Click for a corner/)).toBeVisible();
});

test("corners are put by clicks and by keys, and taken back", async () => {
  await open(MINE);
  await expect.element(drawn("[1-9][0-9,]*")).toBeVisible();
  await screen.getByRole("button", { name: "Measure" }).click();
  const map = screen.getByRole("application", { name: /from above/ }).element();
  map.setPointerCapture = () => undefined;
  const { left, top, width, height } = map.getBoundingClientRect();
  const at = { clientX: left + width / 2 - 60, clientY: top + height / 2 };
  for (const type of ["pointerdown", "pointerup"])
    map.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, ...at }));
  await expect.element(figure("Height")).toBeVisible();
  map.focus();
  await userEvent.keyboard(" ");
  await expect.element(figure("Distance")).toBeVisible();
  await userEvent.keyboard("{ArrowUp} ");
  await expect.element(figure("Area")).toBeVisible();
  await userEvent.keyboard("{Backspace}");
  await expect.element(figure("Distance")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => screen.getByRole("group", { name: "Measuring" }).query()).toBeNull();
});

const COMPARED = "compare=e334a0bda04947859e512fc2~ICP2_MineIP1~1";
const below = screen.getByRole("region", { name: "ICP2_MineIP1, attempt 1" });
const canvasOf = (name: RegExp) => screen.getByRole("application", { name });

test("the section of an earlier attempt lies below, on the same line at the same scale", async () => {
  const { search } = await open(`${MINE}&${LINE}&${COMPARED}`);
  const raised = below.getByRole("row", { name: /^1 / });
  await expect.element(raised).toMatchTextContent(/^1 ?55\.(49\d|50\d) ?–/);
  await expect
    .element(screen.getByRole("row", { name: /^1 / }).first())
    .toMatchTextContent(/55\.00|54\.99/);
  await expectAccessible();
  const other = canvasOf(/^Profile of ICP2_MineIP1, attempt 1/);
  const own = canvasOf(/^Profile\. /);
  const [one, two] = [own, other].map((canvas) => canvas.element().getBoundingClientRect());
  expect([one!.width, one!.height]).toEqual([two!.width, two!.height]);
  const picture = () => other.element().querySelector("canvas")!.toDataURL();
  const before = picture();
  own.element().focus();
  await userEvent.keyboard("+");
  await expect.poll(picture).not.toBe(before);
  other.element().focus();
  await userEvent.keyboard("[[");
  await expect.poll(search).toMatchObject({ profile: "400010,6400052,400090,6400052" });
  await expect.element(screen.getByText(/A profile 80.0 m long/)).toBeVisible();
  expect(search()).toMatchObject({ compare: "e334a0bda04947859e512fc2~ICP2_MineIP1~1" });
});

test("what there is to compare is asked for when somebody looks, and going back ends it", async () => {
  const listCloudAttempts = () => [
    {
      processingId: "e334a0bda04947859e512fc2",
      sensorId: "SL1",
      job: "ICP2_MineIP1",
      attempt: 2,
      published: true,
    },
    {
      processingId: "e334a0bda04947859e512fc2",
      sensorId: "SL1",
      job: "ICP2_MineIP1",
      attempt: 1,
      published: false,
    },
    {
      processingId: "1".repeat(24),
      sensorId: "SL2",
      job: "MiningAI3",
      attempt: 4,
      published: true,
    },
  ];
  const { search, back, asked } = await open(`${MINE}&${LINE}`, { answers: { listCloudAttempts } });
  await expect.element(profileRow("2")).toBeVisible();
  expect(asked("listCloudAttempts")).toBe(0);
  await screen.getByRole("combobox", { name: "Compare with" }).click();
  await expect
    .element(screen.getByRole("option", { name: "MiningAI3, attempt 4 of SL2 (published)" }))
    .toBeVisible();
  expect(
    screen
      .getByRole("option")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    "No other cloud",
    "ICP2_MineIP1, attempt 1",
    "MiningAI3, attempt 4 of SL2 (published)",
  ]);
  await screen.getByRole("option", { name: "ICP2_MineIP1, attempt 1" }).click();
  await expect.element(below.getByRole("row", { name: /^1 / })).toBeVisible();
  expect(search()).toHaveProperty("compare");
  back();
  await expect.poll(search).not.toHaveProperty("compare");
  await expect.element(profileRow("2")).toBeVisible();
  expect(below.query()).toBeNull();
});

test("a compared cloud that cannot be opened, or has no points there, leaves the first as it is", async () => {
  const readAttemptClouds = vi
    .fn<() => object>(() => EARLIER)
    .mockImplementationOnce(() => {
      throw new ApiError({ status: 404, code: "OBJECT_NOT_FOUND", message: "none are kept" });
    });
  await open(`${MINE}&${LINE}&${COMPARED}`, { answers: { readAttemptClouds } });
  await expect
    .element(below.getByText(/The compared cloud could not be opened: none are kept/))
    .toBeVisible();
  await expect.element(profileRow("2")).toBeVisible();
  await expectAccessible();
  await below.getByRole("button", { name: "Try again" }).click();
  await expect.element(below.getByRole("row", { name: /^1 / })).toBeVisible();
  leave();
  vi.restoreAllMocks();
  await open(`${MINE}&profile=400210,6400050,400290,6400050&${COMPARED}`);
  await expect.element(below.getByText("No points of this cloud lie here.")).toBeVisible();
  await expect.element(screen.getByText(/no points lie there/)).toBeVisible();
  await expectAccessible();
});

const PROFILE = savedProfile();
const readProfilePicture = () => ({ picture: "/9j/" });

test("a profile is saved under a name, with what it is compared with and a picture of both", async () => {
  const saveProfile = vi.fn<(call: { request: { body?: unknown } }) => SavedProfile>(() => PROFILE);
  await open(`${MINE}&${LINE}&${COMPARED}&higher=5`, { answers: { saveProfile } });
  await expect.element(below.getByRole("row", { name: /^1 / })).toBeVisible();
  await expect.element(screen.getByText("None yet. Draw a profile and save it.")).toBeVisible();
  await screen.getByRole("button", { name: "Save profile" }).click();
  const dialog = screen.getByRole("dialog", { name: "Save the profile" });
  const picture = dialog.getByRole("img", { name: "The profile as it is saved" });
  await expect.element(picture).toBeVisible();
  const { naturalHeight, naturalWidth } = picture.element() as HTMLImageElement;
  const own = canvasOf(/^Profile\. /)
    .element()
    .getBoundingClientRect();
  expect(naturalHeight / naturalWidth).toBeCloseTo((2 * own.height) / own.width, 1);
  await expectAccessible();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Road");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(saveProfile.mock.calls[0]![0].request.body).toEqual({
    processingId: "e334a0bda04947859e512fc2",
    job: "ICP2_MineIP1",
    attempt: 2,
    name: "Road",
    view: expect.stringMatching(/^profile=400010%2C6400050.*higher=5.*compare=e334/),
    picture: expect.stringMatching(/^\/9j\//),
  });
});

test("saved profiles are listed with picture and link, opened where they were, and deleted", async () => {
  let kept: readonly SavedProfile[] = [
    PROFILE,
    savedProfile({ id: "2".repeat(24), name: "Other", mayDelete: false }),
  ];
  const deleteProfile = () => {
    kept = kept.slice(1);
    return undefined;
  };
  const answers = { listProfiles: () => kept, readProfilePicture, deleteProfile };
  const { search } = await open(`${MINE}&color=class`, { answers });
  const link = screen.getByRole("link", { name: "Road <b>north</b>" });
  await expect
    .element(link)
    .toHaveAttribute(
      "href",
      `/clouds?processing=e334a0bda04947859e512fc2&job=ICP2_MineIP1&${PROFILE.view}`,
    );
  await expectAccessible();
  await screen.getByRole("button", { name: "Picture: Road <b>north</b>" }).click();
  await expect
    .element(screen.getByRole("img", { name: "The profile Road <b>north</b>" }))
    .toBeVisible();
  await link.click();
  await expect.poll(search).toMatchObject({
    profile: "400010,6400050,400090,6400050",
    compare: "e334a0bda04947859e512fc2~ICP2_MineIP1~1",
  });
  await expect.element(below.getByRole("row", { name: /^1 / })).toBeVisible();
  expect(screen.getByRole("button", { name: "Delete: Other" }).query()).toBeNull();
  await screen.getByRole("button", { name: "Delete: Road <b>north</b>" }).click();
  const dialog = screen.getByRole("dialog", { name: "Delete the saved profile" });
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => link.query()).toBeNull();
});
