import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { draw } from "../testing/draw.tsx";
import { expectAccessible } from "../testing/accessible.ts";
import { type Arrangement, AS_DECLARED } from "./arrangement.ts";
import { ArrangedTable } from "./arranged-table.tsx";
import { ColumnsButton } from "./columns-button.tsx";
import type { Column } from "./data-table.tsx";
import { createRoom } from "./room.ts";
import { selectColumn, useSelection } from "./selection.tsx";

interface Job {
  readonly id: string;
  readonly date: string;
  readonly status: string;
}

const JOBS: readonly Job[] = [
  { id: "SL000001", date: "2026-03-14", status: "Completed" },
  { id: "SL000002", date: "2026-03-15", status: "Failed" },
];
const COLUMNS: readonly Column<Job>[] = [
  { name: "Sensor ID", size: 200, isRowHeader: true, cell: ({ id }) => id },
  { name: "Survey Date", size: 200, cell: ({ date }) => date },
  { name: "Status", size: 600, onCard: "whole", cell: ({ status }) => status },
];
const keyOf = ({ id }: Job): string => id;

let leave = (): void => undefined;
let kept: Arrangement = AS_DECLARED;
beforeEach(() => {
  kept = AS_DECLARED;
});
afterEach(() => leave());

function Jobs() {
  const [arrangement, setArrangement] = useState(AS_DECLARED);
  const [room] = useState(createRoom);
  const selection = useSelection();
  const change = (next: Arrangement): void => {
    kept = next;
    setArrangement(next);
  };
  const control = { columns: COLUMNS, arrangement, change, room };
  return (
    <>
      <h1>Jobs</h1>
      <ColumnsButton control={control} />
      <ArrangedTable
        caption="Jobs"
        control={control}
        columns={[selectColumn<Job>(selection, { rows: JOBS, keyOf }), ...COLUMNS]}
        rows={JOBS}
        keyOf={keyOf}
      />
    </>
  );
}

async function show(width: number): Promise<void> {
  await screen.viewport(width, 700);
  leave = draw(<Jobs />);
}
const heads = (): string[] =>
  [...document.querySelectorAll("thead th")].map((head) => head.textContent ?? "");
/** Of a column, also below an open panel. */
const headOf = (name: string): Element =>
  [...document.querySelectorAll("thead th")].find((head) => head.textContent === name)!;
const widthOf = (name: string): number => headOf(name).getBoundingClientRect().width;
const box = (name: string) => screen.getByRole("dialog").getByRole("checkbox", { name });
const open = () => screen.getByRole("button", { name: "Columns" }).click();

test("web-ui/T4 the columns fill their frame, and follow it", async () => {
  await show(1_300);
  await expect.poll(heads).toEqual(["", "Sensor ID", "Survey Date", "Status"]);
  const wide = widthOf("Status");
  expect(wide).toBeGreaterThan(600);
  await screen.viewport(1_100, 700);
  await expect.poll(() => widthOf("Status")).toBeLessThan(wide);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1_100);
});

test("web-ui/T5 an edge is dragged: the column is wider by as much, and it is kept once", async () => {
  await show(1_300);
  await expect.poll(heads).toHaveLength(4);
  const before = widthOf("Sensor ID");
  const edge = document.querySelector<HTMLElement>("thead th:nth-of-type(2) > [aria-hidden=true]")!;
  const target = headOf("Survey Date");
  const by = target.getBoundingClientRect().left + 100 - edge.getBoundingClientRect().left;
  await userEvent.dragAndDrop(edge, target, { targetPosition: { x: 100, y: 10 } });
  await expect.poll(() => Math.abs(widthOf("Sensor ID") - before - by)).toBeLessThan(12);
  expect(kept.widths?.of["Sensor ID"]).toBe(Math.round(widthOf("Sensor ID")));
  await userEvent.dblClick(edge);
  await expect.poll(() => widthOf("Sensor ID")).toBe(before);
});

test("by keyboard a column is hidden, moved and made wider, with one stop of Tab for all", async () => {
  await show(1_300);
  await open();
  await expect.element(box("Sensor ID")).toBeVisible();
  await expectAccessible();
  box("Sensor ID").element().focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(box("Status")).toHaveFocus();
  expect(screen.getByRole("dialog").getByRole("checkbox").elements().filter(isStop)).toHaveLength(
    1,
  );
  await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
  await expect.poll(heads).toEqual(["", "Sensor ID", "Status", "Survey Date"]);
  await expect.element(box("Status")).toHaveFocus();
  const before = widthOf("Status");
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.poll(() => Math.round(widthOf("Status") - before)).toBe(32);
  await userEvent.keyboard(" ");
  await expect.poll(heads).toEqual(["", "Sensor ID", "Survey Date"]);
  await screen.getByRole("button", { name: "Reset all" }).click();
  await expect.poll(heads).toEqual(["", "Sensor ID", "Survey Date", "Status"]);
});

const isStop = (element: Element): boolean => (element as HTMLElement).tabIndex === 0;

test("web-ui/T3 the column that names a row cannot be hidden", async () => {
  await show(1_300);
  await open();
  await expect.element(box("Sensor ID")).toHaveAttribute("aria-disabled", "true");
  box("Sensor ID").element().focus();
  await userEvent.keyboard(" ");
  expect(heads()).toContain("Sensor ID");
  expect(kept).toBe(AS_DECLARED);
});

const height = (): number =>
  document.querySelector("tbody tr")?.getBoundingClientRect().height ?? 0;

test("compact rows are lower", async () => {
  await show(1_300);
  await expect.poll(height).toBeGreaterThan(0);
  const before = height();
  await open();
  await screen.getByRole("button", { name: "Compact" }).click();
  await expect.poll(height).toBeLessThan(before);
});

test("a table that is wider than its frame scrolls by itself and says so, the page does not", async () => {
  await show(1_020);
  await open();
  await expect.element(box("Survey Date")).toBeVisible();
  const rows = document.querySelector("tbody");
  box("Survey Date").element().focus();
  for (let n = 0; n < 8; n += 1) await userEvent.keyboard("{ArrowRight}");
  await userEvent.keyboard("{Escape}");
  const region = screen.getByRole("region", { name: "Jobs, scrolls sideways" });
  await expect.element(region).toBeVisible();
  // What has the focus in a row keeps it.
  expect(document.querySelector("tbody")).toBe(rows);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1_020);
  await expectAccessible();
});

test("in 360 px rows are cards: each value below its column's name, and nothing is scrolled to", async () => {
  await show(360);
  const list = screen.getByRole("list", { name: "Jobs" });
  await expect.element(list).toBeVisible();
  const [first] = list.getByRole("listitem").elements();
  expect(first?.textContent).toBe("SL000001Survey Date2026-03-14StatusCompleted");
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await screen.getByRole("checkbox", { name: "Select all rows of this page" }).click();
  await expect.element(screen.getByRole("checkbox", { name: "Select SL000002" })).toBeChecked();
  expect(screen.getByRole("button", { name: "Columns" }).elements()).toEqual([]);
  await expectAccessible();
});
