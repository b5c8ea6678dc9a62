import { createContext, use } from "react";
import type { Api } from "./api.ts";

const ApiContext = createContext<Api | undefined>(undefined);

export const ApiProvider = ApiContext.Provider;

/** The server's calls, as the signed-in user. */
export function useApi(): Api {
  const api = use(ApiContext);
  if (api === undefined) throw new Error("useApi outside of ApiProvider");
  return api;
}
