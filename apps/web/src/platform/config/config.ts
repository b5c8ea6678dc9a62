import { SERVICES } from "@swath/contract/endpoint";
import type { WebConfig } from "@swath/contract/settings";
import { membersOf } from "@swath/contract/read-value";
import { createContext, use, useEffect } from "react";

const ConfigContext = createContext<WebConfig | undefined>(undefined);

export const ConfigProvider = ConfigContext.Provider;

/** The run-time configuration of the pages. */
export function useConfig(): WebConfig {
  const config = use(ConfigContext);
  if (config === undefined) throw new Error("useConfig outside of ConfigProvider");
  return config;
}

/** Names the document: the product, then the page; what goes on comes first: `43 % · FL000123 · Swath`. */
export function usePageTitle(page: string, goesOn?: string): void {
  const product = productTitle(useConfig());
  const title =
    goesOn === undefined ? `${product} ${page}`.trim() : `${goesOn} · ${page} · ${product}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}

const TEXTS = ["productName", "environment", "release", "signInProvider"] as const;
const LISTS = ["companions", "baseMaps"] as const;

/** Whether a value has what every page needs of it; the server has checked the rest of its own settings. */
function isConfig(value: unknown): value is WebConfig {
  const config = membersOf(value);
  const services = membersOf(config["services"]);
  return (
    TEXTS.every((name) => typeof config[name] === "string") &&
    LISTS.every((name) => Array.isArray(config[name])) &&
    SERVICES.every((name) => typeof services[name] === "string")
  );
}

/** Reads what the pages need before sign-in; throws where it is missing or malformed. */
export async function loadConfig(fetcher: typeof fetch): Promise<WebConfig> {
  const response = await fetcher("/config.json", { headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  const config: unknown = await response.json();
  if (!isConfig(config)) throw new TypeError("/config.json is malformed");
  return config;
}

/** The product's name with the suffix of its environment; none on production builds. */
export function productTitle(config: Pick<WebConfig, "productName" | "environment">): string {
  return `${config.productName} ${config.environment}`.trim();
}
