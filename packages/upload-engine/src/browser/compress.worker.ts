import { compress, init } from "@bokuweb/zstd-wasm";
import { ZSTD_LEVEL } from "@swath/contract/limits";
import type { CompressionResult, Piece } from "../ports/compressor.ts";
import { type Served, serveCalls } from "./worker-calls.ts";

const ready = init();

function compressPiece({ index, bytes }: Piece): Piece {
  return { index, bytes: compress(bytes, ZSTD_LEVEL) as Uint8Array<ArrayBuffer> };
}

async function handle(pieces: readonly Piece[]): Promise<Served> {
  await ready;
  let value: CompressionResult;
  try {
    value = { ok: true, frames: pieces.map(compressPiece) };
  } catch (error) {
    value = { ok: false, reason: String(error), pieces };
  }
  const given = (value.ok ? value.frames : pieces).map(({ bytes }) => bytes.buffer);
  return { value, transfer: [...new Set(given)] };
}

serveCalls((body) => handle(body as readonly Piece[]));
