import { compress, init } from "@bokuweb/zstd-wasm";
import type { CompressionResult, Piece } from "../../ports/compressor.ts";
import { serveCalls, transferred } from "../worker-rpc.ts";

const ZSTD_LEVEL = 3;

export interface CompressCalls {
  compress(pieces: readonly Piece[]): CompressionResult;
}

const ready = init();

function compressPiece({ index, bytes }: Piece): Piece {
  return { index, bytes: compress(bytes, ZSTD_LEVEL) as Uint8Array<ArrayBuffer> };
}

function compressAll(pieces: readonly Piece[]): CompressionResult {
  try {
    return { ok: true, frames: pieces.map(compressPiece) };
  } catch (error) {
    return { ok: false, reason: String(error), pieces };
  }
}

serveCalls<CompressCalls>({
  compress: async (pieces) => {
    await ready;
    const result = compressAll(pieces);
    const given = result.ok ? result.frames : pieces;
    return transferred(
      result,
      given.map(({ bytes }) => bytes.buffer),
    );
  },
});
