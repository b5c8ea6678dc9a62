import type { FlightUpload } from "@swath/contract/flights";
import { expect, test } from "vitest";
import { EXIT } from "../exit-codes.ts";
import { chooseUpload, flightIdOf } from "./choose-upload.ts";

const upload = (Type: FlightUpload["Type"], SensorName: string) =>
  ({ Type, SensorName }) as FlightUpload;
const lidar = upload("LiDAR", "Galaxy - 045");
const other = upload("LiDAR", "Galaxy - 046");
const images = upload("LargeFormatImagery", "Phase One - 101");
const flight = (...Uploads: FlightUpload[]) => ({ FlightID: "FL000123", Uploads });
const any = { type: undefined, sensor: undefined };
const wrong = expect.objectContaining({ exit: EXIT.usage });

test("the flight is that of the command, or else of the folder's name", () => {
  expect(flightIdOf({ flight: "FL000124", folder: "FL000123_045" })).toBe("FL000124");
  expect(flightIdOf({ flight: undefined, folder: "/data/fl000123_045/" })).toBe("FL000123");
  expect(() => flightIdOf({ flight: undefined, folder: "survey" })).toThrow(wrong);
  expect(() => flightIdOf({ flight: "FL1", folder: "survey" })).toThrow(wrong);
});

test("the only upload that fits is meant", () => {
  expect(chooseUpload(flight(lidar), any)).toBe(lidar);
  expect(chooseUpload(flight(lidar, images), { ...any, type: "LargeFormatImagery" })).toBe(images);
  expect(chooseUpload(flight(lidar, other), { ...any, sensor: "Galaxy - 046" })).toBe(other);
});

test("of several, or none, a list says what there is", () => {
  expect(() => chooseUpload(flight(lidar, images), any)).toThrow(
    /--type LiDAR.*\n.*--type LargeFormatImagery/,
  );
  expect(() => chooseUpload(flight(lidar, images), any)).toThrow(wrong);
  expect(() => chooseUpload(flight(lidar), { ...any, type: "LargeFormatImagery" })).toThrow(
    /--type LiDAR/,
  );
});
