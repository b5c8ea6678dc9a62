import type { Api } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { type AttemptPlace, readAttemptFile } from "../records/attempt-queries.ts";
import { areaOf, type EmbeddedRasters, embeddedRasters, pictureSize } from "./picture-size.ts";
import { isVector } from "./shown-file.ts";

/** Largest preview or report that is shown in the page. */
export const MOST_SHOWN_BYTES = 33_554_432;
/** Largest picture of lines and letters: ours have 500 kB at most, and each line is drawn anew at each size. */
export const MOST_VECTOR_BYTES = 2_097_152;

interface Signalled {
  readonly signal: AbortSignal;
}

/** What an attempt left never changes. */
const KEPT = { staleTime: Infinity, gcTime: 120_000 } as const;

/** What a preview holds, of a vector picture its text, and its pixels, where these are known. */
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

/** What a report holds, as text. */
export const reportQuery = (api: Api, place: AttemptPlace, path: string) => ({
  queryKey: queryKeys.attemptFile({ ...place, path, as: "text" }),
  queryFn: async ({ signal }: Signalled) =>
    (await readAttemptFile(api, { place, path }, signal)).text(),
  ...KEPT,
});
