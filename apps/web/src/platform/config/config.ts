import { type WebConfig, webConfigSchema } from "@swath/contract/settings";
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

/** Reads what the pages need before sign-in; throws where it is missing or malformed. */
export async function loadConfig(fetcher: typeof fetch): Promise<WebConfig> {
  const response = await fetcher("/config.json", { headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  return webConfigSchema.parse(await response.json());
}

/** The product's name with the suffix of its environment; none on production builds. */
export function productTitle(config: Pick<WebConfig, "productName" | "environment">): string {
  return `${config.productName} ${config.environment}`.trim();
}
