import { type ReactNode, useEffect, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { draw } from "../testing/draw.tsx";
import { Hint } from "../text/hint.tsx";
import { type Column, DataTable } from "./data-table.tsx";
import { KeyboardGrid } from "../grid/keyboard-grid.tsx";
import { Pages } from "./pages.tsx";
import { selectColumn, type Selection, useSelection } from "./selection.tsx";

interface Job {
  readonly id: string;
  readonly steps: readonly string[];
}

const JOBS: readonly Job[] = [
  { id: "SL000001", steps: ["GPS", "LMS"] },
  { id: "SL000002", steps: [] },
  { id: "SL000003", steps: ["QA"] },
];
const COLUMNS: readonly Column<Job, string>[] = [
  { name: "Sensor ID", isRowHeader: true, cell: ({ id }) => id },
  { name: "Step", lineCell: (step) => step ?? "none" },
  { name: "Steps", cell: ({ steps }) => steps.length },
];
const keyOf = ({ id }: Job): string => id;

let leave = (): void => undefined;
afterEach(() => leave());

const box = (name: string) => screen.getByRole("checkbox", { name });
const chosen = () => screen.getByRole("status").element().textContent;

function Chosen({ selection }: { selection: Selection }) {
  return <output>{[...selection.chosen].toSorted().join(" ")}</output>;
}

test.each<[how: string, cell: (job: Job) => ReactNode]>([
  ["as it is", ({ id }) => id],
  ["with a hint", ({ id }) => <Hint hint="Its client">{id}</Hint>],
])("a name %s that is longer than its column is broken, and covers no other", async (_, cell) => {
  const rows = [{ id: "Wirtschaftsprüfungsgesellschaftsverband", steps: [] }];
  const columns: Column<Job>[] = [
    { name: "Client", isRowHeader: true, cell },
    { name: "Steps", cell: ({ steps }) => steps.length },
  ];
  leave = draw(
    <div style={{ width: 240 }}>
      <DataTable caption="Jobs" columns={columns} rows={rows} keyOf={keyOf} />
    </div>,
  );
  const name = screen.getByRole("rowheader");
  await expect.element(name).toBeVisible();
  const { scrollWidth, clientWidth } = name.element();
  expect(scrollWidth).toBe(clientWidth);
});

test("a row spans its lines, and a row without lines is still in the table", async () => {
  leave = draw(
    <DataTable
      caption="Jobs"
      columns={COLUMNS}
      rows={JOBS}
      keyOf={keyOf}
      linesOf={(job) => job.steps}
    />,
  );
  await expect.element(screen.getByRole("table", { name: "Jobs" })).toBeVisible();
  const rows = screen.getByRole("row").elements();
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ["Sensor ID", "Step", "Steps"],
    ["SL000001", "GPS", "2"],
    ["LMS"],
    ["SL000002", "none", "0"],
    ["SL000003", "QA", "1"],
  ]);
  await expect
    .element(screen.getByRole("rowheader", { name: "SL000001" }))
    .toHaveAttribute("rowspan", "2");
});

/** The first page of jobs, and the way to the second. */
function TwoPages() {
  const selection = useSelection();
  const [page, setPage] = useState(1);
  const rows = page === 1 ? JOBS.slice(0, 2) : JOBS.slice(2);
  return (
    <>
      <Chosen selection={selection} />
      <DataTable
        caption="Jobs"
        columns={[selectColumn<Job, string>(selection, { rows, keyOf }), ...COLUMNS]}
        rows={rows}
        keyOf={keyOf}
      />
      <button onClick={() => setPage(2)}>turn</button>
    </>
  );
}

test("rows are chosen one by one or all at once, and stay chosen on another page", async () => {
  leave = draw(<TwoPages />);
  const all = box("Select all rows of this page");
  await box("Select SL000002").click();
  expect(chosen()).toBe("SL000002");
  expect((all.element() as HTMLInputElement).dataset["indeterminate"]).toBe("true");
  await all.click();
  expect(chosen()).toBe("SL000001 SL000002");
  await expect.element(all).toBeChecked();
  await screen.getByRole("button", { name: "turn" }).click();
  await all.click();
  expect(chosen()).toBe("SL000001 SL000002 SL000003");
  await all.click();
  expect(chosen()).toBe("SL000001 SL000002");
});

