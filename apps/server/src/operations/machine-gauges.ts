import type { Clock } from "../platform/clock/clock.ts";
import type { Health } from "../platform/health/health.ts";
import type { GaugeSource, Sample } from "../platform/metrics/metrics.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { certificateEnd } from "./certificates.ts";
import { clockOffset, freeOfFolder } from "./checks.ts";

const HOUR_MS = 3_600_000;

/** Whether what this process depends on is there. */
export const checkGauges = (health: Health) =>
  ({
    keptMs: 0,
    gauges: {
      swath_check_failed: { help: "1 where a check of /readyz fails, else 0", labels: ["check"] },
    },
    read: async () => ({
      swath_check_failed: (await health.findings()).map(({ check, fault }) => ({
        labels: { check },
        value: fault === null ? 0 : 1,
      })),
    }),
  }) satisfies GaugeSource;

export interface MachineParts {
  readonly db: Db;
  readonly store: Pick<ObjectStore, "freeBytes">;
  readonly clock: Clock;
  readonly dataFolder: string;
}

/** This machine's disks and clock. */
export const machineGauges = ({ db, store, clock, dataFolder }: MachineParts) =>
  ({
    keptMs: 5_000,
    gauges: {
      swath_disk_free_bytes: {
        help: "Free space of the data folder's disk, and of the store where it says so",
        labels: ["place"],
      },
      swath_clock_offset_seconds: { help: "This machine's clock less the database's" },
    },
    read: async () => {
      const free: Sample[] = [{ labels: { place: "data" }, value: await freeOfFolder(dataFolder) }];
      const stored = await store.freeBytes().catch(() => undefined);
      if (stored !== undefined) free.push({ labels: { place: "store" }, value: stored });
      return {
        swath_disk_free_bytes: free,
        swath_clock_offset_seconds: [
          { value: await clockOffset(db, clock).catch(() => Number.NaN) },
        ],
      };
    },
  }) satisfies GaugeSource;

/** Certificates of the https addresses that the system needs, by what they are for. */
export const certificateGauges = (
  addresses: Readonly<Record<string, URL | undefined>>,
  clock: Clock,
) =>
  ({
    keptMs: HOUR_MS,
    gauges: {
      swath_certificate_seconds: {
        help: "Time for which a certificate still holds, by what its address is for",
        labels: ["of"],
      },
    },
    read: async () => {
      const https = Object.entries(addresses).filter(([, url]) => url?.protocol === "https:");
      const ends = await Promise.all(
        https.map(async ([of, url]) => ({ of, end: await certificateEnd(url!) })),
      );
      return {
        swath_certificate_seconds: ends.flatMap(({ of, end }) =>
          end === undefined
            ? []
            : [{ labels: { of }, value: (end.getTime() - clock().getTime()) / 1_000 }],
        ),
      };
    },
  }) satisfies GaugeSource;
