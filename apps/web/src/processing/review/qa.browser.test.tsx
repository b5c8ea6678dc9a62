import { expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { cloudFinding } from "../../data/testing/cloud-finding.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { attempt } from "../testing/attempts.ts";
import { stageDocument } from "../testing/documents.ts";
import { awaiting, callsOf, FIRST, review, SECOND, reviewRig } from "../testing/review-rig.tsx";

const { setUp, leave } = reviewRig();

/** Confirms that a status is updated. */
const confirmed = (): Promise<void> =>
  screen
    .getByRole("dialog", { name: "Update Status" })
    .getByRole("button", { name: "Confirm" })
    .click();

const SHIFT = "Largest shift is 0.406 m, at most 0.1 is allowed";
const shifted = attempt({
  measures: [
    { name: "shift", label: "Largest shift", value: 0.4060364, unit: "m", most: 0.1 },
    { name: "pairRms", label: "RMS of pairs", value: 0.021, unit: "m" },
  ],
});

test("a missed bound is not approved by one key: it is named, and words are wanted", async () => {
  const { api } = await setUp({ address: {}, attempts: [shifted] }, { completeQA: () => ({}) });
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  await userEvent.keyboard("a");
  const dialog = screen.getByRole("dialog", { name: "Update Status" });
  await expect.element(dialog.getByText("1 bound missed")).toBeVisible();
  await expect.element(dialog.getByText(SHIFT)).toBeVisible();
  await expect
    .element(
      dialog.getByText(
        "Are you sure you want to update this status? Updating the status may impact downstream processing results.",
      ),
    )
    .toBeVisible();
  const confirm = dialog.getByRole("button", { name: "Confirm" });
  await expect.element(confirm).toBeDisabled();
  await expectAccessible();
  await userEvent.keyboard("a road was rebuilt{Enter}");
  await expect.element(dialog.getByRole("textbox")).toHaveValue("a road was rebuilt\n");
  expect(callsOf(api, "completeQA")).toEqual([]);
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await vi.waitFor(() =>
    expect(callsOf(api, "completeQA")).toMatchObject([{ body: { Reason: "a road was rebuilt" } }]),
  );
});

/** Leaves the page as a reload does: nothing of it is ended, what the tab keeps stays. */
function reloaded(): void {
  const kept = Object.entries(sessionStorage);
  leave();
  for (const [key, value] of kept) sessionStorage.setItem(key, String(value));
}

test("words of an approval are there again after a reload, and gone once it was cancelled", async () => {
  const setting = { address: {}, attempts: [shifted] };
  await setUp(setting);
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  await userEvent.keyboard("a");
  const dialog = screen.getByRole("dialog", { name: "Update Status" });
  const words = dialog.getByRole("textbox");
  await words.fill("a road was rebuilt");
  reloaded();
  await setUp(setting);
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  await userEvent.keyboard("a");
  await expect.element(words).toHaveValue("a road was rebuilt");
  await expect.element(dialog.getByRole("button", { name: "Confirm" })).toBeEnabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard("a");
  await expect.element(words).toHaveValue("");
});

async function openQALog(): Promise<void> {
  await setUp({ address: {} });
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  await userEvent.keyboard("e");
}

test("both texts of a QA log are there again after a reload", async () => {
  const dialog = screen.getByRole("dialog", { name: /^QA Log/ });
  const [issue, answer] = ["Issue Description", "Issue Resolution"].map((name) =>
    dialog.getByRole("textbox", { name }),
  );
  await openQALog();
  await issue!.fill("a gap in line 4");
  await answer!.fill("accepted by the client");
  reloaded();
  await openQALog();
  await expect.element(issue!).toHaveValue("a gap in line 4");
  await expect.element(answer!).toHaveValue("accepted by the client");
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("the open findings in a job's clouds stand in its QA Log, and are no words of the reviewer", async () => {
  const of = { job: "PI1_MineIP1", processingId: FIRST };
  const findings = [
    cloudFinding(of),
    cloudFinding({
      ...of,
      id: "1".repeat(24),
      kind: "noise",
      line: null,
      words: "birds",
      answers: [],
    }),
    cloudFinding({ ...of, id: "2".repeat(24), closed: true }),
    cloudFinding({ processingId: FIRST, id: "3".repeat(24) }),
  ];
  const completeQAWithErrors = vi.fn<() => object>(() => ({}));
  const { api } = await setUp(
    { address: {} },
    { listFindings: () => findings, completeQAWithErrors },
  );
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  await userEvent.keyboard("e");
  const dialog = screen.getByRole("dialog", { name: /^QA Log/ });
  await expect
    .element(dialog.getByRole("textbox", { name: "Issue Description" }))
    .toHaveValue(
      "1. Height step between lines, line 2, at 400050.00, 6400050.00: 0.10 m <b>too high</b>\n" +
        "2. Noise, at 400050.00, 6400050.00: birds",
    );
  await expect
    .element(dialog.getByRole("textbox", { name: "Issue Resolution" }))
    .toHaveValue("1. is flown again");
  expect(Object.keys(sessionStorage).filter((key) => key.includes("completeQAWithErrors"))).toEqual(
    [],
  );
  await dialog.getByRole("button", { name: "UPDATE" }).click();
  await vi.waitFor(() => expect(callsOf(api, "completeQAWithErrors")).toHaveLength(1));
});

test("findings are a panel of a job that publishes clouds, and of no other", async () => {
  const documents = [
    awaiting(FIRST, "SL000001", {
      ClusterProcessing: [stageDocument({ Name: "ICP2_MineIP1" }), stageDocument({})],
    }),
  ];
  await setUp(
    { address: { job: "ICP2_MineIP1" }, documents },
    { listFindings: () => [cloudFinding()] },
  );
  await screen.getByRole("tab", { name: "Findings" }).click();
  await expect.element(screen.getByText("Findings: 1 open of 1")).toBeVisible();
  await expectAccessible();
  leave();
  await setUp({ address: { panel: "findings" }, documents });
  await expect.element(screen.getByRole("tab", { name: "Results" })).toBeVisible();
  expect(screen.getByRole("tab", { name: "Findings" }).query()).toBeNull();
});

test("a bound that only the server knows of is named once it refused", async () => {
  const missed = new ApiError({
    status: 409,
    code: "BOUNDS_MISSED",
    message: `Say why it is approved: ${SHIFT}`,
    details: { missed: [SHIFT] },
  });
  const { api } = await setUp({ address: {} }, { completeQA: () => Promise.reject(missed) });
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  await userEvent.keyboard("a");
  await confirmed();
  const dialog = screen.getByRole("dialog", { name: "Update Status" });
  await expect.element(dialog.getByText(SHIFT, { exact: true })).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Confirm" })).toBeDisabled();
  expect(callsOf(api, "completeQA")).toHaveLength(1);
});

test("what was completed is taken back from its message, and is shown again", async () => {
  const { api, server } = await setUp(
    { address: {} },
    { completeQA: () => ({}), undoQA: () => ({}) },
  );
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  const before = server.documents;
  server.documents = [
    awaiting(FIRST, "SL000001", {
      ClusterProcessing: [stageDocument({ Status: "QA_COMPLETED", QAUser: "You" })],
    }),
    before[1]!,
  ];
  await userEvent.keyboard("a");
  await confirmed();
  await expect.element(review("Review of PI1, SL000002")).toBeVisible();
  server.documents = before;
  await expect.element(screen.getByRole("button", { name: "Undo" })).toBeVisible();
  await userEvent.keyboard("u");
  await expect.element(review("Review of PI1, SL000001")).toBeVisible();
  expect(callsOf(api, "undoQA")).toEqual([
    { body: { process_id: FIRST, cluster_name: "PI1_MineIP1" } },
  ]);
  await expect
    .element(review("Review of PI1, SL000001").getByText("Completed, QA pending"))
    .toBeVisible();
});

test("where the next stage has begun, no Undo is offered", async () => {
  const begun = stageDocument({ Name: "ICP1_MineIP1", Label: "ICP1", Status: "RUNNING" });
  const documents = [
    awaiting(FIRST, "SL000001", { ClusterProcessing: [stageDocument({}), begun] }),
    awaiting(SECOND, "SL000002"),
  ];
  const { api } = await setUp({ address: {}, documents }, { completeQA: () => ({}) });
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  await userEvent.keyboard("a");
  await confirmed();
  await expect.element(screen.getByText("PI1 of SL000001: Mark as QA Completed")).toBeVisible();
  expect(callsOf(api, "completeQA")).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Undo" }).elements()).toEqual([]);
});

test("QA that cannot be taken back any more says so", async () => {
  const begun = new ApiError({
    status: 409,
    code: "INVALID_TRANSITION",
    message: "The next stage has begun",
  });
  await setUp({ address: {} }, { completeQA: () => ({}), undoQA: () => Promise.reject(begun) });
  await expect.element(screen.getByText("1 of 2 awaiting QA")).toBeVisible();
  await userEvent.keyboard("a");
  await confirmed();
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect
    .element(screen.getByText("PI1 of SL000001: its QA stays. The next stage has begun"))
    .toBeVisible();
});

test("one press in the list, or Alt+Q, leads to the first job that awaits QA", async () => {
  const { api } = await setUp({});
  await screen.getByRole("button", { name: "Next awaiting QA" }).click();
  await expect.element(review("Review of PI1, SL000001")).toBeVisible();
  expect(callsOf(api, "listProcessings").at(-1)).toMatchObject({
    query: { Status: "$any QA_PENDING" },
  });
  leave();
  await setUp({});
  await expect.element(screen.getByRole("button", { name: "Next awaiting QA" })).toBeVisible();
  await userEvent.keyboard("{Alt>}q{/Alt}");
  await expect.element(review("Review of PI1, SL000001")).toBeVisible();
});

test("where nothing awaits QA the press says so", async () => {
  const judged = { ClusterProcessing: [stageDocument({ Status: "IGNORE" })] };
  await setUp({ documents: [awaiting(FIRST, "SL000001", judged)] });
  await screen.getByRole("button", { name: "Next awaiting QA" }).click();
  await expect.element(screen.getByText("Nothing in this list awaits QA")).toBeVisible();
});

test("what awaits QA is told from what is finished by icon and words, as the legend says", async () => {
  const finished = {
    ClusterProcessing: [stageDocument({ DisplayQA: false, allowRequireQA: false })],
  };
  const documents = [awaiting(FIRST, "SL000001"), awaiting(SECOND, "SL000002", finished)];
  await setUp({ documents });
  const pending = screen.getByRole("button", { name: "PI1: Completed, QA pending" });
  const sign = (of: typeof pending): Element | null =>
    of.element().querySelector("[data-letters=QA]");
  await expect.element(pending).toBeVisible();
  expect(sign(pending)).not.toBeNull();
  expect(sign(screen.getByRole("button", { name: "PI1: Completed", exact: true }))).toBeNull();
  await screen.getByRole("button", { name: "Legend" }).click();
  const legend = screen.getByRole("dialog", { name: "Legend of the statuses" });
  await expect.element(legend.getByText("Completed, QA pending")).toBeVisible();
  await expectAccessible();
});

const places = (title: string, figures: object, ...of: object[]) => ({
  title,
  figures,
  places: of,
});
const square = (name: string, values: object, x: number) => ({
  name,
  values,
  side: 64,
  squares: [[x, 0]],
});

/** The review of an attempt that left these places. */
const reviewPlaces = (measures: readonly object[], ...groups: object[]) =>
  setUp(
    { address: {}, attempts: [attempt({ measures: measures as never, accepted: [] })] },
    {
      listAttemptFiles: () => [
        { path: "places.json", kind: "table", size: 70, xxh128: "0".repeat(32) },
      ],
      readAttemptFile: () => ({
        url: `data:application/json,${encodeURIComponent(JSON.stringify(groups))}`,
        expires: "",
      }),
    },
  );

test("the pair of lines that misses its bound is drawn, labelled and named, light and dark", async () => {
  await reviewPlaces(
    [{ name: "horizontalShift", label: "Largest shift", value: 0.4060364, unit: "m", most: 0.1 }],
    places(
      "Pairs of lines",
      { horizontalShift: { label: "Horizontal shift", unit: "m" } },
      square("Lines 1 – 2", { horizontalShift: 0 }, 0),
      square("Lines 2 – 3", { horizontalShift: 0.4060364 }, 64),
    ),
  );
  const drawn = screen.getByRole("img", {
    name: "Pairs of lines, north up; 1 misses a bound: Lines 2 – 3: 0.406 m",
  });
  await expect.element(drawn.getByText("Lines 2 – 3: 0.406 m")).toBeVisible();
  await expect.element(screen.getByText(/^Misses a bound: 1, hatched/)).toBeVisible();
  await expect
    .element(screen.getByRole("list", { name: "Pairs of lines that miss a bound" }))
    .toHaveTextContent("Lines 2 – 3: Horizontal shift is 0.406 m, at most 0.1 is allowed");
  await expect
    .element(screen.getByText("Largest shift is 0.406 m, at most 0.1 is allowed"))
    .toBeVisible();
  await expectAccessible();
});

test("of tiles and lines those are shown first that miss a bound; the others by a press", async () => {
  await reviewPlaces(
    [
      { name: "voids", label: "Voids", value: 0.1, unit: "%", most: 1 },
      { name: "sideLap", label: "Least side lap", value: 4, unit: "%", least: 10 },
    ],
    places(
      "Tiles",
      { voids: { label: "Cells without points", unit: "%" } },
      square("Tile 1", { voids: 3 }, 0),
    ),
    places(
      "Flight lines",
      { sideLap: { label: "Side lap", unit: "%" } },
      ...Array.from({ length: 20 }, (_, n) =>
        square(`Line <${n}>`, { sideLap: n === 4 || n === 5 ? n : 25 }, 64 * n),
      ),
    ),
  );
  const missed = screen.getByRole("list", { name: "Flight lines that miss a bound" });
  await expect
    .element(missed)
    .toHaveTextContent(
      "Line <4>: Side lap is 4 %, at least 10 is neededLine <5>: Side lap is 5 %, at least 10 is needed",
    );
  // The label of the second would lie over that of the first, which is worse.
  const drawn = screen.getByRole("img", { name: /^Flight lines, north up; 2 miss a bound/ });
  expect(
    Array.from(drawn.element().querySelectorAll("text"), (label) => label.textContent),
  ).toEqual(["Line <4>: 4 %"]);
  await expectAccessible();
  await screen.getByRole("button", { name: "Tiles", exact: true }).click();
  await expect
    .element(screen.getByRole("img", { name: "Tiles, north up; none misses a bound" }))
    .toBeVisible();
});

test("places of more squares than a page has room for are not drawn", async () => {
  const squares = Array.from({ length: 20_000 }, (_, at): [number, number] => [at, 0]);
  await reviewPlaces(
    [{ name: "voids", label: "Voids", value: 3, unit: "%", most: 1 }],
    places(
      "Tiles",
      { voids: { label: "Voids", unit: "%" } },
      {
        ...square("Tile 1", { voids: 3 }, 0),
        squares,
      },
    ),
  );
  await expect
    .element(screen.getByText("These places are too large to be shown here"))
    .toBeVisible();
  await expectAccessible();
});
