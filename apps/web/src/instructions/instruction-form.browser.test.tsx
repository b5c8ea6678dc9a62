import type { Instruction, InstructionForm } from "@swath/contract/instructions";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Locator, page as screen, userEvent } from "vitest/browser";
import { renderPage } from "../data/testing/render-page.tsx";
import { ApiError } from "../platform/api/api-error.ts";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { InstructionFormPage } from "./form/instruction-form-page.tsx";
import { InstructionPage, WithInstruction } from "./view/instruction-page.tsx";

const ID = "0123456789abcdef01234567";
const SAVED: Instruction = {
  _id: ID,
  ProcInstID: "PI000001",
  Updated: "2026-11-23T00:00:00.000Z",
  UpdatedBy: "Crew",
  controlFileName: null,
  controlFile: null,
  isDelivered: true,
  Deliveries: { current: 0, outdated: 0, outdatedOnes: [] },
  projectId: "PRJ00001",
  siteName: "North",
  control: false,
  targetHorizontalDatum: "EPSG:7856",
  targetVerticalDatum: "Ellipsoidal",
  tileExtents: { kind: "grid", side: 1000, originX: 0, originY: 0, bounds: null },
  tileNaming: "{projectId}_{siteName}_{easting}_{northing}",
  products: [{ type: "pointCloud", format: "las", points: "all" }],
};

const changedMeanwhile = () =>
  new ApiError({ status: 409, code: "RECORD_CHANGED", message: "somebody changed it meanwhile" });

let leave = (): void => undefined;
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  leave();
  sessionStorage.clear();
});

function server(start: Partial<Instruction> = {}) {
  const state = { saved: { ...SAVED, ...start }, refuse: undefined as Error | undefined };
  const save = (body: unknown): Instruction => {
    if (state.refuse !== undefined) throw state.refuse;
    const form = body as InstructionForm;
    const Updated = new Date(Date.parse(state.saved.Updated) + 1_000).toISOString();
    state.saved = { ...state.saved, ...form, Updated } as Instruction;
    return state.saved;
  };
  const api = fakeApi({
    listInstructionProjects: () => [
      { ProjectID: "PRJ00001", ProjectName: "Harbour" },
      { ProjectID: "PRJ00002", ProjectName: "Mine" },
    ],
    readInstruction: () => state.saved,
    createInstruction: ({ request }) => save(request.body),
    updateInstruction: ({ request }) => {
      const { updated } = request.query as { updated: string };
      if (updated !== state.saved.Updated) throw changedMeanwhile();
      return save(request.body);
    },
    uploadControlFile: () => {
      if (state.refuse !== undefined) throw state.refuse;
      const controlFile = { bytes: 10, points: 3, uploaded: "2026-11-23T00:00:00.000Z" };
      state.saved = { ...state.saved, controlFile };
      return state.saved;
    },
  });
  return { state, api };
}

async function openForm(of: ReturnType<typeof server>, isNew = false, landmark?: Locator) {
  const onSaved = vi.fn<(saved: Instruction) => void>();
  const onCancel = vi.fn<() => void>();
  const rendered = await renderPage(of.api);
  leave = rendered.leave;
  rendered.draw(
    isNew ? (
      <InstructionFormPage loaded={undefined} onSaved={onSaved} onCancel={onCancel} />
    ) : (
      <WithInstruction instructionId={ID}>
        {(loaded) => <InstructionFormPage loaded={loaded} onSaved={onSaved} onCancel={onCancel} />}
      </WithInstruction>
    ),
  );
  await expect.element(landmark ?? field("Site name")).toBeVisible();
  return { onSaved, onCancel, queries: rendered.queries };
}

const field = (name: string | RegExp) => screen.getByRole("textbox", { name });
const button = (name: string) => screen.getByRole("button", { name });
const sent = (of: ReturnType<typeof server>, name: string) =>
  of.api.calls.filter((call) => call.name === name).map(({ request }) => request.body);

const dialog = () => screen.getByRole("dialog", { name: /changed this instruction while you/ });

