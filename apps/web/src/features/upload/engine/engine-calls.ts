import { AppError, isErrorCode } from "@swath/contract/errors";
import type { ApiCalls } from "@swath/upload-engine/ports";
import { ApiError } from "../../../platform/api/api-error.ts";
import type { Api } from "../../../platform/api/api.ts";

/** The server's calls as the engine wants them: an answered error of the contract is an AppError. */
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

/** What a proxy answered in its own words is no answer to the engine: the call may be made again. */
function engineError(error: unknown): unknown {
  if (!(error instanceof ApiError) || !isErrorCode(error.code)) return error;
  return new AppError(error.code, error.message, error.details, { cause: error });
}
