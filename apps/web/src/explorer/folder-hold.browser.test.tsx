import type { Role } from "@swath/contract/identity";
import { afterEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { ApiError } from "../platform/api/api-error.ts";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { list, renderExplorer } from "./testing/render-explorer.tsx";

let leave = (): void => undefined;
afterEach(() => leave());

const HOLD = { ProjectID: "PRJ00001", Reason: null, Since: null };

async function open(prefix: string, roles: Role[] = []) {
  const api = fakeApi({
    listObjects: () => list([]),
    readFlight: ({ request }) => {
      const { flightId } = request.params as { flightId: string };
      if (flightId === "FL000001") return { FlightID: flightId, OnHold: [HOLD] };
      if (flightId === "FL000002") return { FlightID: flightId };
      throw new ApiError({ status: 404, code: "FLIGHT_NOT_FOUND", message: "there is none" });
    },
  });
  const explorer = await renderExplorer(api, `/explorer?bucket=lidar&prefix=${prefix}`, roles);
  ({ leave } = explorer);
  await expect.element(screen.getByText("No objects")).toBeVisible();
  return api.calls.filter(({ name }) => name === "readFlight");
}

const mark = screen.getByRole("button", { name: "Legal hold" });

test.each(["FL000001/", "FL000001/LiDAR/POS/"])(
  "%s is a flight's on hold, and is marked",
  async (prefix) => {
    await open(prefix);
    await expect.element(mark).toBeVisible();
    await expectAccessible();
  },
);

test.each(["FL000002/", "FL000009/", "guid-1/", "replaced/1/"])(
  "%s has no mark",
  async (prefix) => {
    await open(prefix);
    await expect.element(mark).not.toBeInTheDocument();
  },
);

test("nobody asks for a flight who may not read it", async () => {
  expect(await open("FL000001/", ["processingOnly"])).toEqual([]);
  await expect.element(mark).not.toBeInTheDocument();
});
