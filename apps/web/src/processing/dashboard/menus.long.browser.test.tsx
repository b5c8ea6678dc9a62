import type { Role } from "@swath/contract/identity";
import { JOB_ACTIONS, offeredActions } from "@swath/contract/processing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderPage } from "../../data/testing/render-page.tsx";
import { fakeApi } from "../../platform/api/testing/fake-api.ts";
import type { Selection } from "../../ui/table/selection.tsx";
import { asDeclared } from "../../ui/testing/columns.ts";
import { ActingRows } from "../actions/job-actions.tsx";
import {
  actionFacts,
  type JobRow,
  jobsOf,
  type ProcessingRow,
  rowOfProcessing,
} from "../records/processing-row.ts";
import { randomTuples } from "../testing/random-documents.ts";
import { type ListedProcessing, PROCESSING_COLUMNS, ProcessingTable } from "./processing-table.tsx";

const MENUS = 300;
const SEED = 20_261_122;
const ROWS = 10;
const CLOSED_MS = 1_000;
const LONGEST_MS = 180_000;

let leave = (): void => undefined;
beforeEach(() => {
  // A menu takes its time to open and to close.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

const COLUMNS = asDeclared(PROCESSING_COLUMNS);
const nothing = (): void => undefined;
const NO_SELECTION: Selection = {
  chosen: new Set(),
  isChosen: () => false,
  toggle: nothing,
  extendTo: nothing,
  toggleAll: nothing,
  clear: nothing,
};

/** The table of one page's rows, as somebody of these roles sees it. */
async function show(listed: readonly ListedProcessing[], roles: readonly Role[]) {
  leave();
  const rendered = await renderPage(
    fakeApi({}),
    roles.filter((role) => role !== "base"),
  );
  leave = rendered.leave;
  rendered.draw(
    <ActingRows rows={listed.map(({ row }) => row)} pollBegan={1} onPoll={() => undefined}>
      <ProcessingTable
        control={COLUMNS}
        listed={listed}
        currentLMSVersion="3.3.3"
        selection={NO_SELECTION}
      />
    </ActingRows>,
  );
  await expect.poll(() => document.querySelectorAll("tbody > tr").length).toBe(listed.length);
}

const COLUMN = { gps: 7, lms: 8, stage: 9 } as const;

/** What opens the menu of a job, where one does. */
function opener(line: Element, job: JobRow): HTMLElement | null {
  // Those who may act have a column to select by before all others.
  const before = line.querySelector("input[type=checkbox]") === null ? 0 : 1;
  const cell = line.children[COLUMN[job.area] + before]!;
  const buttons = [...cell.querySelectorAll<HTMLElement>("[aria-haspopup=menu]")];
  return buttons.find((button) => button.ariaLabel?.includes(`${job.label}: `)) ?? null;
}

/** Name, detail and whether it can be chosen, of each entry of the open menu. */
const entries = () =>
  [...document.querySelectorAll("[role=menuitem]")].map((item) => {
    const [name, detail] = [...item.querySelectorAll("span, p")].map((part) => part.textContent);
    return { name, detail, disabled: item.ariaDisabled === "true" };
  });

/** The same by the table of the contract. */
function expected(row: ProcessingRow, job: JobRow, roles: readonly Role[]) {
  const links: Readonly<Record<string, string | null>> = {
    copyLink: job.link,
    copyArchiveLink: row.archiveLink,
  };
  return offeredActions(actionFacts(row, job, roles)).map(({ action, disabled }) => ({
    name: JOB_ACTIONS[action].label.replace("{name}", job.label),
    detail: disabled ?? links[action] ?? undefined,
    disabled: disabled !== undefined,
  }));
}

async function menuOf(line: Element, job: JobRow) {
  const button = opener(line, job);
  if (button === null) return [];
  button.click();
  await expect.poll(() => document.querySelectorAll("[role=menu]").length).toBe(1);
  const shown = entries();
  document.querySelector<HTMLElement>("[popover]")?.click();
  await vi.advanceTimersByTimeAsync(CLOSED_MS);
  await expect.poll(() => document.querySelectorAll("[role=menu]").length).toBe(0);
  return shown;
}

test(
  `${MENUS} menus hold what the table of actions has, with what cannot be chosen and why`,
  async () => {
    const tuples = randomTuples(MENUS, SEED);
    let open = 0;
    for (let from = 0; from < MENUS; from += ROWS) {
      const page = tuples.slice(from, from + ROWS);
      const { roles } = page[0]!;
      const listed = page.map(({ document: given }, index) => {
        const of = { ...given, _id: String(index).padStart(24, "0") };
        return { document: of, row: rowOfProcessing(of) };
      });
      await show(listed, roles);
      const lines = [...document.querySelectorAll("tbody > tr")];
      for (const [index, { row }] of listed.entries()) {
        const job = jobsOf(row)[page[index]!.job]!;
        const shown = await menuOf(lines[index]!, job);
        const name = `tuple ${from + index}: ${job.name} ${job.status}`;
        expect.soft(shown, name).toEqual(expected(row, job, roles));
        if (shown.length > 0) open += 1;
      }
    }
    // Guests and what was deleted have none.
    expect(open).toBeGreaterThan(MENUS / 2);
  },
  LONGEST_MS,
);
