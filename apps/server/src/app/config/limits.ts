import { isIP } from "node:net";
import { z } from "zod";
import { compressionSchema } from "@swath/contract/settings";
import { CALLS_OF_ADDRESS, CALLS_OF_PERSON } from "../../platform/http/call-limits.ts";
import { CONNECTION_LIMITS } from "../../platform/connections/guard-connections.ts";
import { openFiles } from "../../platform/connections/open-files.ts";
import type { Office } from "../../uploads/queue/offices.ts";
import { byteSize, count, list, setting } from "./value-schemas.ts";

const MEGABYTE = 1e6;
const TERABYTE = 1e12;
const MOST_CALLS = 100_000_000;
const MOST_CONNECTIONS = 1_000_000;

const OFFICE = /^([a-z0-9][a-z0-9_-]{0,29})=(\d{1,4})@(.+)$/i;

/** An address with the length of its prefix, or alone. */
function networkOf(text: string): readonly [string, number] | undefined {
  const [address = "", prefix, more] = text.trim().split("/");
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  const length = prefix === undefined ? bits : Number(prefix);
  const isWhole = length !== undefined && Number.isInteger(length) && length >= 0;
  return bits === undefined || more !== undefined || !isWhole || length > bits
    ? undefined
    : [address, length];
}

function officeOf(text: string): Office | undefined {
  const [, name, slots, places] = OFFICE.exec(text) ?? [];
  const networks = (places ?? "").split("+").map(networkOf);
  const known = networks.filter((network) => network !== undefined);
  if (name === undefined || Number(slots) < 1 || known.length < networks.length) return undefined;
  return { name, slots: Number(slots), networks: known };
}

const offices = list("").transform((texts, context): Office[] =>
  texts.flatMap((text) => {
    const office = officeOf(text);
    if (office === undefined)
      context.addIssue({
        code: "custom",
        message: `must be NAME=SLOTS@NETWORK+NETWORK, not ${text}`,
      });
    return office ?? [];
  }),
);

export const limitVariables = z.object({
  SWATH_UPLOAD_SLOTS: setting(
    count(1_000).default(8),
    "uploads that send at once, from elsewhere than the offices of `SWATH_OFFICES`",
  ),
  SWATH_OFFICES: setting(
    offices,
    "offices with slots of their own, by the addresses that their calls come from: `perth=6@203.0.113.0/24+2001:db8::/32,darwin=2@198.51.100.7`; uploads from elsewhere share `SWATH_UPLOAD_SLOTS`",
  ),
  SWATH_SLOTS_OF_PERSON: setting(
    count(1_000).default(4),
    "uploads of one person that send at once",
  ),
  SWATH_UPLOADS_OF_PERSON: setting(
    count(100_000).default(100),
    "uploads that one person may have under way, from the choice of a folder to ready data",
  ),
  SWATH_TERABYTES_OF_PERSON: setting(
    count(1_000_000).default(100),
    "source data that one person may have under way, TB",
  ),
  SWATH_STORAGE_SOFT_LIMIT: setting(
    byteSize.optional(),
    "bytes that the company means to store at most, such as `900 TB`: administrators are warned from 80 % on, beyond it everybody who begins an upload; nothing is refused",
    { otherwise: "none" },
  ),
  SWATH_CONCURRENT_UPLOADS: setting(
    count(6).default(4),
    "large objects that one browser sends at once on a fast link; on others two to six, as many as pay",
  ),
  SWATH_COMPRESSION: setting(
    compressionSchema.default("adaptive"),
    "`adaptive`: not while a link takes bytes faster than the browser compresses them; `always`",
  ),
  SWATH_KEEP_REPLACED_DAYS: setting(
    z.coerce.number().int().min(0).max(36_500).default(30),
    "days for which files that an update replaced can be brought back; 0 keeps none",
  ),
  SWATH_RETENTION_YEARS: setting(
    count(1_000).optional(),
    "years after which the archived data of a closed project is listed as due; nothing is removed without an administrator's order",
    { otherwise: "never" },
  ),
  SWATH_SCRUB_DAYS: setting(
    count(36_500).default(30),
    "days after which stored data is read again and compared with what was sealed",
  ),
  SWATH_SCRUB_MEGABYTES: setting(
    count(100_000).default(20),
    "most megabytes a second that a worker reads for this",
  ),
  SWATH_CONNECTIONS: setting(
    count(MOST_CONNECTIONS).default(CONNECTION_LIMITS.connections),
    "most connections of a process, never more than half of the open files allowed; beyond them idle and slow ones are closed",
  ),
  SWATH_CONNECTIONS_OF_ADDRESS: setting(
    count(MOST_CONNECTIONS).default(CONNECTION_LIMITS.ofAddress),
    "most connections of one address (a proxy's too)",
  ),
  SWATH_CALLS_OF_ADDRESS: setting(
    count(MOST_CALLS).default(CALLS_OF_ADDRESS),
    "most calls a minute of one address, in each process",
  ),
  SWATH_CALLS_OF_PERSON: setting(
    count(MOST_CALLS).default(CALLS_OF_PERSON),
    "most calls a minute of one person, in each process",
  ),
});

/** Half of the files that the process may open: a posted object takes a connection and a file. */
const mostConnections = (): number => Math.floor(openFiles() / 2);

/** How much is done at once, and how often. */
export function limitsOf(values: z.output<typeof limitVariables>) {
  return {
    uploadSlots: values.SWATH_UPLOAD_SLOTS,
    /** With slots of their own. */
    offices: values.SWATH_OFFICES,
    /** What one person may have under way at once. */
    quotas: {
      slots: values.SWATH_SLOTS_OF_PERSON,
      uploads: values.SWATH_UPLOADS_OF_PERSON,
      bytes: values.SWATH_TERABYTES_OF_PERSON * TERABYTE,
    },
    /** Bytes; undefined: none. */
    storageSoftLimit: values.SWATH_STORAGE_SOFT_LIMIT,
    concurrentUploads: values.SWATH_CONCURRENT_UPLOADS,
    compression: values.SWATH_COMPRESSION,
    /** How long files that were replaced can be brought back; 0: none are kept. */
    keepReplacedDays: values.SWATH_KEEP_REPLACED_DAYS,
    /** After which archived data of a closed project is due; undefined: never. */
    retentionYears: values.SWATH_RETENTION_YEARS,
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
