import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { draw } from "../testing/draw.tsx";
import { FilterControls } from "./filter-controls.tsx";
import { daysOf, type FilterSet, valuesOf } from "./filter-draft.ts";

interface JobFilters {
  readonly templates: readonly string[];
  readonly sensors: readonly string[];
  readonly flown?: string;
}

/** What another area might filter by. */
const JOB_FILTERS: FilterSet<JobFilters> = {
  fields: [
    {
      kind: "ids",
      name: "ids",
      label: "Sensor ID",
      hint: "Enter adds it.",
      invalid: "Invalid Sensor ID.",
      add: (ids, id) => (/^SL\d{6}$/.test(id) ? [...ids, id] : undefined),
    },
    {
      kind: "choice",
      name: "template",
      label: "Processing Template",
      labelOf: (value) => value.toUpperCase(),
    },
    { kind: "days", name: "flown", label: "Flown" },
  ],
  draftOf: ({ templates, sensors, flown }) => {
    const [start, end] = flown?.split("+") ?? [];
    return { lists: { ids: sensors, template: templates }, days: { flown: { start, end } } };
  },
  filtersOf: (draft) => {
    const { start, end } = daysOf(draft, "flown");
    return {
      sensors: valuesOf(draft, "ids"),
      templates: valuesOf(draft, "template"),
      ...(start === undefined || end === undefined ? {} : { flown: `${start}+${end}` }),
    };
  },
};

let leave = (): void => undefined;
afterEach(() => leave());

function open(initial: JobFilters) {
  const onFilters = vi.fn<(filters: JobFilters, again: boolean) => void>();
  function Page() {
    const [filters, setFilters] = useState(initial);
    return (
      <FilterControls
        set={JOB_FILTERS}
        filters={filters}
        onFilters={(chosen, again) => {
          onFilters(chosen, again);
          setFilters(chosen);
        }}
        options={{ queryKey: ["options"], queryFn: () => ({ template: ["corridor", "city"] }) }}
        found="3 jobs found"
      />
    );
  }
  leave = draw(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  return onFilters;
}

const dialog = screen.getByRole("dialog", { name: "Filters" });
const button = (name: string) => screen.getByRole("button", { name, exact: true });
const field = (name: string) => dialog.getByRole("combobox", { name });

test("the dialog shows the declared fields, and what is chosen becomes the area's own filters", async () => {
  const onFilters = open({ templates: [], sensors: [] });
  await button("Search").click();
  await expect.element(field("Sensor ID")).toHaveFocus();
  await userEvent.keyboard("sl12{Enter}");
  await expect.element(dialog.getByText("Invalid Sensor ID.")).toBeVisible();
  await userEvent.keyboard("3456{Enter}");
  await field("Processing Template").click();
  await screen.getByRole("option", { name: "CORRIDOR" }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog.getByRole("group", { name: "Flown Start (UTC)" })).toBeVisible();
  await expect.element(dialog.getByText("3 jobs found")).toBeVisible();
  await dialog.getByRole("button", { name: "Search" }).click();
  expect(onFilters).toHaveBeenLastCalledWith(
    { sensors: ["SL123456"], templates: ["corridor"] },
    expect.any(Boolean),
  );
});

test("a double click on Search leaves the dialog open, and the focus in its field", async () => {
  open({ templates: [], sensors: [] });
  await button("Search").dblClick();
  await expect.element(field("Sensor ID")).toHaveFocus();
  // The second press may come after the field has the focus.
  const press = new MouseEvent("mousedown", { bubbles: true, cancelable: true });
  document.querySelector(".MuiDialog-container")!.dispatchEvent(press);
  expect(press.defaultPrevented).toBe(true);
});

test("the bar counts what is set, leads to it, and clears it", async () => {
  const onFilters = open({
    templates: ["corridor", "city"],
    sensors: [],
    flown: "2026-01-01+2026-02-01",
  });
  await expect.element(button("Flown, filters: 1")).toBeVisible();
  await button("Processing Template, filters: 2").click();
  await expect.element(field("Processing Template")).toHaveFocus();
  await userEvent.keyboard("{Escape}{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await button("Clear all filters").click();
  expect(onFilters).toHaveBeenCalledExactlyOnceWith({ sensors: [], templates: [] }, false);
  await expect.element(button("Flown, filters: 1")).not.toBeInTheDocument();
});
