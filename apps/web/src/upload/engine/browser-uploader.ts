import { AppError, isErrorCode } from "@swath/contract/errors";
import { hexId } from "@swath/contract/ids";
import { createUploader, rateAt } from "@swath/upload-engine";
import { browserPorts } from "@swath/upload-engine/browser";
import type { ApiCalls } from "@swath/upload-engine/ports";
import { useCallback } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { ApiError } from "../../platform/api/api-error.ts";
import type { Api } from "../../platform/api/api.ts";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { savedLimit } from "../limit/saved-limit.ts";
import { fingerprint, thisDevice } from "./fingerprint.ts";
import type { CreateUploader } from "./use-running-upload.ts";

/** This page's own: a reload begins another one, and so does a tab that is duplicated. */
const HOLDER = hexId(crypto.getRandomValues(new Uint8Array(12)));

/** Creates uploaders that run in this browser, for the signed-in user. */
export function useBrowserUploader(): CreateUploader {
  const api = useApi();
  const { givenName, familyName } = useIdentity();
  return useCallback(
    (job) => {
      const browser = fingerprint({ givenName, familyName }, thisDevice());
      const ports = browserPorts({
        api: engineCalls(api),
        fingerprint: browser,
        holder: HOLDER,
        bytesPerSecond: () => rateAt(savedLimit.get(), new Date()),
      });
      return createUploader(ports, job);
    },
    [api, givenName, familyName],
  );
}

/** The server's calls as the engine expects them: an error of the contract becomes an AppError. */
export function engineCalls(api: Api): ApiCalls {
  return {
    call: async (route, request) => {
      try {
        return await api.call(route, request);
      } catch (error) {
        throw engineError(error);
      }
    },
  };
}

/** An answer of a proxy counts as none: the engine may repeat the call. */
function engineError(error: unknown): unknown {
  if (!(error instanceof ApiError) || !isErrorCode(error.code)) return error;
  return new AppError(error.code, error.message, error.details, { cause: error });
}
