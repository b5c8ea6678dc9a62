import type { Plugin, Rolldown } from "vite";

/**
 * Read where a page of its own needs it: the first page reads by `platform/read-value.ts`, draws its own
 * tooltips, and shows no points.
 */
const NOT_AT_FIRST = /\/node_modules\/(zod|@popperjs|three)\//;

type Chunks = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

/** Modules that the first page loads at once although it should not. */
export function heavyAtFirst(chunks: Chunks): string[] {
  const loaded = new Set(
    Object.values(chunks).flatMap((chunk) =>
      chunk.type === "chunk" && chunk.isEntry ? [chunk.fileName] : [],
    ),
  );
  for (const file of loaded) {
    const chunk = chunks[file];
    if (chunk?.type === "chunk") for (const next of chunk.imports) loaded.add(next);
  }
  return [...loaded].flatMap((file) => {
    const chunk = chunks[file];
    return chunk?.type === "chunk" ? chunk.moduleIds.filter((id) => NOT_AT_FIRST.test(id)) : [];
  });
}

/** Fails the build where the first page would load a library that it does without. */
export function lightFirstPage(): Plugin {
  return {
    name: "light first page",
    generateBundle(_options, chunks) {
      const [heavy] = heavyAtFirst(chunks);
      if (heavy !== undefined) this.error(`loaded with the first page: ${heavy}`);
    },
  };
}
