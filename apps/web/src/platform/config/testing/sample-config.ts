import type { WebConfig } from "@swath/contract/settings";

/** What a server hands to the pages, as tests draw them. */
export const SAMPLE_CONFIG: WebConfig = {
  productName: "Swath",
  environment: "",
  release: "3.3.3",
  build: null,
  signInProvider: "Microsoft",
  services: { main: "", processing: "", "terrain-mapper": "", orchestration: "" },
  demonstration: false,
  planExport: false,
  companions: [],
  baseMaps: [],
};
