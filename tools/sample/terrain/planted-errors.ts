/** Errors that `--error NAME=VALUE` plants, with their usual size. */
const PLANTED_ERRORS = {
  boresight: {
    usual: 0.05,
    unit: "degrees",
    about: "the scanner is fitted with another roll than its record says",
  },
  "boresight-pitch": { usual: 0.05, unit: "degrees", about: "the same for pitch" },
  "boresight-heading": { usual: 0.05, unit: "degrees", about: "the same for heading" },
  "lever-arm": {
    usual: 0.2,
    unit: "m",
    about: "the antenna is further forward than its record says",
  },
  "lever-arm-y": { usual: 0.2, unit: "m", about: "the antenna is further right" },
  "lever-arm-z": { usual: 0.2, unit: "m", about: "the antenna is lower" },
  "height-jump": { usual: 0.1, unit: "m", about: "the recorded heights of line 2 are too great" },
  "gps-gap": { usual: 5, unit: "s", about: "the recording has a gap in line 3" },
  "corrupt-range": {
    usual: 1,
    unit: "blocks",
    about: "a byte of so many blocks of line 1 is another",
  },
} as const;

export type PlantedError = keyof typeof PLANTED_ERRORS;
export type PlantedErrors = Readonly<Partial<Record<PlantedError, number>>>;

export const HEIGHT_JUMP_LINE = 2;
export const GPS_GAP_LINE = 3;
export const CORRUPT_LINE = 1;

/** The errors that options name; the reason where one is not understood. */
export function plantedErrors(options: readonly string[]): PlantedErrors | string {
  const planted: Partial<Record<PlantedError, number>> = {};
  for (const option of options) {
    const [name = "", value] = option.split("=", 2);
    if (!isPlanted(name))
      return `No error ${name}: it is one of ${Object.keys(PLANTED_ERRORS).join(", ")}`;
    const size = value === undefined ? PLANTED_ERRORS[name].usual : Number(value);
    if (!Number.isFinite(size) || value === "") return `${option}: the value is no number`;
    planted[name] = size;
  }
  return planted;
}

const isPlanted = (name: string): name is PlantedError => Object.hasOwn(PLANTED_ERRORS, name);

/** Lines for the command's usage. */
export function errorList(): string {
  return Object.entries(PLANTED_ERRORS)
    .map(([name, { usual, unit, about }]) => `  ${name.padEnd(18)} ${usual} ${unit}: ${about}`)
    .join("\n");
}
