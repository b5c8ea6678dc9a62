import type { Plugin, Rolldown } from "vite";

/** What draws maps, and is loaded on map pages alone. */
const MAP_LIBRARY = /\/node_modules\/(ol|topojson-client|world-atlas)\//;
/** Modules that may be loaded later with the map in them. */
const MAP_PAGES =
  /\/src\/(map\/|planning\/|app\/routes\/(planning|layers)-route\.tsx$|.*-map\.tsx$)/;

type Chunks = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

/** A chunk with all that is loaded together with it. */
function loadedWith(name: string, chunks: Chunks): Set<string> {
  const found = new Set([name]);
  for (const one of found) {
    const chunk = chunks[one];
    if (chunk?.type === "chunk") for (const next of chunk.imports) found.add(next);
  }
  return found;
}

/** Modules of the application that load the map's library although they are no map page. */
export function mapOffMapPages(chunks: Chunks): string[] {
  const ofMap = (name: string): boolean => {
    const chunk = chunks[name];
    return chunk?.type === "chunk" && chunk.moduleIds.some((id) => MAP_LIBRARY.test(id));
  };
  return Object.entries(chunks).flatMap(([name, chunk]) => {
    if (chunk.type !== "chunk" || !(chunk.isEntry || chunk.isDynamicEntry)) return [];
    const id = chunk.facadeModuleId ?? name;
    if (MAP_PAGES.test(id) || MAP_LIBRARY.test(id)) return [];
    return [...loadedWith(name, chunks)].some(ofMap) ? [id] : [];
  });
}

/** Fails the build where a page without a map would load the map's library. */
export function mapOnMapPages(): Plugin {
  return {
    name: "map on map pages",
    generateBundle(_options, chunks) {
      const faults = mapOffMapPages(chunks);
      if (faults.length > 0) this.error(`loaded with the map's library: ${faults.join(", ")}`);
    },
  };
}
