import { expect, test } from "vitest";
import type { z } from "zod";
import { IMAGERY_PARAMETERS, LIDAR_PARAMETERS } from "./calibration.ts";
import {
  calibrationFormSchema,
  imageryFormSchema,
  implausibleValues,
  limitOf,
} from "./calibration-form.ts";

test.each([
  ["PriGNSSLeverX", 5, 5.001],
  ["RefToIMULeverZ", -5, -40],
  ["CameraBoresiteAngleTx", -10, -10.5],
])("%s of %d is usual, of %d has to be confirmed", (name, usual, unusual) => {
  expect(implausibleValues({ [name]: usual })).toEqual([]);
  expect(implausibleValues({ [name]: unusual })).toMatchObject([{ name, value: unusual }]);
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
  expect(implausibleValues({ SensorName: "x", Other: 1e9, PriGNSSLeverX: null })).toEqual([]);
});
