import type { CloudFinding } from "@swath/contract/processing";
import { expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { cloudFinding } from "../data/testing/cloud-finding.ts";
import { ApiError } from "../platform/api/api-error.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { drawn, LINE, MINE, profileRow, useClouds } from "./testing/cloud-rig.tsx";

const { files, open, close } = useClouds();

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

/** Share of the view's points whose line lies higher than the others, and lower, by the colours of both. */
function higherAndLower(): readonly [number, number] {
  const canvas = screen
    .getByRole("application", { name: /from above/ })
    .element()
    .querySelector("canvas")!;
  const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
  const counts = [0, 0, 0];
  for (let at = 0; at < data.length; at += 4)
    if (data[at + 3] === 255) counts[data[at]! > 190 ? 0 : data[at + 2]! > 135 ? 1 : 2]! += 1;
  const all = counts[0]! + counts[1]! + counts[2]!;
  return [counts[0]! / all, counts[1]! / all];
}

test("the line that lies 10 cm over another is red, and the other is blue", async () => {
  await open(`${MINE}&color=difference`);
  await expect.element(screen.getByText(/Colour: Line differences/)).toBeVisible();
  await expect.element(screen.getByText("> 10 cm")).toBeVisible();
  await expect.poll(() => higherAndLower()[0]).toBeGreaterThan(0.9);
  await expectAccessible();
  await screen.getByRole("checkbox", { name: "Line 2" }).click();
  await expect.poll(() => higherAndLower()[1]).toBeGreaterThan(0.9);
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
  ["that is no LAS file", () => changed("line-1.copc.laz", 0, [0]), /does not begin with LASF/],
])("a cloud %s is refused in words, with a way to try again", async (_, of, words) => {
  await open(FILE, { of: of() });
  await expect.element(screen.getByText("The point cloud could not be opened")).toBeVisible();
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  await expectAccessible();
});

test("a processing without clouds and an address without any say so", async () => {
  await open(MINE, { answers: { listClouds: () => [] } });
  await expect.element(screen.getByText("No point cloud is published")).toBeVisible();
  close();
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
  await expect.element(screen.getByText(/^None yet.*mark what is wrong/)).toBeVisible();
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
  await dialog.getByRole("textbox", { name: "Reply" }).fill("done");
  await dialog.getByRole("button", { name: "Settle" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(answerFinding.mock.calls[0]![0].request.body).toEqual({ words: "done", closes: true });
});
