import { expect, test } from "vitest";
import { flightIdSchema, projectIdSchema, uploadIdSchema } from "./id-schemas.ts";
import { hexId, sensorNumber } from "./ids.ts";

test.each([
  ["Optech Galaxy Prime - 045", "045"],
  ["DMC - 27", "027"],
  ["P1-0362", "362"],
  ["P1-0362 ", "362"],
  ["Visionmap A3", "000"],
  ["Terrain Mapper", "000"],
])("the sensor number of %j is %s", (name, number) => {
  expect(sensorNumber(name)).toBe(number);
});

test("12 random bytes make an identifier of 24 hex digits", () => {
  const id = hexId(Uint8Array.from({ length: 12 }, (_, i) => i * 23));
  expect(id).toBe("00172e455c738aa1b8cfe6fd");
  expect(uploadIdSchema.parse(id)).toBe(id);
  expect(() => hexId(new Uint8Array(11))).toThrow("an identifier is made of 12 bytes");
});

test("an identifier is its letters and digits, and nothing around them", () => {
  expect(flightIdSchema.safeParse("FL000123").success).toBe(true);
  for (const text of ["FL00012", "FL0001234", "xFL000123", "fl000123"])
    expect(flightIdSchema.safeParse(text).error?.issues[0]?.message).toBe(
      "must be FL and 6 digits",
    );
  expect(projectIdSchema.safeParse("PRJ1234").error?.issues[0]?.message).toBe(
    "must be PRJ and 5 digits",
  );
});
