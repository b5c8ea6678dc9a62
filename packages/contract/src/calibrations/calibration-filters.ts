import { z } from "zod";
import { AIRCRAFT_TYPES } from "../aircraft-types.ts";
import { filterNameSchema, type FilterTexts, listFilters } from "../filters/index.ts";
import { CALIBRATION_FILTERS, type CalibrationFilter } from "./calibration-status.ts";

const VALUES = {
  Aircraft: filterNameSchema,
  AircraftType: z.enum(AIRCRAFT_TYPES),
  SensorName: filterNameSchema,
} as const satisfies Record<string, z.ZodType<string>>;
export type CalibrationField = keyof typeof VALUES;

/** What a person filters calibration records by, besides their status (document 3, section 2.3). */
export const calibrationFields = listFilters<CalibrationField>(VALUES, []);

/** The filters of an address; `Date` is a range of survey dates. */
export type CalibrationFilters = FilterTexts<CalibrationField> & {
  readonly Status?: CalibrationFilter;
};

const statusSchema = z.enum(CALIBRATION_FILTERS);

/** Reads an address; unknown and malformed filters are left out. */
export function readCalibrationFilters(
  search: Readonly<Record<string, unknown>>,
): CalibrationFilters {
  const Status = statusSchema.safeParse(search["Status"]).data;
  return { ...calibrationFields.read(search), ...(Status === undefined ? {} : { Status }) };
}
