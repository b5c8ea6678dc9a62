import type { Flight } from "@swath/contract/flights";
import { cloudFinding } from "../../apps/web/src/data/testing/cloud-finding.ts";
import { call, tokenOf } from "../../e2e/api.ts";
import type { Swath } from "../../e2e/swath.ts";
import type { Scene } from "./scene.ts";
import { answer, fail, hold } from "./states.ts";

/** The latest flight of the demonstration that fits. */
async function flightThat(swath: Swath, fits: (flight: Flight) => boolean): Promise<string> {
  const path = "/main/flights?pageSize=200";
  const { body } = await call<Flight[]>(swath, tokenOf(swath, "leader"), path);
  const found = body.find((flight) => flight.DocumentMajorVersion > 3 && fits(flight));
  if (found === undefined) throw new Error("the demonstration has no such flight");
  return found.FlightID;
}

const withUpload =
  (type: RegExp, status: string) =>
  ({ Uploads }: Flight): boolean =>
    Uploads.some(({ Type, Status }) => type.test(Type) && Status === status);

/** LiDAR data that is ready and processed. */
const processed = (flight: Flight): boolean =>
  withUpload(/^LiDAR$/, "DATA_READY")(flight) &&
  flight.Sensors.some(({ Project }) => Project?.ProcessingTemplate != null);

const scene = (
  name: string,
  account: string,
  fits: (flight: Flight) => boolean,
  wait = "Sensor logs",
): Scene => ({
  name,
  account,
  async open(page, { swath }) {
    await page.goto(`/post/${await flightThat(swath, fits)}`);
    await page.getByRole("heading", { name: wait }).waitFor();
    await page.waitForLoadState("networkidle").catch(() => undefined);
    await page.waitForTimeout(1_500);
  },
});

/** The page of a flight, by what it has. */
export const FLIGHT_PAGE_SCENES: readonly Scene[] = [
  scene("flight-ready", "leader", processed, "Map"),
  scene("flight-ready-crew", "crew", processed, "Map"),
  scene("flight-failed", "leader", withUpload(/./, "UPLOAD_FAILED")),
  scene("flight-mapper", "leader", withUpload(/^TerrainMapper/, "DATA_READY")),
  scene("flight-several-logs", "crew", ({ Sensors }) => Sensors.length > 3),
  scene("flight-guest", "guest", processed),
  {
    name: "flight-findings",
    account: "crew",
    async open(page, { swath }) {
      const flightId = await flightThat(swath, processed);
      await answer(page, /\/api\/processing\/findings\?/, [
        cloudFinding({ flightId }),
        cloudFinding({ id: "1".repeat(24), kind: "wrongClass", line: null, closed: true }),
      ]);
      await page.goto(`/post/${flightId}`);
      await page.getByText("2 findings in the clouds, 1 open").waitFor();
      await page.waitForTimeout(1_500);
    },
  },
  {
    name: "flight-waiting",
    account: "crew",
    async open(page, { swath }) {
      await hold(page, /\/api\/main\/flights\/FL\d{6}$/);
      await page.goto(`/post/${await flightThat(swath, () => true)}`);
      await page.getByText(/^Loading Flight/).waitFor();
    },
  },
  {
    name: "flight-broken-cards",
    account: "leader",
    async open(page, { swath }) {
      await fail(page, /\/api\/(?:processing\/(?:flights|processing)|.*\/history)/);
      const flightId = await flightThat(swath, withUpload(/^LiDAR$/, "DATA_READY"));
      await page.goto(`/post/${flightId}`);
      await page.getByText("The processing could not be loaded").waitFor();
      await page.waitForTimeout(5_000);
    },
  },
];
