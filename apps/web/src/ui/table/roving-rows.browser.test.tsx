import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { userEvent, page as screen } from "vitest/browser";
import { ActionMenu } from "../status/action-menu.tsx";
import { expectAccessible } from "../testing/accessible.ts";
import { draw } from "../testing/draw.tsx";
import { type Column, DataTable, type DataTableProps } from "./data-table.tsx";
import { RowCards } from "./row-cards.tsx";

interface Job {
  readonly id: string;
  readonly steps: readonly string[];
}

const JOBS: readonly Job[] = [
  { id: "A", steps: ["GPS", "LMS"] },
  { id: "B", steps: [] },
  { id: "C", steps: ["GPS", "QA"] },
];

let leave = (): void => undefined;
afterEach(() => leave());

function Menu({ id }: { readonly id: string }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button onClick={({ currentTarget }) => setAnchor(currentTarget)}>menu {id}</button>
      <ActionMenu
        label={`Actions of ${id}`}
        anchor={anchor}
        onClose={() => setAnchor(null)}
        actions={[
          { key: "pause", label: "Pause", icon: null, onSelect: () => undefined },
          { key: "reset", label: "Reset", icon: null, onSelect: () => undefined },
        ]}
      />
    </>
  );
}

const COLUMNS: readonly Column<Job, string>[] = [
  {
    name: "Job",
    isRowHeader: true,
    sort: { direction: "asc", onSort: () => undefined },
    cell: ({ id }) => <a href={`#${id}`}>job {id}</a>,
  },
  {
    name: "Step",
    sort: { direction: undefined, onSort: () => undefined },
    lineCell: (step, { id }) =>
      step === undefined ? null : (
        <button>
          {step} {id}
        </button>
      ),
  },
  { name: "Actions", cell: ({ id }) => <Menu id={id} /> },
];

function drawTable(props: Partial<DataTableProps<Job, string>> = {}) {
  leave = draw(
    <>
      <h1>Jobs</h1>
      <button>before</button>
      <DataTable
        caption="Jobs"
        columns={COLUMNS}
        rows={JOBS}
        keyOf={({ id }) => id}
        linesOf={({ steps }) => steps}
        {...props}
      />
      <button>after</button>
    </>,
  );
}

const named = (): string | null => document.activeElement?.getAttribute("aria-label") ?? null;
const standing = (): string => document.activeElement?.textContent ?? "";

/** Where the focus stands after each of these keys. */
async function press(...keys: readonly string[]): Promise<string[]> {
  const stands: string[] = [];
  for (const key of keys) {
    await userEvent.keyboard(`{${key}}`);
    stands.push(standing());
  }
  return stands;
}

/** Presses Tab from before the table until it is left. */
async function stops(): Promise<string[]> {
  await screen.getByRole("button", { name: "before" }).click();
  const all: string[] = [];
  while (standing() !== "after" && all.length < 30) all.push(...(await press("Tab")));
  return all;
}

test("web-ui/R1 Tab stops once in the head and once in each row, and comes back to where one was", async () => {
  drawTable();
  expect(await stops()).toEqual(["Job", "job A", "job B", "job C", "after"]);
  await screen.getByRole("button", { name: "LMS A" }).click();
  expect(await press("Tab")).toEqual(["job B"]);
  await userEvent.tab({ shift: true });
  expect(standing()).toBe("LMS A");
  await expectAccessible();
});

test("web-ui/R2 Left, Right, Home and End go through the controls of a row and do not leave it", async () => {
  drawTable();
  await screen.getByRole("link", { name: "job A" }).click();
  expect(await press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")).toEqual([
    "GPS A",
    "menu A",
    "LMS A",
    "LMS A",
  ]);
  expect(await press("Home", "ArrowLeft", "End")).toEqual(["job A", "job A", "LMS A"]);
});

test("web-ui/R3 Up and Down stay in their column, from line to line and from row to row", async () => {
  drawTable();
  await screen.getByRole("button", { name: "GPS A" }).click();
  // Job B has no step: its own stop is next.
  expect(await press("ArrowDown", "ArrowDown", "ArrowDown")).toEqual(["LMS A", "job B", "job C"]);
  await screen.getByRole("button", { name: "menu B" }).click();
  await userEvent.keyboard("{Escape}");
  expect(await press("ArrowDown", "ArrowUp", "ArrowUp", "ArrowUp")).toEqual([
    "menu C",
    "menu B",
    "menu A",
    // Nothing sorts by actions.
    "Job",
  ]);
});

