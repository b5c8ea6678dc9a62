import { execFile } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import {
  type FlightRuns,
  type OutputManifest,
  outputManifestSchema,
} from "@swath/contract/processing";
import { runRoutes } from "@swath/contract/processing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { openObjectStore } from "../../apps/server/src/platform/object-store/from-config.ts";
import type { ObjectStore } from "../../apps/server/src/platform/object-store/object-store.ts";
