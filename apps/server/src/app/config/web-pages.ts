import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { WebConfig } from "@swath/contract/settings";
import { z } from "zod";
import { address } from "./value-schemas.ts";

const ROOT = fileURLToPath(new URL("../../../../../", import.meta.url));

export const webPageVariables = z.object({
  SWATH_ENVIRONMENT: z.string().default(""),
  SWATH_BUILD_NUMBER: z.string().default(""),
  SWATH_BUILD_REVISION: z.string().default(""),
  SWATH_BUILD_TIME: z.string().default(""),
  SWATH_SIGN_IN_PROVIDER: z.string().min(1).default("Microsoft"),
  SWATH_SERVICE_PROCESSING: address.default("/api/processing"),
  SWATH_SERVICE_TERRAIN_MAPPER: address.default("/api/terrain-mapper"),
  SWATH_SERVICE_ORCHESTRATION: address.default("/api/orchestration"),
  SWATH_LMS_VERSION: z.string().optional(),
  SWATH_WEB: z.string().optional(),
});
type Values = z.output<typeof webPageVariables>;

function readRelease(): string {
  const manifest: unknown = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8"));
  return z.object({ version: z.string() }).parse(manifest).version;
}

function webOf(values: Values, release: string): WebConfig {
  return {
    productName: "Swath",
    environment: values.SWATH_ENVIRONMENT,
    release,
    build:
      values.SWATH_ENVIRONMENT === ""
        ? null
        : {
            number: values.SWATH_BUILD_NUMBER,
            environment: values.SWATH_ENVIRONMENT,
            revision: values.SWATH_BUILD_REVISION,
            time: values.SWATH_BUILD_TIME,
          },
    signInProvider: values.SWATH_SIGN_IN_PROVIDER,
    services: {
      // It holds the session, whose cookie only the pages' own host gets.
      main: "/api/main",
      processing: withoutSlash(values.SWATH_SERVICE_PROCESSING),
      "terrain-mapper": withoutSlash(values.SWATH_SERVICE_TERRAIN_MAPPER),
      orchestration: withoutSlash(values.SWATH_SERVICE_ORCHESTRATION),
    },
  };
}

const withoutSlash = (text: string): string => text.replace(/\/$/, "");

/** The web pages, and what they show of this build. */
export function webPagesOf(values: Values) {
  const release = readRelease();
  const web = webOf(values, release);
  const elsewhere = Object.values(web.services).filter((base) => URL.canParse(base));
  return {
    web,
    /** Origins of services that another host serves. */
    serviceOrigins: [...new Set(elsewhere.map((base) => new URL(base).origin))],
    webFolder: resolve(values.SWATH_WEB ?? resolve(ROOT, "apps/web/dist")),
    release,
    lmsVersion: values.SWATH_LMS_VERSION ?? release,
  };
}
