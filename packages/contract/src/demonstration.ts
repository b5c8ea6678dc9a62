import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { zipDownloadSchema } from "./explorer.ts";
import { flightIdSchema } from "./ids/id-schemas.ts";

/** A folder that can be uploaded and processed, and one with a fault that the check finds. */
const SAMPLE_KINDS = ["valid", "faulty"] as const;
export type SampleKind = (typeof SAMPLE_KINDS)[number];

/** Why an upload of the demonstration does not go on: resuming it finds no folder that fits. */
export const NO_DEMONSTRATION_FILES =
  "Demonstration: the server holds none of its files. Cancel it to begin.";

/** The calls that only a demonstration answers. */
export const demonstrationEndpoints = {
  makeSampleFolder: endpoint("POST", "/demonstration/sample", {
    services: ["main"],
    permission: "upload",
    summary: "The address of a made-up LiDAR folder of a flight of the demonstration, as a ZIP",
    callsPerMinute: 6,
    body: z.strictObject({ flightId: flightIdSchema, kind: z.enum(SAMPLE_KINDS) }),
    reply: zipDownloadSchema,
  }),
} as const;
