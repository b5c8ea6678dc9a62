import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { storageUseSchema } from "./uploads/upload-quotas.ts";

/** What a server depends on, or what people wait for (operations/H1, H2). */
export const SYSTEM_CHECKS = [
  "database",
  "schema",
  "store",
  "worker",
  "room",
  "disk",
  "clock",
] as const;
export type SystemCheck = (typeof SYSTEM_CHECKS)[number];

const systemFaultSchema = z.object({
  check: z.enum(SYSTEM_CHECKS),
  /** In words, for an administrator. */
  why: z.string(),
  since: z.iso.datetime(),
});
export type SystemFault = z.infer<typeof systemFaultSchema>;

const processSchema = z.object({
  serves: z.boolean(),
  works: z.boolean(),
  host: z.string(),
  pid: z.int(),
  release: z.string(),
  started: z.iso.datetime(),
});
export type SystemProcess = z.infer<typeof processSchema>;

const settingInForceSchema = z.object({
  name: z.string(),
  area: z.string(),
  about: z.string(),
  /** Null where the default holds; of a secret only whether it is set. */
  value: z.string().nullable(),
  /** The default, or when it is needed; null where there is none. */
  standard: z.string().nullable(),
});
export type SystemSetting = z.infer<typeof settingInForceSchema>;

const systemStateSchema = z.object({
  faults: z.array(systemFaultSchema),
  /** Those that live, the oldest first. */
  processes: z.array(processSchema),
  storage: storageUseSchema,
  settings: z.array(settingInForceSchema),
  /** Variables that look like settings and are none; `meant` is the one they may stand for. */
  unknownSettings: z.array(z.object({ name: z.string(), meant: z.string().nullable() })),
});
export type SystemState = z.infer<typeof systemStateSchema>;

/** The calls about the running system. */
export const operationEndpoints = {
  readSystemState: endpoint("GET", "/system", {
    services: ["main"],
    permission: "changeSettings",
    summary:
      "What the system lacks and since when, its processes, and its settings without secrets",
    reply: systemStateSchema,
  }),
  readSystemFaults: endpoint("GET", "/system/faults", {
    services: ["main"],
    permission: "signedIn",
    summary: "The checks that people notice and that fail now",
    reply: z.object({ checks: z.array(z.enum(SYSTEM_CHECKS)) }),
  }),
} as const;
