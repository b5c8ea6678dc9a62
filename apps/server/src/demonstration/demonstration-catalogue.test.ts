import { IMAGERY_PARAMETERS, isImagerySensor } from "@swath/contract/calibrations";
import {
  catalogueSchema,
  DISPATCH_METHODS,
  FLIGHT_TYPES,
  SENSOR_TYPES,
} from "@swath/contract/flights";
import { may } from "@swath/contract/identity";
import { NEEDS_OWNER } from "@swath/contract/overview";
import { UPLOAD_STATUS, UPLOAD_STATUSES, UPLOAD_TYPES } from "@swath/contract/uploads";
import { describe, expect, test } from "vitest";
import { referenceFaults } from "../catalogue/catalogue-faults.ts";
import { uploadsOfFlight } from "../catalogue/sensor-families.ts";
import { DEMONSTRATION_ACCOUNTS } from "../platform/embedded-identity/accounts.ts";
import { demonstrationCatalogue, startOf } from "./demonstration-catalogue.ts";
import { demonstrationHistory, PERSON } from "./upload-history.ts";

const catalogue = demonstrationCatalogue();
const pasts = demonstrationHistory(catalogue);
const logs = catalogue.flights.flatMap(({ Sensors }) => Sensors);
const names = new Set(logs.flatMap(({ Sensor, SecondarySensor }) => [Sensor, SecondarySensor]));

