import type { Manifest } from "@swath/contract/manifest";
import type { LandingDeps } from "../landing/check-landing.ts";
import type { KeptObject } from "../plan-store.ts";
import type { Upload } from "../upload-record.ts";

/**
 * Decodes concatenated Zstandard frames as a stream. More than `maxBytes` of output, a truncated
 * frame and trailing bytes are errors.
 */
export type DecodeFrames = (
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
) => AsyncIterable<Uint8Array>;

export interface RebuildDeps extends LandingDeps {
  readonly decode: DecodeFrames;
}

/** One upload that is being rebuilt. */
export interface RebuildContext {
  readonly deps: RebuildDeps;
  readonly upload: Upload;
  readonly manifest: Manifest;
  /** In the order of the plan. */
  readonly objects: readonly KeptObject[];
  /** Where its objects landed, below the uploads bucket. */
  readonly landing: string;
  readonly signal: AbortSignal;
}

/** Files whose bytes are streamed at once; each holds a few pieces in memory. */
export const FILES_AT_ONCE = 4;
/** Small files of a bundle that are written at once. */
export const SMALL_WRITES_AT_ONCE = 8;
