import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleFiles } from "../../../../tools/testing/sample-files.ts";
import { ApiProvider } from "../platform/api/api.ts";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { choose } from "./testing/choose.ts";
import { dropFiles } from "./testing/drop-files.ts";
import { mount } from "./testing/mount.tsx";
import { EQUIPMENT, flightOf, UPLOAD_ID, uploadOf } from "./testing/mount-upload-page.tsx";
import { SAMPLE } from "./testing/sample-flight.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { ValidationPage } from "./validation-page.tsx";

const TERRAIN_ID = "fedcba9876543210fedcba98";

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

const WayOn = ({ uploadId }: { readonly uploadId: string }) => (
  <a href={`#${uploadId}`}>Go to the upload</a>
);

/** The page of a flight with a LiDAR and a LAZ upload. */
function open(uploadId?: string): { readonly chosen: string[] } {
  const lidar = uploadOf();
  const flight = flightOf(lidar);
  const laz = uploadOf({ _id: TERRAIN_ID, Type: "TerrainMapperLAZ" });
  const api = fakeApi({
    readFlight: () => ({ ...flight, Uploads: [lidar, laz] }),
    listSensorEquipment: () => EQUIPMENT,
  });
  const chosen: string[] = [];
  function Page() {
    const [upload, setUpload] = useState(uploadId);
    return (
      <ValidationPage
        flightId={SAMPLE.flightId}
        uploadId={upload}
        onUpload={(next) => {
          chosen.push(next);
          setUpload(next);
        }}
        WayOn={WayOn}
      />
    );
  }
  unmount = mount(
    <ApiProvider value={api}>
      <QueryClientProvider client={new QueryClient()}>
        <Page />
      </QueryClientProvider>
    </ApiProvider>,
  );
  return { chosen };
}

const report = page.getByRole("region", { name: "Folder report" });
const select = page.getByRole("button", { name: "Select Flight Folder" });

test("a folder is validated without anything being uploaded", async () => {
  open();
  await expect.element(page.getByText("FL000123_045").first()).toBeVisible();
  const tree = page.getByRole("list", { name: "An example of the folder FL000123_045" });
  await expect.element(tree).toMatchTextContent("FL000123_01.000");
  await expectAccessible();
  choose(sampleFiles(SAMPLE, ["no-cross-strips"]));
  await expect.element(report).toMatchTextContent("Valid, with 1 warning");
  await expect.element(report).toMatchTextContent("2026-03-14 01:00 – 01:20 UTC");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expectAccessible();
  choose(sampleFiles(SAMPLE, ["gps-gap"]));
  await expect.element(report).toMatchTextContent("Blocked by 1 problem");
});

test("loose files are refused, and the report before them stays", async () => {
  open();
  await expect.element(select).toBeEnabled();
  choose(sampleFiles(SAMPLE));
  await expect.element(report).toBeVisible();
  dropFiles(select.element(), "a.range", "b.range");
  await expect
    .element(page.getByText(/^You dropped 2 files .* the folder FL000123_045/))
    .toBeVisible();
  await expect.element(report).toBeVisible();
});

test("a copy that broke off is named with the reason and what to do", async () => {
  open();
  await expect.element(select).toBeEnabled();
  choose(sampleFiles(SAMPLE, ["zero-tail"]));
  await expect.element(report).toMatchTextContent("Valid, with 1 warning");
  await expect.element(report).toMatchTextContent("Copy them again from the instrument");
  await expect
    .element(report)
    .toMatchTextContent(/_02_0001\.range – its last 4,096 bytes or more are zeros/);
});

test("another upload of the flight is another validation", async () => {
  const { chosen } = open(UPLOAD_ID);
  await expect.element(select).toBeEnabled();
  choose(sampleFiles(SAMPLE));
  await expect.element(report).toMatchTextContent("Valid");
  await page.getByRole("combobox", { name: "Upload" }).click();
  await page.getByRole("option", { name: "TerrainMapperLAZ : Galaxy T2000 - 045" }).click();
  expect(chosen).toEqual([TERRAIN_ID]);
  await expect.element(report).not.toBeInTheDocument();
  choose(sampleFiles(SAMPLE));
  await expect
    .element(report)
    .toMatchTextContent("A minimum of at least one LAZ file (*.laz) is required");
});

test("the report is saved as a page of its own", async () => {
  open();
  await expect.element(select).toBeEnabled();
  choose(sampleFiles(SAMPLE, ["unknown-file"]));
  const saved = new Promise<Blob>((resolve) => {
    const before = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (file) => {
      URL.createObjectURL = before;
      resolve(file as Blob);
      return before(file);
    };
  });
  await page.getByRole("button", { name: "Save report" }).click();
  const text = await (await saved).text();
  expect(text).toContain("FL000123_045/notes.xyz");
  expect(text).toContain("Valid, with 1 warning");
});