test("web-ui/R4 an open menu has its arrows, and the row again once it is closed", async () => {
  drawTable();
  await screen.getByRole("button", { name: "menu A" }).click();
  await expect.element(screen.getByRole("menuitem", { name: "Pause" })).toBeVisible();
  expect(await press("ArrowDown", "Home")).toEqual(["Reset", "Pause"]);
  expect(await press("Escape", "ArrowDown")).toEqual(["menu A", "menu B"]);
});

test("web-ui/R4 a field and a choice of one have their arrows and stops of their own", async () => {
  drawTable({
    columns: [
      COLUMNS[0]!,
      { name: "Note", cell: ({ id }) => <input aria-label={`note ${id}`} defaultValue="xy" /> },
      {
        name: "Kind",
        cell: ({ id }) => (
          <select aria-label={`kind ${id}`}>
            <option>one</option>
            <option>two</option>
          </select>
        ),
      },
      { name: "Actions", cell: ({ id }) => <Menu id={id} /> },
    ],
  });
  await screen.getByRole("link", { name: "job A" }).click();
  expect(await press("ArrowRight")).toEqual(["menu A"]);
  await press("Home");
  await press("Tab");
  expect(named()).toBe("note A");
  await press("ArrowRight", "ArrowDown", "Home");
  expect(named()).toBe("note A");
  await press("Tab", "ArrowDown");
  expect(named()).toBe("kind A");
  expect((document.activeElement as HTMLSelectElement).value).toBe("two");
  expect(await press("Tab")).toEqual(["job B"]);
});

test("web-ui/R4 what is open below a row is reached by Tab", async () => {
  drawTable({
    linesOf: undefined as never,
    columns: [COLUMNS[0]!, COLUMNS[2]!],
    detailOf: ({ id }) =>
      id === "A" ? (
        <>
          <button>first</button>
          <button>second</button>
        </>
      ) : undefined,
  });
  expect(await stops()).toEqual(["Job", "job A", "first", "second", "job B", "job C", "after"]);
});

const loadingColumns = (isOff: boolean, isThere: boolean): Column<Job>[] => [
  { name: "Job", cell: ({ id }) => <button disabled={isOff}>job {id}</button> },
  { name: "More", cell: ({ id }) => (isThere ? <button>later {id}</button> : null) },
];

function Loading() {
  const [isThere, setThere] = useState(false);
  const [isOff, setOff] = useState(false);
  const columns = loadingColumns(isOff, isThere);
  return (
    <>
      <button onClick={() => setThere(true)}>load</button>
      <button onClick={() => setOff(true)}>disable</button>
      <button>before</button>
      <DataTable caption="Jobs" columns={columns} rows={JOBS} keyOf={({ id }) => id} />
      <button>after</button>
    </>
  );
}

test("web-ui/R1 a control that comes later is no second stop, and takes the place of one that is disabled", async () => {
  leave = draw(<Loading />);
  await screen.getByRole("button", { name: "load" }).click();
  await expect.element(screen.getByRole("button", { name: "later C" })).toBeVisible();
  expect(await stops()).toEqual(["job A", "job B", "job C", "after"]);
  await screen.getByRole("button", { name: "disable" }).click();
  expect(await stops()).toEqual(["later A", "later B", "later C", "after"]);
});

test("web-ui/R1 to R3 hold for cards too", async () => {
  leave = draw(
    <>
      <h1>Jobs</h1>
      <button>before</button>
      <RowCards
        caption="Jobs"
        columns={COLUMNS}
        rows={JOBS}
        keyOf={({ id }) => id}
        linesOf={({ steps }) => steps}
      />
      <button>after</button>
    </>,
  );
  expect(await stops()).toEqual(["Job", "job A", "job B", "job C", "after"]);
  await screen.getByRole("button", { name: "menu A" }).click();
  await userEvent.keyboard("{Escape}");
  expect(await press("ArrowDown", "Home", "ArrowDown")).toEqual(["menu B", "job B", "job C"]);
  await expectAccessible();
});

test("web-ui/R1 and R3 hold for a table in a dialog too", async () => {
  leave = draw(
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as MUI's dialogs are
    <div role="dialog" aria-label="Choose a job">
      <button>before</button>
      <DataTable
        caption="Jobs"
        columns={COLUMNS}
        rows={JOBS}
        keyOf={({ id }) => id}
        linesOf={({ steps }) => steps}
      />
      <button>after</button>
    </div>,
  );
  expect(await stops()).toEqual(["Job", "job A", "job B", "job C", "after"]);
  expect(await press("Shift>}{Tab}{/Shift", "ArrowUp", "ArrowUp")).toEqual([
    "job C",
    "job B",
    "job A",
  ]);
});
