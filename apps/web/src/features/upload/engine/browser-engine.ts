import { createUploader } from "@swath/upload-engine";
import { browserFile, browserPorts } from "@swath/upload-engine/browser";
import { useMemo } from "react";
import { useApi } from "../../../platform/api/api-context.tsx";
import { useIdentity } from "../../../platform/session/session-context.tsx";
import { engineCalls } from "./engine-calls.ts";
import type { Engine } from "./engine-context.tsx";
import { fingerprint } from "./fingerprint.ts";
import { thisDevice } from "./this-device.ts";

/** The browser's own engine, as the signed-in user. */
export function useBrowserEngine(): Engine {
  const api = useApi();
  const { givenName, familyName } = useIdentity();
  return useMemo(() => {
    const calls = engineCalls(api);
    return {
      create: (job) => {
        const browser = fingerprint({ givenName, familyName }, thisDevice());
        return createUploader(browserPorts({ api: calls, fingerprint: browser }), job);
      },
      source: browserFile,
    };
  }, [api, givenName, familyName]);
}
