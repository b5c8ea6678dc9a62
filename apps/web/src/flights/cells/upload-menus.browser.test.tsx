import type { Flight } from "@swath/contract/flights";
import type { Role } from "@swath/contract/identity";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { ArchiveActionsProvider } from "../../platform/area-contexts.ts";
import { fakeApi } from "../../platform/api/testing/fake-api.ts";
import { asDeclared } from "../../ui/testing/columns.ts";
import { FLIGHT_COLUMNS, FlightTable } from "../flight-table.tsx";
import { flight, upload } from "../testing/flights.ts";
import { renderPage } from "../../data/testing/render-page.tsx";

const COLUMNS = asDeclared(FLIGHT_COLUMNS);
const LINK = "s3://lidar/FL000123/LiDAR/";
const ARCHIVE = "s3://archive/FL000123/LiDAR/";

let leave = (): void => undefined;
const write = vi.spyOn(navigator.clipboard, "writeText");
beforeEach(() => {
  write.mockReset().mockResolvedValue(undefined);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

async function show(shown: Flight, roles: readonly Role[] = []) {
  const browse = vi.fn<(link: string | null) => void>();
  const page = await renderPage(fakeApi({}), roles);
  leave = page.leave;
  page.draw(
    <ArchiveActionsProvider value={{ browse }}>
      <FlightTable caption="Flights" flights={[shown]} control={COLUMNS} />
    </ArchiveActionsProvider>,
  );
  return browse;
}

const ready = upload("LiDAR", "DATA_READY", { Locations: [LINK] });
const archived = upload("LiDAR", "ARCHIVED");
const entries = () =>
  screen
    .getByRole("menuitem")
    .elements()
    .map((item) => item.querySelector("span")?.textContent);

test("ready data opens its menu by keyboard; copying its link says so for 4 s", async () => {
  await show(flight({ Uploads: [ready] }));
  const cell = screen.getByRole("button", { name: "LiDAR Data Ready" });
  await expect.element(cell).toHaveAttribute("aria-haspopup", "menu");
  (cell.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await vi.advanceTimersByTimeAsync(500);
  await expect.poll(entries).toEqual(["Copy S3 link", "Upload Details"]);
  await userEvent.keyboard("{ArrowDown}");
  const details = screen.getByRole("menuitem", { name: "Upload Details" });
  await expect.element(details).toHaveFocus();
  await expect.element(details).toHaveAttribute("href", `/post/FL000123/uploads/${ready._id}`);
  await userEvent.keyboard("{ArrowUp}{Enter}");
  expect(write).toHaveBeenCalledExactlyOnceWith(LINK);
  await expect.element(screen.getByText(`Copied ${LINK}`)).toBeVisible();
  await vi.advanceTimersByTimeAsync(3_900);
  expect(screen.getByText(`Copied ${LINK}`).elements()).toHaveLength(1);
  // A busy browser draws late, and only then sets the timers of a transition: time passes meanwhile.
  await vi.waitFor(() => expect(screen.getByText(`Copied ${LINK}`).elements()).toEqual([]), 10_000);
  await vi.waitFor(() => expect(screen.getByRole("menu").elements()).toEqual([]), 10_000);
});

test("a browser that refuses to copy is reported, with the link", async () => {
  write.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  await show(flight({ Uploads: [ready] }));
  await screen.getByRole("button", { name: "LiDAR Data Ready" }).click();
  await screen.getByRole("menuitem", { name: /Copy S3 link/ }).click();
  await expect.element(screen.getByText(`The browser refused to copy ${LINK}`)).toBeVisible();
});

test("an archived upload gives its archive's link and the way into it", async () => {
  const shown = flight({ Uploads: [archived], archiveS3PathLiDAR: ARCHIVE });
  const browse = await show(shown);
  await screen.getByRole("button", { name: "LiDAR Upload Archived" }).click();
  expect(entries()).toEqual(["Copy S3 archive link", "Browse archived files"]);
  await screen.getByRole("menuitem", { name: "Browse archived files" }).click();
  expect(browse).toHaveBeenCalledExactlyOnceWith(ARCHIVE);
  await vi.advanceTimersByTimeAsync(500);
  await screen.getByRole("button", { name: "LiDAR Upload Archived" }).click();
  await screen.getByRole("menuitem", { name: /Copy S3 archive link/ }).click();
  expect(write).toHaveBeenCalledExactlyOnceWith(ARCHIVE);
});

test("a legacy document's archive has its link alone", async () => {
  const DocumentMajorVersion = 3;
  await show(flight({ Uploads: [archived], archiveS3PathLiDAR: ARCHIVE, DocumentMajorVersion }));
  await screen.getByRole("button", { name: "LiDAR Upload Archived" }).click();
  expect(entries()).toEqual(["Copy S3 archive link"]);
});

test("a guest has the tooltip, by keyboard too, and no menu", async () => {
  await show(flight({ Uploads: [ready] }), ["guest"]);
  // Focus shows itself where the keyboard was used last.
  await userEvent.keyboard("{Tab}");
  const cell = screen.getByRole("button", { name: "LiDAR Data Ready" });
  await expect.element(cell).not.toHaveAttribute("aria-haspopup");
  (cell.element() as HTMLElement).focus();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.element(screen.getByRole("tooltip").getByText("Data Ready")).toBeInTheDocument();
});

test("six Terrain Mapper entries are one, whose menu leads to each that may be opened", async () => {
  const uploads = (["RAW", "GPS", "LIDAR"] as const).flatMap((type) =>
    ["Terrain Mapper - 101", "Terrain Mapper - 102"].map((SensorName) =>
      upload(`TerrainMapper${type}`, "READY_FOR_UPLOAD", { SensorName }),
    ),
  );
  const [sensor] = flight().Sensors;
  if (sensor === undefined) throw new Error("no sensor log");
  const pair = { Sensor: "Terrain Mapper - 101", SecondarySensor: "Terrain Mapper - 102" };
  await show(flight({ Sensors: [{ ...sensor, ...pair }], Uploads: uploads }));
  await screen.getByRole("button", { name: "Terrain Mapper ×6 Ready for Upload" }).click();
  const items = screen.getByRole("menuitem");
  expect(items.elements()).toHaveLength(6);
  await expect
    .element(items.first())
    .toHaveAttribute("href", `/post/FL000123/uploads/${uploads[2]?._id}`);
  await expect
    .element(screen.getByRole("menuitem", { name: /^All, Terrain Mapper - 101/ }))
    .toHaveAttribute("aria-disabled", "true");
});

test("six collapsed entries keep their menus: links to copy and archives to browse", async () => {
  const TM_ARCHIVE = "s3://archive/FL000123/LiDAR/";
  const uploads = ["Terrain Mapper - 101", "Terrain Mapper - 102"].flatMap((SensorName, i) => [
    upload("TerrainMapperRAW", "READY_FOR_UPLOAD", { SensorName }),
    upload("TerrainMapperGPS", "ARCHIVED", { SensorName }),
    upload("TerrainMapperLIDAR", "DATA_READY", {
      SensorName,
      Locations: [`s3://tm/FL000123/${i}/`],
    }),
  ]);
  const [sensor] = flight().Sensors;
  if (sensor === undefined) throw new Error("no sensor log");
  const shown = flight({
    Sensors: [
      { ...sensor, Sensor: "Terrain Mapper - 101", SecondarySensor: "Terrain Mapper - 102" },
    ],
    Uploads: uploads,
    archiveS3PathLiDAR: TM_ARCHIVE,
  });
  const browse = await show(shown);
  await screen.getByRole("button", { name: /Terrain Mapper ×6/ }).click();
  expect(entries()).toHaveLength(6 + 2 + 4);
  await screen.getByRole("menuitem", { name: /Copy S3 link.*FL000123\/1\// }).click();
  expect(write).toHaveBeenCalledExactlyOnceWith("s3://tm/FL000123/1/");
  await vi.advanceTimersByTimeAsync(500);
  await screen.getByRole("button", { name: /Terrain Mapper ×6/ }).click();
  await screen
    .getByRole("menuitem", { name: /Browse archived files.*GNSS, Terrain Mapper - 102/ })
    .click();
  expect(browse).toHaveBeenCalledExactlyOnceWith(TM_ARCHIVE);
});
