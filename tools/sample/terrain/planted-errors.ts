interface ErrorKind {
  readonly usual: number;
  readonly unit: string;
  /** Largest size to either side; sizes without a sign begin at 0. */
  readonly most: number;
  readonly signed: boolean;
  readonly about: string;
  /** Other names for it, in small letters and without hyphens. */
  readonly also: readonly string[];
}

const angle = { usual: 0.05, unit: "degrees", most: 5, signed: true } as const;
const lever = { usual: 0.2, unit: "m", most: 10, signed: true } as const;

/** Errors that `--error NAME=VALUE` plants, with their usual size. */
const PLANTED_ERRORS = {
  boresight: {
    ...angle,
    about: "the scanner is fitted with another roll than its record says",
    also: ["boresightroll", "boresightx", "roll"],
  },
  "boresight-pitch": {
    ...angle,
    about: "the same for pitch",
    also: ["boresighty", "pitch"],
  },
  "boresight-heading": {
    ...angle,
    about: "the same for heading",
    also: ["boresightz", "boresightyaw", "heading"],
  },
  "lever-arm": {
    ...lever,
    about: "the antenna is further forward than its record says",
    also: ["lever", "leverx", "leverarmx"],
  },
  "lever-arm-y": { ...lever, about: "the antenna is further right", also: ["levery"] },
  "lever-arm-z": { ...lever, about: "the antenna is lower", also: ["leverz"] },
  "height-jump": {
    usual: 0.1,
    unit: "m",
    most: 100,
    signed: true,
    about: "the recorded heights of line 2 are too great",
    also: ["jump", "heightjumpofaline", "linejump", "heightshift", "height"],
  },
  "gps-gap": {
    usual: 5,
    unit: "s",
    most: 60,
    signed: false,
    about: "the recording has a gap in line 3",
    also: ["gap", "gnssgap"],
  },
  "corrupt-range": {
    usual: 1,
    unit: "blocks",
    most: 1000,
    signed: false,
    about: "a byte of so many blocks of line 1 is another",
    also: ["corrupt", "corruptblock", "corruptrangeblock", "rangeblock"],
  },
} as const satisfies Readonly<Record<string, ErrorKind>>;

export type PlantedError = keyof typeof PLANTED_ERRORS;
export type PlantedErrors = Readonly<Partial<Record<PlantedError, number>>>;

export const HEIGHT_JUMP_LINE = 2;
export const GPS_GAP_LINE = 3;
export const CORRUPT_LINE = 1;

/** The errors that options name; the reason where one is not understood. */
export function plantedErrors(options: readonly string[]): PlantedErrors | string {
  const planted: Partial<Record<PlantedError, number>> = {};
  for (const option of options) {
    const [given = "", value] = option.split("=", 2);
    const name = plantedError(given);
    if (name === undefined) return `No error ${given}: it is one of\n${errorList()}`;
    const { usual, most, signed, unit } = PLANTED_ERRORS[name];
    const size = value === undefined ? usual : Number(value);
    if (value === "" || !(size >= (signed ? -most : 0) && size <= most))
      return `${option}: the value is not a number of ${signed ? -most : 0} to ${most} ${unit}`;
    planted[name] = size;
  }
  return planted;
}

const NAMES = new Map(
  (Object.entries(PLANTED_ERRORS) as [PlantedError, ErrorKind][]).flatMap(([name, { also }]) =>
    [plain(name), ...also].map((each) => [each, name] as const),
  ),
);

/** The error of a name, however it is spelt: `leverArm`, `lever_arm` and `lever-arm` are one. */
function plantedError(name: string): PlantedError | undefined {
  return NAMES.get(plain(name));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, "");
}

/** Lines for the command's usage. */
export function errorList(): string {
  return Object.entries(PLANTED_ERRORS)
    .map(([name, { usual, unit, about }]) => `  ${name.padEnd(18)} ${usual} ${unit}: ${about}`)
    .join("\n");
}
