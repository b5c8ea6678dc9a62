import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** What a person may look for by an identifier or a part of a name. */
const FOUND_KINDS = ["flight", "upload", "processing", "project", "sensor", "aircraft"] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

const foundSchema = z.object({
  kind: z.enum(FOUND_KINDS),
  /** The flight's, upload's, processing's or project's identifier; a sensor's or aircraft's name. */
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** Of an upload and a processing. */
  flightId: z.string().nullable(),
  /** Of a processing. */
  area: z.enum(["ip", "iptm"]).nullable(),
});
export type Found = z.infer<typeof foundSchema>;

/** The call of the command palette. */
export const findEndpoints = {
  find: endpoint("GET", "/find", {
    services: ["main"],
    permission: "signedIn",
    summary: "Flights, uploads, processings, projects, sensors and aircraft by identifier or name",
    query: z.strictObject({ text: z.string().trim().min(2).max(60) }),
    reply: z.array(foundSchema),
  }),
} as const;
