import { type BaseMap, baseMapSchema } from "@swath/contract/settings";
import { z } from "zod";
import { setting } from "./value-schemas.ts";

/** Public tiles that may be shown without a key, as long as their attribution is. */
const PUBLIC_MAPS: readonly BaseMap[] = [
  {
    name: "OpenStreetMap",
    url: "https://tile.openstreetmap.org/{z}/{x}/{y}.png",
    attribution: "© OpenStreetMap contributors",
    attributionUrl: "https://www.openstreetmap.org/copyright",
    maxZoom: 19,
  },
  {
    name: "OpenTopoMap",
    url: "https://a.tile.opentopomap.org/{z}/{x}/{y}.png",
    attribution: "© OpenStreetMap contributors, SRTM; style © OpenTopoMap (CC-BY-SA)",
    attributionUrl: "https://opentopomap.org/about",
    maxZoom: 17,
  },
];

const listed = z.array(baseMapSchema).min(1).max(2);

/** `none`, or one or two base maps as JSON. */
const baseMaps = z.string().transform((text, context): BaseMap[] => {
  if (text === "none") return [];
  const parsed = listed.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    context.addIssue({ code: "custom", path: path.map(String), message });
  return z.NEVER;
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const mapVariables = z.object({
  SWATH_BASE_MAPS: setting(
    baseMaps.optional(),
    "what maps are drawn on: `none`, or one or two `{name, url, attribution, attributionUrl, maxZoom}` as a JSON list; `url` is https or a path of this host with `{z}`, `{x}`, `{y}` (Web Mercator)",
    { otherwise: "OpenStreetMap and OpenTopoMap" },
  ),
});

/** What maps are drawn on, and which other hosts the pages get it from. */
export function mapsOf({ SWATH_BASE_MAPS: given }: z.output<typeof mapVariables>) {
  const chosen = [...(given ?? PUBLIC_MAPS)];
  const elsewhere = chosen.map(({ url }) => url).filter((url) => !url.startsWith("/"));
  return {
    baseMaps: chosen,
    tileOrigins: [...new Set(elsewhere.map((url) => new URL(url).origin))],
  };
}