test("a list says which part is shown and leads to its other pages, with the sizes that it offers", async () => {
  const pages: number[] = [];
  const sizes: number[] = [];
  leave = draw(
    <Pages
      label="Pages of jobs"
      page={2}
      pageSize={10}
      total={45}
      onPage={(page) => pages.push(page)}
      pageSizes={[10, 25, 50, 100]}
      onPageSize={(size) => sizes.push(size)}
    />,
  );
  await expect.element(screen.getByText("11–20 of 45")).toBeVisible();
  for (const name of ["First page", "Previous page", "Next page", "Last page"])
    await screen.getByRole("button", { name }).click();
  expect(pages).toEqual([1, 1, 3, 5]);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Rows per page:" }), "50");
  expect(sizes).toEqual([50]);
});

test("a list that counts to 10,000 says that there are more, and pages to the last that it counts", async () => {
  const pages: number[] = [];
  const list = { label: "Pages of jobs", pageSize: 10, mostCounted: 10_000, total: 10_001 };
  leave = draw(<Pages {...list} page={2} onPage={(page) => pages.push(page)} />);
  await expect.element(screen.getByText("11–20 of more than 10,000")).toBeVisible();
  await screen.getByRole("button", { name: "Last page" }).click();
  expect(pages).toEqual([1_000]);
});

test("a list whose pages have a fixed number of rows offers no other", async () => {
  leave = draw(
    <Pages label="Pages of jobs" page={1} pageSize={10} total={45} onPage={() => undefined} />,
  );
  await expect.element(screen.getByText("1–10 of 45")).toBeVisible();
  await expect.element(screen.getByRole("combobox")).not.toBeInTheDocument();
  await expect.element(screen.getByText("Rows per page:")).not.toBeInTheDocument();
});

/** Rows of a grid that can be chosen. */
function SelectableGrid({ onOpen }: { readonly onOpen: (job: (typeof JOBS)[number]) => void }) {
  const selection = useSelection();
  return (
    <>
      <Chosen selection={selection} />
      <KeyboardGrid
        label="Files"
        columns={[{ name: "Name", track: "1fr", cell: keyOf }]}
        rows={JOBS}
        keyOf={keyOf}
        nameOf={keyOf}
        selection={selection}
        onOpen={onOpen}
      />
    </>
  );
}

test("a grid is walked by keyboard, its rows are chosen by Space and opened by Enter", async () => {
  const opened: string[] = [];
  leave = draw(<SelectableGrid onOpen={({ id }) => opened.push(id)} />);
  const grid = screen.getByRole("grid", { name: "Files" });
  await expect.element(grid).toBeVisible();
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown} {End} {Home}{Enter}");
  expect(chosen()).toBe("SL000002 SL000003");
  expect(opened).toEqual(["SL000001"]);
  const row = screen.getByRole("row", { name: "Select SL000003 SL000003" });
  await expect.element(row).toHaveAttribute("aria-selected", "true");
  await box("Select SL000003").click();
  expect(chosen()).toBe("SL000002");
  await expect.element(row).toHaveAttribute("aria-selected", "false");
});

/** A page whose grid appears once there is something to show. */
function LateGrid({ found }: { found: Promise<void> }) {
  const [shown, setShown] = useState(false);
  useEffect(() => void found.then(() => setShown(true)), [found]);
  return (
    <>
      <input aria-label="Search" />
      <section aria-label="Page" tabIndex={-1}>
        {shown && (
          <KeyboardGrid
            label="Files"
            columns={[]}
            rows={JOBS}
            keyOf={keyOf}
            nameOf={keyOf}
            onOpen={() => undefined}
          />
        )}
      </section>
    </>
  );
}

