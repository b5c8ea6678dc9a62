import { z } from "zod";
import { compressionSchema } from "@swath/contract/settings";
import { CALLS_OF_ADDRESS, CALLS_OF_PERSON } from "../../platform/http/call-limits.ts";
import { CONNECTION_LIMITS } from "../../platform/connections/guard-connections.ts";
import { openFiles } from "../../platform/connections/open-files.ts";
import { count } from "./value-schemas.ts";

const MEGABYTE = 1e6;
const TERABYTE = 1e12;
const MOST_CALLS = 100_000_000;
const MOST_CONNECTIONS = 1_000_000;

export const limitVariables = z.object({
  SWATH_UPLOAD_SLOTS: count(1_000).default(8),
  SWATH_SLOTS_OF_PERSON: count(1_000).default(4),
  SWATH_UPLOADS_OF_PERSON: count(100_000).default(100),
  SWATH_TERABYTES_OF_PERSON: count(1_000_000).default(100),
  SWATH_CONCURRENT_UPLOADS: count(6).default(4),
  SWATH_COMPRESSION: compressionSchema.default("adaptive"),
  SWATH_KEEP_REPLACED_DAYS: z.coerce.number().int().min(0).max(36_500).default(30),
  SWATH_SCRUB_DAYS: count(36_500).default(30),
  SWATH_SCRUB_MEGABYTES: count(100_000).default(20),
  SWATH_CONNECTIONS: count(MOST_CONNECTIONS).default(CONNECTION_LIMITS.connections),
  SWATH_CONNECTIONS_OF_ADDRESS: count(MOST_CONNECTIONS).default(CONNECTION_LIMITS.ofAddress),
  SWATH_CALLS_OF_ADDRESS: count(MOST_CALLS).default(CALLS_OF_ADDRESS),
  SWATH_CALLS_OF_PERSON: count(MOST_CALLS).default(CALLS_OF_PERSON),
});

/** Half of the files that the process may open: a posted object takes a connection and a file. */
const mostConnections = (): number => Math.floor(openFiles() / 2);

/** How much is done at once, and how often. */
export function limitsOf(values: z.output<typeof limitVariables>) {
  return {
    uploadSlots: values.SWATH_UPLOAD_SLOTS,
    /** What one person may have under way at once. */
    quotas: {
      slots: values.SWATH_SLOTS_OF_PERSON,
      uploads: values.SWATH_UPLOADS_OF_PERSON,
      bytes: values.SWATH_TERABYTES_OF_PERSON * TERABYTE,
    },
    concurrentUploads: values.SWATH_CONCURRENT_UPLOADS,
    compression: values.SWATH_COMPRESSION,
    /** How long files that were replaced can be brought back; 0: none are kept. */
    keepReplacedDays: values.SWATH_KEEP_REPLACED_DAYS,
    /** How often stored data is read again, and how fast at most. */
    scrub: {
      everyDays: values.SWATH_SCRUB_DAYS,
      bytesPerSecond: values.SWATH_SCRUB_MEGABYTES * MEGABYTE,
    },
    /** Most connections, of all and of one address. */
    connections: {
      all: Math.min(values.SWATH_CONNECTIONS, mostConnections()),
      address: values.SWATH_CONNECTIONS_OF_ADDRESS,
    },
    /** Most calls, of an address and of a person. */
    callsPerMinute: {
      address: values.SWATH_CALLS_OF_ADDRESS,
      person: values.SWATH_CALLS_OF_PERSON,
    },
  };
}
