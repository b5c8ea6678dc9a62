import type { InstructionRow, ProductRow } from "@swath/contract/instructions";
import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { renderPage } from "../../data/testing/render-page.tsx";
import { fakeApi } from "../../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { InstructionListPage } from "./instruction-list-page.tsx";
import type { ListQuery } from "./list-query.ts";

const ROW: InstructionRow = {
  _id: "0".repeat(24),
  ProcInstID: "PI000001",
  Updated: "2026-11-23T00:00:00.000Z",
  UpdatedBy: null,
  controlFileName: "control_PRJ00001_North.txt",
  controlFile: null,
  isDelivered: false,
  projectId: "PRJ00001",
  ProjectName: "Harbour",
  siteName: "North",
  control: true,
  targetHorizontalDatum: "EPSG:7856",
  targetVerticalDatum: "Ellipsoidal",
  tileExtents: { kind: "list", side: null, tiles: 24 },
  tileNaming: "{tile}",
  products: [{ type: "raster", model: "dtm", format: "tif", cell: 1 }],
};
const PRODUCT: ProductRow = {
  instructionId: ROW._id,
  ProcInstID: ROW.ProcInstID,
  projectId: ROW.projectId,
  siteName: ROW.siteName,
  index: 0,
  product: ROW.products[0]!,
  Updated: ROW.Updated,
};

let leave = (): void => undefined;
// Below it rows are cards.
beforeEach(() => screen.viewport(1_425, 900));
afterEach(() => leave());

async function openList(rows: readonly InstructionRow[], start: ListQuery = {}) {
  const api = fakeApi({
    listInstructions: () => ({ items: rows, total: rows.length === 0 ? 0 : 12 }),
    listProducts: () => ({ items: [PRODUCT], total: 1 }),
  });
  const rendered = await renderPage(api);
  leave = rendered.leave;
  function Page() {
    const [query, setQuery] = useState(start);
    const [kind, setKind] = useState<"instructions" | "products">("instructions");
    return <InstructionListPage kind={kind} onKind={setKind} query={query} onQuery={setQuery} />;
  }
  rendered.draw(<Page />);
  const lastQuery = () =>
    api.calls.findLast(({ name }) => name === "listInstructions")?.request.query;
  return { lastQuery };
}

test("a row says where its tiles are from, that its file is missing and that it is not used", async () => {
  await openList([ROW]);
  const row = screen.getByRole("row", { name: /North/ });
  for (const text of ["24 from a file", "File is missing", "DTM", "Ellipsoidal", "Import"])
    await expect.element(row.getByText(text)).toBeVisible();
  const datums = "GDA2020 / MGA zone 56 Ellipsoidal";
  await expect.element(row.getByRole("cell", { name: datums })).toBeVisible();
  await expect.element(row.getByText(/^Not used/)).toBeVisible();
  await expect.element(screen.getByText("12 instructions")).toBeVisible();
  await expectAccessible();
});

test("names of people, projects and sites are text, whatever is in them", async () => {
  const hostile = "<img src=x onerror=alert(1)> \u202Egpj.exe";
  const names = { ProjectName: hostile, siteName: hostile, ProcInstID: hostile };
  await openList([{ ...ROW, ...names, UpdatedBy: hostile }]);
  const shown = "<img src=x onerror=alert(1)> ⟨U+202E⟩gpj.exe";
  await expect.element(screen.getByText(shown).first()).toBeVisible();
  expect(screen.getByText(shown).elements()).toHaveLength(4);
  expect(document.querySelector("img")).toBeNull();
});

test("a list is sorted by its heads, turned by another press, and paged", async () => {
  const { lastQuery } = await openList([ROW]);
  await screen.getByRole("button", { name: "Site", exact: true }).click();
  await expect.poll(lastQuery).toEqual({ sort: "instruction.siteName 1" });
  await screen.getByRole("button", { name: "Site", exact: true }).click();
  await expect.poll(lastQuery).toEqual({ sort: "instruction.siteName -1" });
  await screen.getByRole("button", { name: "Next page" }).click();
  await expect.poll(lastQuery).toEqual({ sort: "instruction.siteName -1", page: 2 });
});

test("what is typed finds a site, or a project by its identifier, from page 1", async () => {
  const { lastQuery } = await openList([ROW], { page: 2 });
  const field = screen.getByRole("searchbox", { name: "Site or project" });
  await field.fill(" nor ");
  await userEvent.keyboard("{Enter}");
  await expect.poll(lastQuery).toEqual({ siteName: "nor" });
  await field.fill("prj00001");
  await userEvent.keyboard("{Enter}");
  await expect.poll(lastQuery).toEqual({ projectId: "PRJ00001" });
  await field.fill("");
  await expect.poll(lastQuery).toEqual({});
});

test("an empty list says what an instruction is, a search that finds none leads back to all", async () => {
  await openList([], { siteName: "x" });
  await expect.element(screen.getByText("No instructions found")).toBeVisible();
  await screen.getByRole("button", { name: "Show all" }).click();
  await expect.element(screen.getByText("No instructions yet")).toBeVisible();
});

test("products are listed with their settings", async () => {
  await openList([ROW]);
  await screen.getByRole("button", { name: "Products" }).click();
  const row = screen.getByRole("row", { name: /Terrain model/ });
  await expect.element(row.getByText("Cell 1 m")).toBeVisible();
  await expectAccessible();
});
