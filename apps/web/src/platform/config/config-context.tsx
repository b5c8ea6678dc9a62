import type { WebConfig } from "@swath/contract/settings";
import { createContext, use } from "react";

const ConfigContext = createContext<WebConfig | undefined>(undefined);

export const ConfigProvider = ConfigContext.Provider;

/** The run-time configuration of the pages. */
export function useConfig(): WebConfig {
  const config = use(ConfigContext);
  if (config === undefined) throw new Error("useConfig outside of ConfigProvider");
  return config;
}
