import type { Api } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { type AttemptPlace, readAttemptFile } from "../records/attempt-queries.ts";
import { areaOf, type EmbeddedRasters, embeddedRasters, pictureSize } from "./picture-size.ts";
import { isVector } from "./shown-file.ts";

/** The largest preview or report that the page shows. */
export const MOST_SHOWN_BYTES = 33_554_432;
/** The largest vector picture that the page shows: ours have up to 500 kB, and each size redraws every line. */
export const MOST_VECTOR_BYTES = 2_097_152;

interface Signalled {
  readonly signal: AbortSignal;
}

/** An attempt's files never change. */
const KEPT = { staleTime: Infinity, gcTime: 120_000 } as const;

/** A preview's content (a vector picture's text), and its pixels where they are known. */
export const pictureQuery = (api: Api, place: AttemptPlace, path: string) => ({
  queryKey: queryKeys.attemptFile({ ...place, path }),
  queryFn: async ({ signal }: Signalled) => {
    const blob = await readAttemptFile(api, { place, path }, signal);
    const content = isVector(path) ? await blob.text() : blob;
    const rasters =
      typeof content === "string"
        ? embeddedRasters(content)
        : rasterOf(new Uint8Array(await content.arrayBuffer()));
    return { content, rasters };
  },
  ...KEPT,
});

function rasterOf(bytes: Uint8Array): EmbeddedRasters | undefined {
  const largest = pictureSize(bytes);
  return largest && { pixels: areaOf(largest), largest };
}

/** A report's text. */
export const reportQuery = (api: Api, place: AttemptPlace, path: string) => ({
  queryKey: queryKeys.attemptFile({ ...place, path, as: "text" }),
  queryFn: async ({ signal }: Signalled) =>
    (await readAttemptFile(api, { place, path }, signal)).text(),
  ...KEPT,
});
