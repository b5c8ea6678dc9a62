import type { SavedProfile } from "@swath/contract/processing";
import { expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { savedProfile } from "../data/testing/saved-profile.ts";
import { ApiError } from "../platform/api/api-error.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { drawn, EARLIER, LINE, MINE, profileRow, useClouds } from "./testing/cloud-rig.tsx";

const { open, close } = useClouds();

const figure = (name: string) =>
  screen.getByRole("group", { name: "Measuring" }).getByText(name, { exact: true });

/** Puts these texts in the field of corners. */
async function typeCorners(...corners: readonly string[]): Promise<void> {
  await screen.getByRole("textbox", { name: /^Corners/ }).fill(corners.join("\n"));
  await screen.getByRole("button", { name: "Measure corners" }).click();
}

test("corners that are typed tell distance, height and slope, and from three on an area", async () => {
  await open(MINE);
  await expect.element(drawn("[1-9][0-9,]*")).toBeVisible();
  await screen.getByRole("button", { name: "Measure", exact: true }).click();
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
  await screen.getByRole("button", { name: "Measure", exact: true }).click();
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

test("in 3D a click puts a corner at the point that is seen there, and Escape ends it", async () => {
  await open(`${MINE}&view=3d`);
  await expect.element(drawn("[1-9][0-9,]*")).toBeVisible();
  await screen.getByRole("button", { name: "Measure", exact: true }).click();
  const view = screen.getByRole("application", { name: /three dimensions/ }).element();
  const { left, top, width, height } = view.getBoundingClientRect();
  const canvas = view.querySelector("canvas")!;
  canvas.setPointerCapture = () => undefined;
  canvas.releasePointerCapture = () => undefined;
  const click = (dx: number): void => {
    const at = { clientX: left + width / 2 + dx, clientY: top + height / 2 };
    const event = { bubbles: true, pointerId: 1, pointerType: "mouse", button: 0, ...at };
    for (const type of ["pointerdown", "pointerup"])
      canvas.dispatchEvent(new PointerEvent(type, event));
  };
  await expect
    .poll(() => {
      const corner = figure("Height").query();
      if (corner === null) click(-60);
      return corner;
    })
    .not.toBeNull();
  click(60);
  // The ground rises by a tenth to the east, and one looks from the south.
  await expect.element(screen.getByText(/^5\.[4-9]\d°$/)).toBeVisible();
  view.focus();
  await userEvent.keyboard(" ");
  await expect.element(figure("Area")).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => screen.getByRole("group", { name: "Measuring" }).query()).toBeNull();
});

const canvasOf = (name: RegExp) => screen.getByRole("application", { name });

test("by keyboard the point next to the place is taken, and another one measured from it", async () => {
  await open(`${MINE}&${LINE}&higher=1`);
  await expect.element(profileRow("2")).toBeVisible();
  const section = canvasOf(/^Profile\. /).element();
  // It is given its size when it is first drawn.
  const { width } = document.createElement("canvas");
  await expect.poll(() => section.querySelector("canvas")?.width).not.toBe(width);
  section.focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("button", { name: "Mark a finding" })).toBeVisible();
  // The line begins 10 m from the origin of a slope of a tenth: 55 m stand in its middle.
  await expect
    .element(screen.getByText(/^40005\d\.\d{3}, 64000\d\d\.\d{3}, 5[45]\.\d/))
    .toBeVisible();
  await userEvent.keyboard("{ArrowRight>20/}{Enter}");
  await expect.element(screen.getByText("Height difference", { exact: true })).toBeVisible();
});

const COMPARED = "compare=e334a0bda04947859e512fc2~ICP2_MineIP1~1";
const below = screen.getByRole("region", { name: "ICP2_MineIP1, attempt 1" });

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
  await expect.element(own).toBeVisible();
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

test("what there is to compare is asked for when somebody looks, and going back ends it", async () => {
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
  await expect.poll(() => below.query()).toBeNull();
});

const refused = (): never => {
  throw new ApiError({ status: 404, code: "OBJECT_NOT_FOUND", message: "none are kept" });
};

test("a compared cloud that cannot be opened, or has no points there, leaves the first as it is", async () => {
  const listAttemptLayers = vi.fn<() => object>(() => EARLIER).mockImplementationOnce(refused);
  await open(`${MINE}&${LINE}&${COMPARED}`, { answers: { listAttemptLayers } });
  await expect
    .element(below.getByText(/The compared cloud could not be opened: none are kept/))
    .toBeVisible();
  await expect.element(profileRow("2")).toBeVisible();
  await expectAccessible();
  await below.getByRole("button", { name: "Try again" }).click();
  await expect.element(below.getByRole("row", { name: /^1 / })).toBeVisible();
  close();
  await open(`${MINE}&profile=400210,6400050,400290,6400050&${COMPARED}`);
  await expect.element(below.getByText("No points of this cloud lie here.")).toBeVisible();
  await expect.element(screen.getByText(/no points lie there/)).toBeVisible();
  await expectAccessible();
});

test("a link leads to the attempt that it names, and from there to what is published", async () => {
  const { search } = await open(`${MINE}&job=ICP2_MineIP1&attempt=1`);
  await expect.element(screen.getByText(/^Attempt 1, 1 file/)).toBeVisible();
  await expect.element(screen.getByText(/of 30,000 points are drawn/)).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Not published: show what is" }).click();
  await expect.element(screen.getByText(/^Attempt 2, 2 files/)).toBeVisible();
  expect(search()).not.toHaveProperty("attempt");
});

test("an attempt that is not kept any more says so, and leads to what is published", async () => {
  await open(`${MINE}&attempt=1`, { answers: { listAttemptLayers: refused } });
  await expect.element(screen.getByText("none are kept")).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Show what is published" }).click();
  await expect.element(drawn("[1-9][0-9,]*")).toBeVisible();
});

const rasterAlone = () => ({ ...EARLIER, files: EARLIER.files.slice(0, 1) });

test("an attempt without point clouds says so", async () => {
  await open(`${MINE}&attempt=1`, { answers: { listAttemptLayers: rasterAlone } });
  await expect.element(screen.getByText("This attempt has no point clouds.")).toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "Show what is published" }))
    .toBeVisible();
});

const PROFILE = savedProfile();
const readProfilePicture = () => ({ picture: "/9j/" });

test("a profile is saved under a name, with what it is compared with and a picture of both", async () => {
  const saveProfile = vi.fn<(call: { request: { body?: unknown } }) => SavedProfile>(() => PROFILE);
  await open(`${MINE}&${LINE}&${COMPARED}&higher=5`, { answers: { saveProfile } });
  await expect.element(below.getByRole("row", { name: /^1 / })).toBeVisible();
  await expect.element(screen.getByText("None yet. Draw a profile and save it.")).toBeVisible();
  const profile = canvasOf(/^Profile\. /);
  await expect.element(profile).toBeVisible();
  const own = profile.element().getBoundingClientRect();
  await screen.getByRole("button", { name: "Save profile" }).click();
  const dialog = screen.getByRole("dialog", { name: "Save the profile" });
  const picture = dialog.getByRole("img", { name: "The profile as it is saved" });
  await expect.element(picture).toBeVisible();
  const { naturalHeight, naturalWidth } = picture.element() as HTMLImageElement;
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
      `/clouds?processing=e334a0bda04947859e512fc2&job=ICP2_MineIP1&attempt=2&${PROFILE.view}`,
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
