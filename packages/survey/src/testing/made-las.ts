import { text } from "./judged.ts";

/** Points of a made file. */
export const POINTS = 200;
/** LAS 1.4, format 6, without records. */
export function las(set: (view: DataView) => void = () => undefined): Uint8Array {
  const bytes = new Uint8Array(375 + POINTS * 30);
  const view = new DataView(bytes.buffer);
  bytes.set(text("LASF"));
  view.setUint8(24, 1);
  view.setUint8(25, 4);
  view.setUint16(94, 375, true);
  view.setUint32(96, 375, true);
  view.setUint8(104, 6);
  view.setUint16(105, 30, true);
  for (const at of [131, 139, 147]) view.setFloat64(at, 0.001, true);
  for (const at of [179, 195, 211]) view.setFloat64(at, 9, true);
  view.setBigUint64(247, BigInt(POINTS), true);
  view.setBigUint64(255, BigInt(POINTS), true);
  bytes.fill(1, 375);
  set(view);
  return bytes;
}

/** An older LAS, of format 0, without records; where its header ends, all bytes are 1. */
export function older(minor: number, { headerBytes = 227, points = POINTS } = {}): Uint8Array {
  const bytes = new Uint8Array(headerBytes + points * 20).fill(1, 227);
  const view = new DataView(bytes.buffer);
  bytes.set(text("LASF"));
  view.setUint8(24, 1);
  view.setUint8(25, minor);
  view.setUint16(94, headerBytes, true);
  view.setUint32(96, headerBytes, true);
  view.setUint16(105, 20, true);
  view.setUint32(107, points, true);
  for (const at of [131, 139, 147]) view.setFloat64(at, 0.001, true);
  return bytes;
}

/** The same bytes, with something set in them. */
export function changed(bytes: Uint8Array, set: (view: DataView) => void): Uint8Array {
  set(new DataView(bytes.buffer));
  return bytes;
}
