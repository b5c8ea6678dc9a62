import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { zipDownloadSchema } from "./explorer.ts";
import { flightIdSchema } from "./ids/id-schemas.ts";

/** A folder that can be uploaded and processed, and one with a fault that the check finds. */
const SAMPLE_KINDS = ["valid", "faulty"] as const;
export type SampleKind = (typeof SAMPLE_KINDS)[number];

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
