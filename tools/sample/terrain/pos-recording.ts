import { gpsStatus, group, installationMessage, versions } from "../applanix-writer.ts";
import { leverEnd, poseOf, type MotionState } from "./pose.ts";
import { geodetic, northEastDown } from "./ellipsoid.ts";
import { add, apply, degrees, scale, transpose, type Vector } from "./matrix.ts";
import { GPS_GAP_LINE, HEIGHT_JUMP_LINE } from "./planted-errors.ts";
import type { TerrainFlight } from "./terrain-flight.ts";
import { WEEK_SECONDS } from "@swath/survey/gps-time";

/** Solutions a second. */
const NAVIGATION_RATE = 200;
const NAVIGATION_BODY = 101;
const VERSIONS_EVERY = 10;
/** Before and behind a line, in which a planted jump comes and goes. */
const JUMP_RAMP = 3;
const DIFFERENCE = 0.005;

/** A part of the recording, in whole seconds from its begin: groups 1 at 200 Hz, 3 each second, 99 every tenth. */
export function* posRecording(
  flight: TerrainFlight,
  serial: string,
  from: number,
  to: number,
): Generator<Uint8Array> {
  yield installationMessage();
  for (let second = from; second < to; second++) {
    const records: Uint8Array[] = [];
    const { week, seconds } = gpsTime(flight, second);
    if (!inGap(flight, second)) records.push(gpsStatus(seconds, week));
    if (second % VERSIONS_EVERY === 0) records.push(versions(serial, seconds));
    for (let i = 0; i < NAVIGATION_RATE; i++) {
      const at = second + i / NAVIGATION_RATE;
      if (!inGap(flight, at)) records.push(navigation(flight, at));
    }
    yield Buffer.concat(records);
  }
}

/** A time of the recording, as GPS counts it. */
export function gpsTime(flight: TerrainFlight, at: number): { week: number; seconds: number } {
  const seconds = flight.weekSecond + at;
  const weeks = Math.floor(seconds / WEEK_SECONDS);
  return { week: flight.week + weeks, seconds: seconds - weeks * WEEK_SECONDS };
}

/** Whether a planted gap leaves out what was solved then: in the middle of its line. */
function inGap({ lines, options }: TerrainFlight, at: number): boolean {
  const gap = options.planted["gps-gap"];
  const line = lines.find(({ number }) => number === GPS_GAP_LINE);
  if (gap === undefined || line === undefined) return false;
  return Math.abs(at - (line.begins + line.ends) / 2) < gap / 2;
}

/** What a planted jump adds to the recorded height. */
function heightError({ lines, options }: TerrainFlight, at: number): number {
  const jump = options.planted["height-jump"];
  const line = lines.find(({ number }) => number === HEIGHT_JUMP_LINE);
  if (jump === undefined || line === undefined) return 0;
  const outside = Math.max(0, line.begins - 1 - at, at - line.ends - 1);
  const part = Math.max(0, 1 - outside / JUMP_RAMP);
  return jump * part * part * (3 - 2 * part);
}

/** Applanix ICD, group 1: position of the antenna, attitude and motion of the IMU. */
function navigation(flight: TerrainFlight, at: number): Uint8Array {
  const state = flight.motion.at(at);
  const { place, velocity, acceleration } = antennaMotion(flight, at);
  const rates = bodyRates(flight, at);
  const [north, east, down] = velocity;
  return group(1, gpsTime(flight, at).seconds, NAVIGATION_BODY, (w) => {
    w.f64(degrees(place.latitude)).f64(degrees(place.longitude));
    w.f64(place.height + heightError(flight, at))
      .f32(north)
      .f32(east)
      .f32(down);
    w.f64(degrees(state.roll)).f64(degrees(state.pitch)).f64(compass(state.heading)).f64(0);
    w.f32(compass(Math.atan2(east, north))).f32(Math.hypot(north, east));
    for (const rate of rates) w.f32(degrees(rate));
    for (const each of acceleration) w.f32(each);
    // Full navigation.
    w.u8(0);
  });
}

const difference = (from: Vector, to: Vector): Vector => add(to, scale(from, -1));

/** Place, velocity (north, east, down) and acceleration (body axes) of the antenna; m, s. */
function antennaMotion(flight: TerrainFlight, at: number) {
  const antenna = (time: number): Vector =>
    leverEnd(poseOf(flight.site, flight.motion.at(time)), flight.fitting.antenna);
  const [before, now, after] = [antenna(at - DIFFERENCE), antenna(at), antenna(at + DIFFERENCE)];
  const place = geodetic(now);
  const level = transpose(northEastDown(place));
  const velocity = apply(level, scale(difference(before, after), 1 / (2 * DIFFERENCE)));
  const changed = difference(difference(before, now), difference(now, after));
  const { attitude } = poseOf(flight.site, flight.motion.at(at));
  const acceleration = apply(transpose(attitude), scale(changed, 1 / DIFFERENCE ** 2));
  return { place, velocity, acceleration };
}

/** Rates about the body axes (Titterton & Weston, 3.6.3.3), rad/s. */
function bodyRates({ motion }: TerrainFlight, at: number): Vector {
  const before = motion.at(at - DIFFERENCE);
  const after = motion.at(at + DIFFERENCE);
  const { roll, pitch } = motion.at(at);
  const rate = (name: keyof MotionState): number => (after[name] - before[name]) / (2 * DIFFERENCE);
  const [r, p, h] = [rate("roll"), rate("pitch"), rate("heading")];
  const [sinR, cosR] = [Math.sin(roll), Math.cos(roll)];
  return [
    r - h * Math.sin(pitch),
    p * cosR + h * sinR * Math.cos(pitch),
    h * cosR * Math.cos(pitch) - p * sinR,
  ];
}

/** From 0 to 360 degrees. */
export function compass(angle: number): number {
  const turned = degrees(angle) % 360;
  return turned < 0 ? turned + 360 : turned;
}
