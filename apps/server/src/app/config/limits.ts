import { z } from "zod";
import { compressionSchema } from "@swath/contract/settings";
import { CALLS_OF_ADDRESS, CALLS_OF_PERSON } from "../../platform/http/call-limits.ts";
import { count } from "./value-schemas.ts";

const MOST_CALLS = 100_000_000;

export const limitVariables = z.object({
  SWATH_UPLOAD_SLOTS: count(1_000).default(8),
  SWATH_CONCURRENT_UPLOADS: count(6).default(4),
  SWATH_COMPRESSION: compressionSchema.default("adaptive"),
  SWATH_CALLS_OF_ADDRESS: count(MOST_CALLS).default(CALLS_OF_ADDRESS),
  SWATH_CALLS_OF_PERSON: count(MOST_CALLS).default(CALLS_OF_PERSON),
});

/** How much is done at once, and how often. */
export function limitsOf(values: z.output<typeof limitVariables>) {
  return {
    uploadSlots: values.SWATH_UPLOAD_SLOTS,
    concurrentUploads: values.SWATH_CONCURRENT_UPLOADS,
    compression: values.SWATH_COMPRESSION,
    /** Most calls, of an address and of a person. */
    callsPerMinute: {
      address: values.SWATH_CALLS_OF_ADDRESS,
      person: values.SWATH_CALLS_OF_PERSON,
    },
  };
}
