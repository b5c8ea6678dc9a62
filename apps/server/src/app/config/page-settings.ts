import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type BaseMap,
  type Build,
  buildSchema,
  lmsVersionSchema,
  type WebConfig,
} from "@swath/contract/settings";
import { z } from "zod";
import { refusePatterns } from "../../uploads/companion-patterns.ts";
import { address, list, setting } from "./value-schemas.ts";

const ROOT = fileURLToPath(new URL("../../../../..", import.meta.url));

/** What the pages of the demonstration say where no build and no setting says another environment. */
const DEMONSTRATION = "demonstration";

/** A setting names an environment, so that no setting makes a test build look like production. */
const environmentName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,19}$/i, "must be 1 to 20 letters, digits, _ and -");

export const webPageVariables = z.object({
  SWATH_ENVIRONMENT: setting(
    environmentName.optional(),
    "suffix of the product's title, beside which the pages name their build (number, revision, time); 1 to 20 letters, digits, `_` and `-`. A build of the branch develop has `dev`, of test `test_redux`, of others none",
    { otherwise: "the build's; with the embedded provider `demonstration`" },
  ),
  SWATH_SIGN_IN_PROVIDER: setting(
    z.string().min(1).default("Microsoft"),
    "name of the provider on the sign-in button",
  ),
  SWATH_SERVICE_PROCESSING: setting(
    address.default("/api/processing"),
    "base address of the processing service where another Swath serves it; that one lists these pages in `SWATH_WEB_ORIGINS`",
  ),
  SWATH_SERVICE_TERRAIN_MAPPER: setting(
    address.default("/api/terrain-mapper"),
    "base address of the Terrain Mapper's service, likewise",
  ),
  SWATH_SERVICE_ORCHESTRATION: setting(
    address.default("/api/orchestration"),
    "base address of the orchestration service, likewise",
  ),
  SWATH_LMS_VERSION: setting(
    lmsVersionSchema.optional(),
    "first value of the LMS version that is current; from then on an administrator sets it in the application, at `/administration`",
    { otherwise: "the release" },
  ),
  SWATH_REQUIRE_REASON: setting(
    z.stringbool().default(false),
    "`true`: a mark that is set by hand on a processing job (manual, ignored, completed, superseded, QA of a failed one) is refused without a reason",
  ),
  SWATH_PLAN_EXPORT: setting(
    z.stringbool().default(false),
    "`true`: the flight-planning map (`/post/extract`) offers what is associated there as GeoJSON, KMZ and shapefile; the files are made in the browser and sent nowhere",
  ),
  SWATH_COMPANIONS: setting(
    list("").superRefine(refusePatterns),
    "patterns of [companion files](../formats.md#how-a-folder-is-read) that folders are read without, beside those that everybody has: whole names in any case, by comma, with `*` and `?` (`*.tmp,.sync*`); up to 64 of 64 characters. One that would take flight data is refused. Change it while nothing is uploaded: what was begun with such a file is refused",
    { otherwise: "none" },
  ),
  SWATH_WEB: setting(z.string().optional(), "folder of the built web pages", {
    otherwise: "`apps/web/dist`",
  }),
});
type Values = z.output<typeof webPageVariables>;

function readRelease(): string {
  const manifest: unknown = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8"));
  return z.object({ version: z.string() }).parse(manifest).version;
}

/** What the build wrote beside the pages; nothing where it did not build them: in a test. */
function readBuild(webFolder: string): Build | undefined {
  const path = join(webFolder, "build.json");
  if (!existsSync(path)) return undefined;
  return buildSchema.parse(JSON.parse(readFileSync(path, "utf8")));
}

interface Shown {
  readonly release: string;
  readonly build: Build | undefined;
  readonly baseMaps: readonly BaseMap[];
  /** Whether the demonstration's own provider signs people in. */
  readonly isDemonstration: boolean;
}

function environmentOf(values: Values, { build, isDemonstration }: Shown): string {
  const own = build?.environment ?? "";
  return values.SWATH_ENVIRONMENT ?? (own === "" && isDemonstration ? DEMONSTRATION : own);
}

function webOf(values: Values, shown: Shown): WebConfig {
  const { release, build, baseMaps } = shown;
  const environment = environmentOf(values, shown);
  return {
    productName: "Swath",
    environment,
    release,
    // Production names no build (document 1, section 2, "Header").
    build: build === undefined || environment === "" ? null : { ...build, environment },
    signInProvider: values.SWATH_SIGN_IN_PROVIDER,
    services: {
      // It holds the session, whose cookie only the pages' own host gets.
      main: "/api/main",
      processing: withoutSlash(values.SWATH_SERVICE_PROCESSING),
      "terrain-mapper": withoutSlash(values.SWATH_SERVICE_TERRAIN_MAPPER),
      orchestration: withoutSlash(values.SWATH_SERVICE_ORCHESTRATION),
    },
    companions: values.SWATH_COMPANIONS,
    demonstration: shown.isDemonstration,
    planExport: values.SWATH_PLAN_EXPORT,
    baseMaps: [...baseMaps],
  };
}

const withoutSlash = (text: string): string => text.replace(/\/$/, "");

/** The web pages, and what they show of this build. */
export function webPagesOf(values: Values, of: Pick<Shown, "baseMaps" | "isDemonstration">) {
  const release = readRelease();
  const webFolder = resolve(values.SWATH_WEB ?? resolve(ROOT, "apps/web/dist"));
  const web = webOf(values, { release, build: readBuild(webFolder), ...of });
  const elsewhere = Object.values(web.services).filter((base) => URL.canParse(base));
  return {
    web,
    /** Origins of services that another host serves. */
    serviceOrigins: [...new Set(elsewhere.map((base) => new URL(base).origin))],
    webFolder,
    release,
    /** The first value of the setting that an administrator changes in the application. */
    lmsVersion: values.SWATH_LMS_VERSION ?? release,
    requireReason: values.SWATH_REQUIRE_REASON,
  };
}