const choose = (name: string, text: string) =>
  userEvent.upload(screen.getByLabelText("File of tiles"), new File([text], name));

async function openPage(of: ReturnType<typeof server>, landmark = "control_PRJ00001_North.txt") {
  const rendered = await renderPage(of.api);
  leave = rendered.leave;
  rendered.draw(
    <WithInstruction instructionId={ID}>
      {(instruction) => <InstructionPage instruction={instruction} />}
    </WithInstruction>,
  );
  await expect.element(screen.getByText(landmark)).toBeVisible();
}
const upload = (bytes = "A,1,2,3\n") =>
  userEvent.upload(screen.getByLabelText("File of control points"), new File([bytes], "c.txt"));

async function conflict() {
  const of = server();
  const opened = await openForm(of);
  await field("Site name").fill("Mine");
  of.state.saved = {
    ...of.state.saved,
    siteName: "Theirs",
    UpdatedBy: "Other",
    Updated: "2026-11-23T00:05:00.000Z",
  };
  await button("Save instruction").click();
  await expect.element(dialog()).toBeVisible();
  return { of, ...opened };
}

describe("a new instruction", () => {
  test("is filled in and saved by keyboard alone", async () => {
    const of = server();
    const { onSaved } = await openForm(of, true);
    const project = screen.getByRole("combobox", { name: "Project" });
    (project.element() as HTMLElement).focus();
    await userEvent.keyboard("mine");
    await expect.element(screen.getByRole("option", { name: "PRJ00002 Mine" })).toBeVisible();
    await userEvent.keyboard("{ArrowDown}{Enter}{Tab}");
    await expect.element(field("Site name")).toHaveFocus();
    await userEvent.keyboard("South{Tab}{Tab} {Tab}");
    await expect.element(screen.getByRole("combobox", { name: "Horizontal" })).toHaveFocus();
    await userEvent.keyboard("EPSG:7855");
    await expect.element(screen.getByRole("option", { name: /EPSG:7855/ })).toBeVisible();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    (button("Add product").element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    const second = screen.getByRole("group", { name: "Product 2" });
    await expect.element(second.getByRole("combobox", { name: "Product" })).toHaveFocus();
    await expect
      .element(screen.getByText(/^dtm_1m\/PRJ00002_South_\d+_\d+_dtm_1m\.tif$/))
      .toBeVisible();
    (button("Add instruction").element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(sent(of, "createInstruction")).toEqual([
      {
        projectId: "PRJ00002",
        siteName: "South",
        control: true,
        targetHorizontalDatum: "EPSG:7855",
        targetVerticalDatum: "Ellipsoidal",
        tileExtents: { kind: "grid", side: 1000, originX: 0, originY: 0, bounds: null },
        tileNaming: "{projectId}_{siteName}_{easting}_{northing}",
        products: [
          { type: "pointCloud", format: "laz", points: "all" },
          { type: "raster", model: "dtm", cell: 1 },
        ],
      },
    ]);
    expect(sessionStorage.length).toBe(0);
  });

  test("is not sent with faults: the first of them has the focus", async () => {
    const of = server();
    await openForm(of, true);
    await button("Add instruction").click();
    await expect.element(screen.getByRole("combobox", { name: "Project" })).toHaveFocus();
    await expect.element(screen.getByText("3 fields are not right yet.")).toBeVisible();
    await expectAccessible();
    expect(sent(of, "createInstruction")).toEqual([]);
  });

  test("says what is wrong with a field once it is left, not before", async () => {
    await openForm(server(), true);
    await field("Side of a tile (m)").fill("49");
    await expect.element(screen.getByText("must be at least 50")).not.toBeInTheDocument();
    await userEvent.keyboard("{Tab}");
    await expect.element(screen.getByText("must be at least 50")).toBeVisible();
    await field("Side of a tile (m)").fill("50");
    await expect.element(screen.getByText("must be at least 50")).not.toBeInTheDocument();
  });

  test("shows at its field what the server refused", async () => {
    const of = server();
    of.state.refuse = new ApiError({
      status: 400,
      code: "INVALID_REQUEST",
      message: "this site has the instruction PI000009 already",
      details: { field: "siteName" },
    });
    sessionStorage.clear();
    const { onSaved } = await openForm(of);
    await field("Site name").fill("South");
    await button("Save instruction").click();
    await expect.element(field("Site name")).toHaveAccessibleDescription(/PI000009 already/);
    await expect.element(field("Site name")).toHaveValue("South");
    expect(onSaved).not.toHaveBeenCalled();
  });
});

describe("what was typed", () => {
  test("is back after a reload, and gone once it is saved", async () => {
    const of = server();
    await openForm(of);
    await field("Site name").fill("Typed");
    await button("Add product").click();
    leave();
    const { onSaved } = await openForm(of);
    await expect.element(field("Site name")).toHaveValue("Typed");
    await expect.element(screen.getByRole("group", { name: "Product 2" })).toBeVisible();
    await expect.element(screen.getByText("Your unsaved entries are restored.")).toBeVisible();
    await button("Save instruction").click();
    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    leave();
    await openForm(of);
    await expect.element(screen.getByText(/is back/)).not.toBeInTheDocument();
  });

  test("is gone once it is discarded", async () => {
    const of = server();
    await openForm(of);
    await field("Site name").fill("Typed");
    leave();
    const { onCancel } = await openForm(of);
    await button("Discard it").click();
    expect(onCancel).toHaveBeenCalledOnce();
    leave();
    await openForm(of);
    await expect.element(field("Site name")).toHaveValue("North");
  });

  test("of anything that is no draft, and of somebody else, is not read", async () => {
    const of = server();
    await openForm(of);
    await field("Site name").fill("Typed");
    const key = sessionStorage.key(0) ?? "";
    const kept = sessionStorage.getItem(key) ?? "";
    expect(kept).toContain("Typed");
    for (const [name, value] of [
      [key, '{"updated":null,"draft":{"siteName":1}}'],
      [key.replace("draft:", "draft:somebody-"), kept],
    ] as const) {
      leave();
      sessionStorage.clear();
      sessionStorage.setItem(name, value);
      await openForm(of);
      await expect.element(field("Site name")).toHaveValue("North");
    }
  });
});

describe("two people who edit", () => {
  test("instruction/V7 the second learns who saved, and what differs; nothing is overwritten", async () => {
    const { of, onSaved } = await conflict();
    await expect
      .element(dialog().getByText(/Other saved it at 2026-11-23 00:05 UTC/))
      .toBeVisible();
    await expectAccessible();
    expect(
      dialog()
        .getByRole("listitem")
        .elements()
        .map((item) => item.textContent),
    ).toEqual(["Site name"]);
    expect(of.state.saved.siteName).toBe("Theirs");
    expect(onSaved).not.toHaveBeenCalled();
  });

  test("goes on with theirs", async () => {
    await conflict();
    await button("Discard mine, show theirs").click();
    await expect.element(field("Site name")).toHaveValue("Theirs");
    expect(sessionStorage.length).toBe(0);
  });

  test("goes on with mine, which is saved by another press", async () => {
    const { of, onSaved } = await conflict();
    await button("Keep mine").click();
    await expect.element(field("Site name")).toHaveValue("Mine");
    expect(of.state.saved.siteName).toBe("Theirs");
    await button("Save instruction").click();
    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(of.state.saved.siteName).toBe("Mine");
  });

  test("learns it at once where a draft was kept over the change", async () => {
    const of = server();
    await openForm(of);
    await field("Site name").fill("Mine");
    leave();
    of.state.saved = { ...of.state.saved, siteName: "Theirs", Updated: "2026-11-23T00:05:00.000Z" };
    await openForm(of, false, dialog());
  });
});

describe("tiles", () => {
  test("come from a file, and are named by it", async () => {
    const of = server();
    const { onSaved } = await openForm(of);
    await screen.getByRole("radio", { name: "Tiles from a file" }).click();
    await choose("tiles.csv", "A1,500000,6250000,500500,6250500\nA2,500500,6250000,501000,6250500");
    await expect.element(screen.getByText("2 tiles", { exact: true })).toBeVisible();
    await expect.element(screen.getByText("points/PRJ00001_North_A1_points.las")).toBeVisible();
    await button("Save instruction").click();
    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(of.state.saved.tileExtents).toMatchObject({ kind: "list", tiles: [{ name: "A1" }, {}] });
    expect(of.state.saved.tileNaming).toBe("{projectId}_{siteName}_{tile}");
  });

  test("of a file that is none leave those that there were", async () => {
    await openForm(server());
    await screen.getByRole("radio", { name: "Tiles from a file" }).click();
    await choose("tiles.csv", "A1,500000,6250000,500500,6250500");
    await choose("plan.csv", "A1,151.1,-33.9,151.2,-33.8");
    await expect.element(screen.getByText(/plan\.csv has degrees/)).toBeVisible();
    await expect.element(screen.getByText("1 tiles")).toBeVisible();
  });
});

describe("the file of control points", () => {
  const waiting = { control: true, controlFileName: "control_PRJ00001_North.txt" };

  test("is uploaded from the instruction's page", async () => {
    const of = server(waiting);
    await openPage(of);
    await expect.element(screen.getByText(/waits for it/)).toBeVisible();
    await upload();
    await expect.element(screen.getByText(/^3 control points/)).toBeVisible();
  });

  test("that is refused says why, and the page stays", async () => {
    const of = server(waiting);
    of.state.refuse = new ApiError({
      status: 400,
      code: "INVALID_REQUEST",
      message: "in the file line 2 is not a control point",
    });
    await openPage(of);
    await upload();
    await expect.element(screen.getByText(/line 2 is not a control point/)).toBeVisible();
    await expectAccessible();
  });

  test("that is too large is not sent", async () => {
    const of = server(waiting);
    await openPage(of);
    await upload("x".repeat(4_194_305));
    await expect.element(screen.getByText(/larger than 4 MiB/)).toBeVisible();
    expect(sent(of, "uploadControlFile")).toEqual([]);
  });
});

describe("what was delivered by an instruction", () => {
  const older = {
    processingId: "a".repeat(24),
    area: "ip",
    FlightID: "FL000101",
    SensorID: "SL000201",
    Job: "DEL1",
    Label: "Delivery",
    Attempt: 2,
    Updated: "2026-11-22T06:10:00.000Z",
  } as const;

  test("stays as it is, the form says", async () => {
    await openForm(server({ Deliveries: { current: 3, outdated: 0, outdatedOnes: [] } }));
    const note = screen.getByText(
      /^3 deliveries were made by this .*\. Saving does not repeat them/,
    );
    await expect.element(note).toBeVisible();
  });

  test("is shown with names that are text, whatever is in them", async () => {
    const hostile = "<img src=x onerror=alert(1)> \u202Egpj.exe";
    const names = { siteName: hostile, UpdatedBy: hostile, controlFileName: hostile };
    const shown = hostile.replace("\u202E", "⟨U+202E⟩");
    await openPage(server(names), `2026-11-23 00:00 UTC by ${shown}`);
    expect(screen.getByText(shown, { exact: true }).elements()).toHaveLength(2);
  });

  test("and is older than it is listed, with the way to resubmit it", async () => {
    const of = server({ Deliveries: { current: 0, outdated: 51, outdatedOnes: [older] } });
    await openPage(of, "Instruction PI000001");
    const note = /^51 deliveries were made by an older version.* first 1 /;
    await expect.element(screen.getByText(note)).toBeVisible();
    const link = screen.getByRole("link", { name: "Review and resubmit Delivery of FL000101" });
    const address = new URL((link.element() as HTMLAnchorElement).href);
    expect(address.pathname).toBe("/ip");
    expect(address.searchParams.get("review")).toBe(`${older.processingId}.DEL1`);
  });
});
