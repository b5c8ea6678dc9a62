import type { WireAlgorithm } from "@swath/contract/settings";
import type { Piece } from "../ports/compressor.ts";
import type { FileRun } from "./object-assembly.ts";

/** What the page asks of a reading worker; `object` names one in the making. */
export type ReadMessage =
  | {
      readonly do: "open";
      readonly object: number;
      readonly runs: readonly FileRun[];
      readonly wire: WireAlgorithm;
    }
  | { readonly do: "read"; readonly object: number }
  | { readonly do: "keep"; readonly object: number; readonly frames: readonly Piece[] }
  | { readonly do: "seal"; readonly object: number }
  | { readonly do: "close"; readonly object: number }
  | {
      readonly do: "whole";
      readonly file: File;
      readonly path: string;
      readonly wire: WireAlgorithm;
    }
  | { readonly do: "bytes"; readonly bytes: Uint8Array; readonly wire: WireAlgorithm };
