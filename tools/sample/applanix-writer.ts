import { LEAP_SECONDS, utcToGps } from "@swath/survey";
import { BinaryWriter } from "./binary-writer.ts";

/** One file of a POS recording: its span in UTC milliseconds, at one set of records a second. */
export interface PosSpan {
  readonly start: number;
  readonly end: number;
  /** Serial number of the POS computer, as group 99 states it. */
  readonly serial: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Whether the receiver counts weeks in 10 bits, as old ones do. */
  readonly shortWeeks?: boolean;
}

const TIME_FIELDS = 26;
const TAIL = 4;
const SATELLITES = 12;

/** Bytes of an Applanix recording: groups 1 and 3 each second, group 99 every tenth, and a $MSG first. */
export function applanixFile(span: PosSpan): Uint8Array {
  const records = [installationMessage()];
  for (let i = 0, at = span.start; at < span.end; i++, at += 1000) {
    const { week, seconds } = utcToGps(at);
    const short = span.shortWeeks === true ? week % 1024 : week;
    records.push(navigation(span, seconds, i), gpsStatus(seconds, short));
    if (i % 10 === 0) records.push(versions(span.serial, seconds));
  }
  const file = new Uint8Array(records.reduce((sum, record) => sum + record.length, 0));
  let offset = 0;
  for (const record of records) {
    file.set(record, offset);
    offset += record.length;
  }
  return file;
}

/** A group with its header, time fields (seconds of the GPS week), padding, checksum and end. */
export function group(
  id: number,
  seconds: number,
  body: number,
  fill: (w: BinaryWriter) => void,
): Uint8Array {
  const padding = (4 - ((TIME_FIELDS + body + TAIL) % 4)) % 4;
  const count = TIME_FIELDS + body + padding + TAIL;
  const writer = new BinaryWriter(8 + count).text("$GRP").u16(id).u16(count);
  writer.f64(seconds).f64(seconds).f64(-0.001).u8(0x11).u8(1);
  fill(writer);
  return sealed(writer);
}

/** The message that a recording begins with. */
export function installationMessage(): Uint8Array {
  return sealed(new BinaryWriter(16).text("$MSG").u16(50).u16(8).u16(0xffff).u8(2));
}

/** Ends a record: the sum of its 16-bit words is zero, then `$#`. */
export function sealed(writer: BinaryWriter): Uint8Array {
  const { bytes } = writer;
  bytes.set([0x24, 0x23], bytes.length - 2);
  const view = new DataView(bytes.buffer);
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 2) sum += view.getUint16(i, true);
  view.setUint16(bytes.length - TAIL, -sum & 0xffff, true);
  return bytes;
}

function navigation(span: PosSpan, seconds: number, second: number): Uint8Array {
  return group(1, seconds, 101, (w) => {
    w.f64(span.latitude + Math.sin(second / 300) * 0.05).f64(span.longitude + second * 0.00002);
    w.f64(1500).f32(0.5).f32(70).f32(0);
    w.f64(0.2).f64(1.5).f64(90).f64(0).f32(90).f32(70);
  });
}

/** Group 3: satellites of the receiver, the week. */
export function gpsStatus(seconds: number, week: number): Uint8Array {
  return group(3, seconds, 4 + SATELLITES * 20 + 42, (w) => {
    w.u8(2)
      .u8(SATELLITES)
      .u16(SATELLITES * 20);
    for (let i = 0; i < SATELLITES; i++)
      w.u16(i + 1)
        .u16(2)
        .f32(i * 30)
        .f32(45)
        .f32(44)
        .f32(40);
    w.f32(0.6).f32(0.9).f32(0).u16(0xffff).u32(week);
    w.f64(LEAP_SECONDS).f32(0.2).f32(-34.5).u16(16).u32(0);
  });
}

/** Group 99: serial number and versions of the computer. */
export function versions(serial: string, seconds: number): Uint8Array {
  return group(99, seconds, 300, (w) => {
    w.text(`AV-610,VER6,S/N${serial},HW2.5-11,SW10.21-Aug18/21,ICD5.08,IMU57,PGPS18`, 120);
    w.text("BD982    SN:5811C00973, v.00550, channels:220", 80).skip(80);
    w.f32(812.5).u32(240).f32(3.4).f32(7.1).f32(1.2);
  });
}
