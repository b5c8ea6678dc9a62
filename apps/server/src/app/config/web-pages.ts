import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { WebConfig } from "@swath/contract/settings";
import { z } from "zod";

const ROOT = fileURLToPath(new URL("../../../../../", import.meta.url));

export const webPageVariables = z.object({
  SWATH_ENVIRONMENT: z.string().default(""),
  SWATH_BUILD_NUMBER: z.string().default(""),
  SWATH_BUILD_REVISION: z.string().default(""),
  SWATH_BUILD_TIME: z.string().default(""),
  SWATH_SIGN_IN_PROVIDER: z.string().min(1).default("Microsoft"),
  SWATH_LMS_VERSION: z.string().optional(),
  SWATH_WEB: z.string().optional(),
});
type Values = z.output<typeof webPageVariables>;

/** The web pages, and what they tell of this build. */
export interface WebPageConfig {
  readonly web: WebConfig;
  readonly webFolder: string;
  readonly release: string;
  readonly lmsVersion: string;
}

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
      main: "/api/main",
      processing: "/api/processing",
      "terrain-mapper": "/api/terrain-mapper",
      orchestration: "/api/orchestration",
    },
  };
}

export function webPagesOf(values: Values): WebPageConfig {
  const release = readRelease();
  return {
    web: webOf(values, release),
    webFolder: resolve(values.SWATH_WEB ?? resolve(ROOT, "apps/web/dist")),
    release,
    lmsVersion: values.SWATH_LMS_VERSION ?? release,
  };
}
