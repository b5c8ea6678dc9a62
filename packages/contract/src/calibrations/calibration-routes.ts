import { z } from "zod";
import { pageSchema, pageSizeSchema } from "../list-query.ts";
import { route } from "../route.ts";
import { calibrationSchema, imageryCalibrationSchema } from "./calibration.ts";
import { CALIBRATION_FILTERS } from "./calibration-status.ts";

/** Identifier of a calibration record: 24 hex digits (document 3, section 2.1). */
export const calibrationIdSchema = z.string().regex(/^[0-9a-f]{24}$/, "must be 24 hex digits");

const operator = z.string().max(8_192).optional();
const query = z.strictObject({
  page: pageSchema,
  pageSize: pageSizeSchema.default(10),
  Aircraft: operator,
  AircraftType: operator,
  SensorName: operator,
  SurveyDate: z.string().max(64).optional(),
  Status: z.enum(CALIBRATION_FILTERS).optional(),
});
export type CalibrationQuery = z.infer<typeof query>;
const params = z.object({ calibrationId: calibrationIdSchema });

/** The calls of calibration parameters (document 3, section 7). */
export const calibrationRoutes = {
  listCalibrations: route("GET", "/calibration", {
    services: ["processing"],
    permission: "readCalibrations",
    summary: "A page of LiDAR parameters, latest survey first; x-total-count holds how many",
    query,
    reply: z.array(calibrationSchema),
  }),
  readCalibration: route("GET", "/calibration/:calibrationId", {
    services: ["processing"],
    permission: "readCalibrations",
    summary: "One record of LiDAR parameters",
    params,
    reply: calibrationSchema,
  }),
  listImageryCalibrations: route("GET", "/imagery-calibration", {
    services: ["processing"],
    permission: "readCalibrations",
    summary: "A page of imagery parameters, latest survey first; x-total-count holds how many",
    query,
    reply: z.array(imageryCalibrationSchema),
  }),
  readImageryCalibration: route("GET", "/imagery-calibration/:calibrationId", {
    services: ["processing"],
    permission: "readCalibrations",
    summary: "One record of imagery parameters",
    params,
    reply: imageryCalibrationSchema,
  }),
} as const;
