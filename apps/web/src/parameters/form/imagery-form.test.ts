import { IMAGERY_PARAMETERS, imageryFormSchema } from "@swath/contract/calibrations";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entriesOf, type ParameterEntries } from "./parameter-entries.ts";
import { imageryRecord } from "../testing/records.ts";
import { imageryBody, imagerySensors, sensorFault } from "./imagery-form-page.tsx";

const complete = (): ParameterEntries => entriesOf(IMAGERY_PARAMETERS, imageryRecord());
const withText = (name: string, text: string): ParameterEntries => ({
  ...complete(),
  texts: { ...complete().texts, [name]: text },
});

test("aircraft, sensor, seven numbers and a survey date are saved, as the server takes them", () => {
  const body = imageryBody(complete(), undefined);
  expect(body).toMatchObject({ SensorName: "P1-118", Aircraft: "VH-ABC", KappaCardinal: 90 });
  expect(imageryFormSchema.safeParse(body).success).toBe(true);
});

describe("nothing is saved", () => {
  test.each(["sensor", "aircraft", "survey"] as const)("without %s", (name) => {
    expect(imageryBody({ ...complete(), [name]: null }, undefined)).toBeUndefined();
  });
  test.each(IMAGERY_PARAMETERS)("without %s, or with what is not a number", (name) => {
    for (const text of ["", " ", "0,1", "1e999", "720.1"])
      expect(imageryBody(withText(name, text), undefined)).toBeUndefined();
    for (const text of ["0", "-0.25", "100"])
      expect(imageryBody(withText(name, text), undefined)).toMatchObject({ [name]: Number(text) });
  });
  test("of a sensor that is no P1 camera", () => {
    for (const sensor of ["P12-1", "XP1-1", "Vexcel - 210"]) {
      expect(imageryBody({ ...complete(), sensor }, undefined)).toBeUndefined();
      expect(sensorFault({ sensor })).toBe("Choose a sensor whose name begins with P1-.");
    }
    for (const sensor of ["P1-118", "P1 - 118", null])
      expect(sensorFault({ sensor })).toBeUndefined();
  });
});

const sensor = (Name: string, Type: string) => ({ Name, Type }) as never;
test("the sensors on offer are the cameras whose names begin with P1-", () => {
  const cameras = "MediumFormatImagery";
  expect(
    imagerySensors([
      sensor("P1-118", cameras),
      sensor("P1 - 119", cameras),
      sensor("P1-7", "LiDAR"),
      sensor("Phase One iXM - 124", cameras),
      sensor("P12-1", cameras),
    ]),
  ).toEqual(["P1-118", "P1 - 119"]);
});

test("a record opened and saved as it is keeps every value", () => {
  const number = fc.double({ min: -100, max: 100, noNaN: true }).map((value) => value + 0);
  const numbers = fc.record(Object.fromEntries(IMAGERY_PARAMETERS.map((name) => [name, number])));
  fc.assert(
    fc.property(numbers, (values) => {
      const record = imageryRecord(values);
      const body = imageryBody(entriesOf(IMAGERY_PARAMETERS, record), record);
      const { SensorName, Aircraft, SurveyDate, ScheduledExpiryDate, FlightID } = record;
      const about = { SensorName, Aircraft, SurveyDate, ScheduledExpiryDate, FlightID };
      expect(body).toEqual({ ...values, ...about });
    }),
  );
});
