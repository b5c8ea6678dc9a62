import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@swath/contract/errors";
import type { ApiCalls } from "@swath/upload-engine/ports";
import { type Caller, nodeApi } from "../../../tools/testing/uploads/node-api.ts";

/** Longer than a server needs that has lost its database. */
const TRIES = 90;
const RETRY_MS = 1_000;
const SERVER_ERRORS = 500;

/** The campaign's own calls, which are no part of a trial: repeated until the server answers with no error of its own. */
export function steadyApi(caller: Caller): ApiCalls {
  const api = nodeApi(caller);
  return {
    call: async (route, request) => {
      for (let tries = 1; ; tries += 1)
        try {
          return await api.call(route, request);
        } catch (error) {
          if (isRefusal(error) || tries === TRIES) throw error;
          await sleep(RETRY_MS);
        }
    },
  };
}

const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && error.status < SERVER_ERRORS;
