import { compress, init } from "@bokuweb/zstd-wasm";

// Holds its pieces in memory, then compresses them over and over: nothing but Zstandard is timed.
let pieces: Uint8Array[] = [];
addEventListener(
  "message",
  ({ data }: MessageEvent<{ pieces?: Uint8Array[]; rounds?: number }>) => {
    if (data.pieces !== undefined) {
      pieces = data.pieces;
      void init().then(() => postMessage("ready"));
      return;
    }
    for (let round = 0; round < (data.rounds ?? 1); round++)
      for (const piece of pieces) compress(piece, 3);
    postMessage("done");
  },
);
