/** Declared, so that the type of 140,000 numbers is not inferred from the file. */
declare module "world-atlas/land-50m.json" {
  import type { feature } from "topojson-client";
  const topology: Parameters<typeof feature>[0];
  export { topology as default };
}