describe("the demonstration catalogue", () => {
  test("is a valid catalogue whose rows refer to one another, the same at every call", () => {
    expect(catalogueSchema.parse(catalogue)).toEqual(demonstrationCatalogue());
    expect(referenceFaults(catalogue, { aircraft: new Set(), projects: new Set() })).toEqual([]);
    expect(catalogue.flights.length).toBeGreaterThanOrEqual(60);
  });

  test("covers every sensor type, flight type, dispatch method and upload type", () => {
    expect(new Set(logs.map(({ Type }) => Type))).toEqual(new Set(SENSOR_TYPES));
    expect(new Set(logs.map(({ Status }) => Status))).toEqual(new Set(FLIGHT_TYPES));
    for (const field of ["DataDispatchMethodLiDAR", "DataDispatchMethodImagery"] as const)
      expect(new Set(logs.map((log) => log[field]))).toEqual(new Set(DISPATCH_METHODS));
    const types = catalogue.flights.flatMap(uploadsOfFlight).map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(UPLOAD_TYPES));
  });

  test.each([
    "Optech",
    "Galaxy Edge Plus - 999",
    "ALTM",
    "P1",
    "Phase One",
    "Visionmap A3",
    "DMC",
    "Vexcell",
    "Leica Terrain Mapper",
    "Terrain Mapper",
  ])("has a sensor of the family %s", (family) => {
    expect([...names].some((name) => name?.startsWith(family))).toBe(true);
  });

  test("forces sensors that support no dispatch to Not Applicable", () => {
    const orion = logs.filter(({ Sensor }) => Sensor?.startsWith("ALTM") === true);
    expect(orion.length).toBeGreaterThan(0);
    expect(
      new Set(orion.flatMap((log) => [log.DataDispatchMethodLiDAR, log.DataDispatchMethodImagery])),
    ).toEqual(new Set(["Not Applicable"]));
  });

  test("has documents old and new, archived and legacy uploads, and uploads with a past", () => {
    const versions = new Set(catalogue.flights.map((flight) => flight.DocumentMajorVersion));
    expect([...versions]).toEqual(expect.arrayContaining([1.4, 3, 3.2, 4.2]));
    const first = new Set(catalogue.flights.flatMap(uploadsOfFlight).map(({ status }) => status));
    expect(first).toEqual(new Set(["READY_FOR_UPLOAD", "LEGACY_SYSTEM"]));
    const lasting = UPLOAD_STATUSES.filter(
      (status) => !["UPLOAD_INIT", "UPLOAD_COMPLETE", "VALIDATING_UPLOAD"].includes(status),
    );
    const shown = new Set([...first, ...pasts.map(({ status }) => status)]);
    expect(lasting.filter((status) => !shown.has(status))).toEqual([]);
  });

  test("has ready data of new, legacy and the oldest documents, and archives of each", () => {
    const versionOf = new Map(catalogue.flights.map((f) => [f.FlightID, f.DocumentMajorVersion]));
    const versions = (found: readonly { flightId: string }[]) =>
      new Set(found.map(({ flightId }) => versionOf.get(flightId)));
    const ready = versions(pasts.filter(({ status }) => status === "DATA_READY"));
    expect([...ready]).toEqual(expect.arrayContaining([1.4, 3, 4.1]));
    const archived = pasts.filter((past) => past.archived || past.status === "ARCHIVED");
    expect([...versions(archived)]).toEqual(expect.arrayContaining([1.4, 3, 4.1]));
  });

  test("has legacy uploads that are ready, of the system before and archived on the first four pages, of 3 and of 1.4", () => {
    const pages = catalogue.flights.slice(0, 40);
    const shown = pages
      .filter((flight) => flight.DocumentMajorVersion <= 3)
      .flatMap((flight) => {
        const had = new Map(
          pasts
            .filter(({ flightId }) => flightId === flight.FlightID)
            .map((past) => [past.type, past.archived ? "ARCHIVED" : past.status]),
        );
        return uploadsOfFlight(flight).map(
          ({ type, status }) => `${flight.DocumentMajorVersion} ${had.get(type) ?? status}`,
        );
      });
    expect([...new Set(shown)].toSorted()).toEqual([
      "1.4 ARCHIVED",
      "1.4 DATA_READY",
      "1.4 LEGACY_SYSTEM",
      "3 ARCHIVED",
      "3 DATA_READY",
      "3 LEGACY_SYSTEM",
    ]);
  });

  test("archives flights whole, with data of every upload where Swath puts it", () => {
    const archived = pasts.filter((past) => past.archived);
    const flights = new Set(archived.map(({ flightId }) => flightId));
    expect(flights.size).toBeGreaterThan(8);
    const uploads = catalogue.flights.flatMap(uploadsOfFlight);
    expect(archived).toHaveLength(uploads.filter(({ flightId }) => flights.has(flightId)).length);
    expect(archived.filter(({ status, stored }) => status !== "DATA_READY" || !stored)).toEqual([]);
  });

  test("shows life on the list's first page: ready, sending, failed and archived, beside what is to be uploaded", () => {
    const page = new Set(catalogue.flights.slice(0, 10).map(({ FlightID }) => FlightID));
    const onPage = pasts.filter(({ flightId }) => page.has(flightId));
    expect(new Set(onPage.map(({ status }) => status))).toEqual(
      new Set(["DATA_READY", "UPLOADING", "UPLOAD_FAILED", "UPLOAD_PAUSED", "UPLOAD_STALLED"]),
    );
    expect(onPage.some(({ archived }) => archived)).toBe(true);
    const ready = onPage.filter(({ status, archived }) => status === "DATA_READY" && !archived);
    expect(ready.map(({ type }) => type)).toEqual(["LargeFormatImagery", "LiDAR"]);
    expect(new Set(onPage.map(({ flightId }) => flightId)).size).toBe(7);
  });

  test("was flown in the two weeks before the day of the first start, and earlier", () => {
    const day = "2026-11-29";
    const { flights } = demonstrationCatalogue({ day });
    const daysBefore = flights.map(({ Date: [date] }) =>
      Math.round((startOf(day) - Date.parse(date!)) / 86_400_000),
    );
    expect(daysBefore.slice(0, 11)).toEqual([1, 1, 2, 4, 5, 6, 8, 9, 11, 13, 18]);
    expect(flights.map(({ FlightID }) => FlightID)).toEqual(
      catalogue.flights.map(({ FlightID }) => FlightID),
    );
    const landed = flights.map(({ WheelsDown }) => Date.parse(WheelsDown!));
    expect(Math.max(...landed)).toBeLessThan(startOf(day));
    const changed = demonstrationHistory({ flights }, day).map(({ updated }) =>
      Date.parse(updated),
    );
    expect(Math.max(...changed)).toBeLessThan(startOf(day));
  });

  test("has something that waits for each account that may upload: for the crew what failed, stalled and paused", () => {
    const waiting = pasts.filter(({ of }) => of !== PERSON);
    const accounts = DEMONSTRATION_ACCOUNTS.filter(({ roles }) => may(roles, "upload"));
    expect(new Set(waiting.map(({ of }) => of.subject))).toEqual(
      new Set(accounts.map(({ id }) => id)),
    );
    const needs: readonly string[] = NEEDS_OWNER;
    expect(waiting.filter(({ status }) => !needs.includes(status))).toEqual([]);
    const crew = waiting.filter(({ of }) => of.subject === "crew").map(({ status }) => status);
    expect(crew.toSorted()).toEqual(["UPLOAD_FAILED", "UPLOAD_PAUSED", "UPLOAD_STALLED"]);
  });

  test("has raw uploads that have begun, ready and sent, the first of them on the list's second page", () => {
    const raw = pasts.filter(({ type }) => type === "TerrainMapperRAW");
    const statuses = raw.map(({ status }) => status);
    expect(statuses).toEqual(expect.arrayContaining(["UPLOADING", "DATA_READY", "UPLOAD_PAUSED"]));
    const page = new Set(catalogue.flights.slice(10, 20).map(({ FlightID }) => FlightID));
    expect(raw.some(({ flightId }) => page.has(flightId))).toBe(true);
  });

  test("has parts of Terrain Mapper uploads that are ready without a raw upload", () => {
    const ready = pasts.filter(({ type }) => type === "TerrainMapperLIDAR");
    expect(ready.map(({ status }) => status)).toContain("DATA_READY");
    const flights = new Set(ready.map(({ flightId }) => flightId));
    const others = pasts.filter(({ flightId }) => flights.has(flightId));
    expect(others.filter(({ type }) => type === "TerrainMapperRAW")).toEqual([]);
  });

  test("has a sensor of more than five Terrain Mapper uploads", () => {
    const pairs = logs.filter(({ Sensor, SecondarySensor }) =>
      [Sensor, SecondarySensor].every((name) => name?.includes("Terrain Mapper")),
    );
    expect(pairs.length).toBeGreaterThan(0);
  });

  test("says of each upload under way that nobody sends it", () => {
    const active = pasts.filter(({ status }) => UPLOAD_STATUS[status].active);
    expect(new Set(active.map(({ status }) => status))).toEqual(
      new Set(UPLOAD_STATUSES.filter((status) => UPLOAD_STATUS[status].active)),
    );
    expect(
      active.filter(({ reason }) => !reason?.startsWith("Demonstration: nobody sends")),
    ).toEqual([]);
  });

  test("has flights with more logs than a cell shows", () => {
    expect(Math.max(...catalogue.flights.map(({ Sensors }) => Sensors.length))).toBeGreaterThan(5);
    expect(catalogue.flights.some(({ Sensors }) => Sensors.length === 4)).toBe(true);
  });

  test("has equipment with serial numbers for each LiDAR", () => {
    for (const { Type, LaserSerialNo, POSSerialNo } of catalogue.sensorEquipment)
      if (Type === "LiDAR") expect([LaserSerialNo, POSSerialNo]).not.toContain(null);
    const listed = new Set(catalogue.sensorEquipment.map(({ Name }) => Name));
    expect([...names].filter((name) => name !== null && !listed.has(name))).toEqual([]);
  });

  test("has imagery parameters of P1 cameras alone, some expired and some incomplete", () => {
    const records = catalogue.imageryCalibrations ?? [];
    expect(records.filter(({ SensorName }) => !isImagerySensor(SensorName))).toEqual([]);
    expect(new Set(records.map(({ SensorName }) => SensorName)).size).toBeGreaterThan(1);
    for (const { IsActive, ...values } of records)
      expect(IMAGERY_PARAMETERS.every((name) => values[name] !== null)).toBe(IsActive);
    expect(records.some(({ IsActive }) => !IsActive)).toBe(true);
  });
});
