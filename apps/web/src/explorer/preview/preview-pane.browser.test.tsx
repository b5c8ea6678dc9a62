import type { ExplorerEntry } from "@swath/contract/explorer";
import type { Role } from "@swath/contract/identity";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { fakeApi } from "../../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { list, renderExplorer, TIME } from "../testing/render-explorer.tsx";

/** Files by their names: what the store answers. */
const FILES: Readonly<Record<string, Blob>> = {
  "a notes.txt": new Blob(["Wind from <b>north</b>\n"]),
  "b lines.csv": new Blob(["Line,Points\n1,200\n2,300\n"]),
  "c cover.svg": new Blob([
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>',
  ]),
  "d report.pdf": new Blob(["%PDF-1.4\n%%EOF\n"]),
  "e strip.las": new Blob([lasBytes()]),
  "f sensor.000": new Blob([new Uint8Array([0, 1, 2])]),
  "g none.txt": new Blob([]),
};

/** The header of a cloud of 3 points, and no point. */
function lasBytes(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(227);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x4c41_5346);
  view.setUint8(24, 1);
  view.setUint8(25, 2);
  view.setUint16(94, 227, true);
  view.setUint32(96, 227, true);
  view.setUint8(104, 1);
  view.setUint16(105, 28, true);
  view.setUint32(107, 3, true);
  view.setFloat64(179, 321.5, true);
  return bytes;
}

const entries = Object.entries(FILES).map(([key, { size }]): ExplorerEntry => ({
  key,
  type: "File",
  lastModified: TIME,
  size,
  objectCount: null,
  storageClass: "STANDARD",
}));

let leave = (): void => undefined;
afterEach(() => leave());

async function open(address = "/explorer?bucket=lidar", roles: Role[] = []) {
  await screen.viewport(1425, 900);
  const state = { isAway: false };
  const addresses: string[] = [];
  onTestFinished(() => {
    for (const each of addresses) URL.revokeObjectURL(each);
  });
  const api = fakeApi({
    listObjects: () => list(entries),
    downloadObject: ({ request }) => {
      const { key } = request.body as { readonly key: string };
      if (state.isAway) throw new Error("The store does not answer.");
      const url = URL.createObjectURL(FILES[key]!);
      addresses.push(url);
      return { url, expires: TIME };
    },
  });
  const explorer = await renderExplorer(api, address, roles);
  ({ leave } = explorer);
  await expect.element(screen.getByRole("grid")).toHaveFocus();
  return { ...explorer, state };
}

const pane = (name: string) => screen.getByRole("region", { name, exact: true });
const show = async (name: string) => {
  await screen.getByText(name).first().click();
  await expect.element(pane(name)).toBeVisible();
};

test("Enter shows a text beside the list, as it is written, and Escape closes it", async () => {
  const { history } = await open();
  await userEvent.keyboard("{Home}{Enter}");
  await expect.element(pane("a notes.txt")).toBeVisible();
  await expect.element(screen.getByText("Wind from <b>north</b>")).toBeVisible();
  expect(history.location.search).toContain("file=");
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await expect.element(pane("a notes.txt")).not.toBeInTheDocument();
  expect(history.location.search).not.toContain("file=");
});

test("an address with a file opens with its preview", async () => {
  await open("/explorer?bucket=lidar&file=b%20lines.csv");
  await expect.element(screen.getByRole("columnheader", { name: "Points" })).toBeVisible();
  await expect.element(screen.getByRole("cell", { name: "300", exact: true })).toBeVisible();
});

test("pictures, PDFs and the facts of clouds are shown", async () => {
  await open();
  await show("c cover.svg");
  await expect.element(screen.getByRole("img", { name: "c cover.svg" })).toBeVisible();
  await show("d report.pdf");
  await expect.element(screen.getByTitle("Content of d report.pdf")).toBeVisible();
  await show("e strip.las");
  await expect.element(screen.getByText("LAS 1.2")).toBeVisible();
  await expect.element(screen.getByText("321.50, 0.00, 0.00")).toBeVisible();
  await expect.element(screen.getByText("The file ends before its last point.")).toBeVisible();
  await expectAccessible();
});

test("a file without a preview says so", async () => {
  await open();
  await show("f sensor.000");
  await expect.element(screen.getByText(/^This file holds no text/)).toBeVisible();
  await show("g none.txt");
  await expect.element(screen.getByText("This file is empty.")).toBeVisible();
});

test("a preview that failed is tried again", async () => {
  const { state } = await open();
  state.isAway = true;
  await show("a notes.txt");
  await expect.element(screen.getByText("The preview could not be loaded")).toBeVisible();
  state.isAway = false;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("Wind from <b>north</b>")).toBeVisible();
});

test("in a narrow window the preview lies over the list", async () => {
  await open();
  await screen.viewport(800, 900);
  await show("a notes.txt");
  await expect.element(screen.getByText("Wind from <b>north</b>")).toBeVisible();
  await screen.getByRole("button", { name: "Close the preview" }).click();
  await expect.element(pane("a notes.txt")).not.toBeInTheDocument();
});

test("people who may not download get no preview", async () => {
  await open("/explorer?bucket=lidar&file=a%20notes.txt", ["guest"]);
  await userEvent.keyboard("{Home}{Enter}");
  await expect.element(screen.getByRole("menuitem", { name: "Copy S3 link" })).toBeVisible();
  expect(screen.getByRole("menuitem", { name: "Preview" }).elements()).toEqual([]);
  expect(document.querySelectorAll("[role=region]")).toHaveLength(0);
});
