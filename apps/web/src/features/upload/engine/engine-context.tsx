import { browserFile, browserPorts } from "@swath/upload-engine/browser/browser-ports";
import { createUploader, type UploadJob, type Uploader } from "@swath/upload-engine/core/uploader";
import type { SourceFile } from "@swath/upload-engine/ports/source";
import { createContext, use, useMemo } from "react";
import { useApi } from "../../../platform/api/api-context.tsx";
import { useIdentity } from "../../../platform/session/session-context.tsx";
import { engineCalls } from "./engine-calls.ts";
import { fingerprint } from "./fingerprint.ts";
import { thisDevice } from "./this-device.ts";

/** Makes the uploader of a page, and the files that it reads. */
export interface Engine {
  create(job: UploadJob): Uploader;
  source(file: File, path: string): SourceFile;
}

const EngineContext = createContext<Engine | undefined>(undefined);

/** Puts another engine in the place of the browser's. */
export const EngineProvider = EngineContext.Provider;

/** The engine of this page: the one provided, or the browser's own as the signed-in user. */
export function useEngine(): Engine {
  const provided = use(EngineContext);
  const api = useApi();
  const { givenName, familyName } = useIdentity();
  return useMemo(() => {
    if (provided !== undefined) return provided;
    const calls = engineCalls(api);
    return {
      create: (job) =>
        createUploader(
          browserPorts({
            api: calls,
            fingerprint: fingerprint({ givenName, familyName }, thisDevice()),
          }),
          job,
        ),
      source: browserFile,
    };
  }, [provided, api, givenName, familyName]);
}
