import { expect, test } from "vitest";
import { readCommand } from "../options.ts";
import { errorList, plantedErrors } from "./planted-errors.ts";

test.each<[option: string, planted: Record<string, number>]>([
  ["boresight=0.05", { boresight: 0.05 }],
  ["boresightPitch=-0.02", { "boresight-pitch": -0.02 }],
  ["leverArm=0.2", { "lever-arm": 0.2 }],
  ["lever_arm=0.2", { "lever-arm": 0.2 }],
  ["lever-arm", { "lever-arm": 0.2 }],
  ["leverArmZ=0.1", { "lever-arm-z": 0.1 }],
  ["heightJump=0.1", { "height-jump": 0.1 }],
  ["jump=0.1", { "height-jump": 0.1 }],
  ["gpsGap=3", { "gps-gap": 3 }],
  ["gap", { "gps-gap": 5 }],
  ["corrupt", { "corrupt-range": 1 }],
  ["corruptRangeBlock=2", { "corrupt-range": 2 }],
])("--error %s is understood", (option, planted) => {
  expect(plantedErrors([option])).toEqual(planted);
});

test.each(["boresight=", "boresight=much", "boresight=6", "gap=-1", "corrupt=1e9", "jump=NaN"])(
  "--error %s is refused with what its value may be",
  (option) => {
    expect(plantedErrors([option])).toMatch(/the value is not a number of -?\d+ to \d+ \w+$/);
  },
);

test("an error that is not known is refused with the list of those that are, as --help has it", () => {
  const refused = readCommand(["FL000101", "F", "--terrain", "--error", "nothing=1"]);
  expect(refused).toEqual({
    do: "refuse",
    reason: `No error nothing: it is one of\n${errorList()}`,
  });
  const help = readCommand(["--help"]);
  expect(help.do === "help" && help.usage.includes(errorList())).toBe(true);
  expect(errorList().split("\n")).toHaveLength(9);
});
