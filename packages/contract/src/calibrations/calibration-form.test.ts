import { expect, test } from "vitest";
import type { z } from "zod";
import { IMAGERY_PARAMETERS, LIDAR_PARAMETERS } from "./calibration.ts";
import {
  calibrationFormSchema,
  imageryFormSchema,
  implausibleValues,
  isImagerySensor,
  limitOf,
} from "./calibration-form.ts";

test.each([
  ["PriGNSSLeverX", 5, 5.001],
  ["RefToIMULeverZ", -5, -40],
  ["CameraBoresiteAngleTx", -10, -10.5],
  ["RefToIMUMountingAnglX", 360, 361],
  ["KappaCardinal", -360, -361],
])("%s of %d is usual, of %d has to be confirmed", (name, usual, unusual) => {
  expect(implausibleValues({ [name]: usual })).toEqual([]);
  expect(implausibleValues({ [name]: unusual })).toMatchObject([{ name, value: unusual }]);
});

test("a value that has to be confirmed is said with what is usual", () => {
  expect(implausibleValues({ PriGNSSLeverX: 7, CameraBoresiteAngleTx: 11 })).toEqual([
    { name: "PriGNSSLeverX", value: 7, most: 5, text: "PriGNSSLeverX is 7 m; usual are −5 to 5 m" },
    {
      name: "CameraBoresiteAngleTx",
      value: 11,
      most: 10,
      text: "CameraBoresiteAngleTx is 11 °; usual are −10 to 10 °",
    },
  ]);
});

test.each([
  ["P1-118", true],
  ["p1 - 118", true],
  ["P1  -118", true],
  ["DMC P1-118", false],
  ["P1x-118", false],
  ["P1 118", false],
])("parameters of the camera %s are kept: %s", (name, kept) => {
  expect(isImagerySensor(name)).toBe(kept);
});

test("every parameter of both kinds has a range", () => {
  for (const name of [...LIDAR_PARAMETERS, ...IMAGERY_PARAMETERS])
    expect(implausibleValues({ [name]: 1e9 })).toHaveLength(1);
});

test.each([
  ["PriGNSSLeverX", 100],
  ["RefToIMUMountingAnglY", 720],
  ["CameraLeverArmZ", 100],
  ["CameraBoresiteAngleTx", 720],
  ["KappaCardinal", 720],
] as const)("%s is taken up to %d, either way, and not beyond", (name, limit) => {
  expect(limitOf(name)).toBe(limit);
  const { shape } = name in calibrationFormSchema.shape ? calibrationFormSchema : imageryFormSchema;
  const number = (shape as Record<string, z.ZodType>)[name]!;
  for (const value of [limit, -limit]) expect(number.safeParse(value).success).toBe(true);
  for (const value of [limit + 0.001, -limit - 0.001, 1e6])
    expect(number.safeParse(value).error?.message).toMatch(/must be from -\d+ to \d+/);
});

test("what is no parameter has no range", () => {
  expect(
    implausibleValues({ SensorName: "x", Other: 1e9, PriGNSSLeverX: null, PriGNSSLeverY: "1000" }),
  ).toEqual([]);
});