for (const [name, takes] of [
  ["Page", true],
  ["Search", false],
] as const)
  test(`a grid that appears ${takes ? "takes" : "leaves"} the focus where ${name} has it`, async () => {
    const { promise: found, resolve: find } = Promise.withResolvers<void>();
    leave = draw(<LateGrid found={found} />);
    const focused = screen.getByLabelText(name);
    await expect.element(focused).toBeInTheDocument();
    (focused.element() as HTMLElement).focus();
    find();
    await expect.element(screen.getByRole("grid")).toBeVisible();
    const grid = screen.getByRole("grid").element();
    expect(document.activeElement).toBe(takes ? grid : focused.element());
  });

test("rows of a grid are chosen from the last one to another with Shift, and all at its head", async () => {
  leave = draw(<SelectableGrid onOpen={() => undefined} />);
  await expect.element(screen.getByRole("grid")).toBeVisible();
  (screen.getByRole("grid").element() as HTMLElement).focus();
  await userEvent.keyboard(" {End}{Shift>} {/Shift}");
  expect(chosen()).toBe("SL000001 SL000002 SL000003");
  await box("Select all rows").click();
  expect(chosen()).toBe("");
  await box("Select SL000003").click();
  await box("Select SL000002").click({ modifiers: ["Shift"] });
  expect(chosen()).toBe("SL000002 SL000003");
  await box("Select all rows").click();
  expect(chosen()).toBe("SL000001 SL000002 SL000003");
});

const MANY = Array.from({ length: 500 }, (_, n) => ({ id: `row ${n}` }));

/** Leads to row 400; a message above makes it lower. */
function LedGrid() {
  const [goTo, setGoTo] = useState<{ key: string }>();
  const [height, setHeight] = useState(600);
  return (
    <>
      <button type="button" onClick={() => setGoTo({ key: "row 400" })}>
        go
      </button>
      <button type="button" onClick={() => setHeight(300)}>
        lower
      </button>
      <div style={{ height, display: "flex" }}>
        <KeyboardGrid
          label="Files"
          columns={[{ name: "Name", track: "1fr", cell: ({ id }: { id: string }) => id }]}
          rows={MANY}
          keyOf={({ id }) => id}
          nameOf={({ id }) => id}
          goTo={goTo}
          onOpen={() => undefined}
        />
      </div>
    </>
  );
}

test("a row that is in sight stays so where the grid becomes lower, and no other comes into it", async () => {
  leave = draw(<LedGrid />);
  const row = screen.getByRole("row", { name: "row 400" });
  await screen.getByRole("button", { name: "go" }).click();
  await expect.element(row).toBeInViewport();
  await screen.getByRole("button", { name: "lower" }).click();
  const frame = screen.getByRole("grid").element().parentElement!;
  await expect.poll(() => frame.clientHeight).toBe(300);
  const hidden = () =>
    row.element().getBoundingClientRect().bottom - frame.getBoundingClientRect().bottom;
  await expect.poll(hidden).toBeLessThanOrEqual(0);
  leave();
  leave = draw(<LedGrid />);
  await screen.getByRole("button", { name: "go" }).click();
  await expect.element(row).toBeInViewport();
  const other = screen.getByRole("grid").element().parentElement!;
  other.scrollTop = 0;
  await expect.element(row).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "lower" }).click();
  await expect.poll(() => other.clientHeight).toBe(300);
  expect(other.scrollTop).toBe(0);
});

test("a grid is led to a row each time that it is told", async () => {
  leave = draw(<LedGrid />);
  const row = screen.getByRole("row", { name: "row 400" });
  await expect.element(screen.getByRole("row", { name: "row 0", exact: true })).toBeVisible();
  await screen.getByRole("button", { name: "go" }).click();
  await expect.element(row).toHaveAttribute("data-active", "true");
  (screen.getByRole("grid").element() as HTMLElement).focus();
  await userEvent.keyboard("{Home}");
  await expect.element(row).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "go" }).click();
  await expect.element(row).toHaveAttribute("data-active", "true");
});
