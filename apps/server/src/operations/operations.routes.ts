import {
  operationEndpoints,
  SYSTEM_CHECKS,
  type SystemCheck,
  type SystemFault,
  type SystemSetting,
} from "@swath/contract/operations";
import type { Finding, Health } from "../platform/health/health.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { readStorageUse, type StorageLimit } from "../domain/storage/storage-use.ts";
import { livingProcesses } from "../domain/processes/process-register.ts";

interface OperationsDeps {
  readonly db: Db;
  readonly health: Health;
  readonly storage: StorageLimit;
  readonly settings: readonly SystemSetting[];
  readonly unknownSettings: readonly { readonly name: string; readonly meant: string | null }[];
}

const known: ReadonlySet<string> = new Set(SYSTEM_CHECKS);

function faultsOf(findings: readonly Finding[]): SystemFault[] {
  return findings.flatMap(({ check, fault }) =>
    fault === null || !known.has(check)
      ? []
      : [{ check: check as SystemCheck, why: fault.why, since: fault.since.toISOString() }],
  );
}

/** Serves what administrators see of the running system, and what everybody should know of it. */
export function serveOperations(serve: Serve, deps: OperationsDeps): void {
  const { db, health, storage, settings, unknownSettings } = deps;
  serve(operationEndpoints.readSystemState, async () => {
    const processes = await livingProcesses(db);
    return {
      faults: faultsOf(await health.findings()),
      processes: processes.map(({ started, ...facts }) =>
        Object.assign(facts, { started: started.toISOString() }),
      ),
      storage: await readStorageUse(db, storage),
      settings: [...settings],
      unknownSettings: [...unknownSettings],
    };
  });
  serve(operationEndpoints.readSystemFaults, async () => ({
    checks: faultsOf(await health.findings()).map(({ check }) => check),
  }));
}
