import { AT, CHANGED, CHANNEL_BITS, fieldKindOf, kindOf, RETURN } from "../models/index.ts";

/** Which layers of POINT14 change in a chunk. */
export interface ChangedLayers {
  classes: boolean;
  flags: boolean;
  intensity: boolean;
  angle: boolean;
  user: boolean;
  source: boolean;
  time: boolean;
}

/** Points of one channel, one behind the other: from a number on and before another. */
export interface ChannelRun {
  readonly channel: number;
  readonly from: number;
  readonly to: number;
}

const NONE_CHANGED: Readonly<ChangedLayers> = {
  classes: false,
  flags: false,
  intensity: false,
  angle: false,
  user: false,
  source: false,
  time: false,
};
const CHANNELS = 4;
const CODED_FLAGS = 0xff & ~CHANNEL_BITS;

/**
 * The records of a chunk of points of formats 6 to 10, and of each what its codes depend on: kept in columns,
 * since each layer is coded by itself.
 */
export class ChunkScan {
  view: DataView = new DataView(new ArrayBuffer(0));
  bytes: Uint8Array = new Uint8Array();
  stride = 0;
  count = 0;
  changed: ChangedLayers = { ...NONE_CHANGED };
  /** Scanner channel of the first point; runs of the others. */
  firstChannel = 0;
  runs: ChannelRun[] = [];
  /** Place of the last record of the same channel; of the record before where there is none. */
  readonly before: Int32Array;
  readonly channels: Uint8Array;
  /** What differs from that record ({@link CHANGED}), and how the record before it stands in its pulse. */
  readonly changes: Uint8Array;
  readonly kinds: Uint8Array;
  /** How the point stands in its pulse, doubled; 1 more where its time is new. */
  readonly fields: Uint8Array;
  /** Context of the height, which the differences in x and y give. */
  readonly heights: Uint8Array;

  constructor(points: number) {
    this.before = new Int32Array(points);
    this.channels = new Uint8Array(points);
    this.changes = new Uint8Array(points);
    this.kinds = new Uint8Array(points);
    this.fields = new Uint8Array(points);
    this.heights = new Uint8Array(points);
  }

  /** Scans records, the first of which stands uncompressed. */
  scan(bytes: Uint8Array, stride: number, count: number): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.stride = stride;
    this.count = count;
    this.#followChannels();
    this.#compare();
  }

  #followChannels(): void {
    const { view, stride, count, before, channels } = this;
    const last = new Int32Array(CHANNELS).fill(-1);
    this.firstChannel = (view.getUint8(AT.flags) & CHANNEL_BITS) >> 4;
    for (let point = 0, at = 0; point < count; point += 1, at += stride) {
      const channel = (view.getUint8(at + AT.flags) & CHANNEL_BITS) >> 4;
      const known = last[channel]!;
      before[point] = known < 0 ? at - stride : known;
      channels[point] = channel;
      last[channel] = at;
    }
    this.runs = runsOf(channels, count);
  }

  #compare(): void {
    const { view, stride, count, before, channels, changes, kinds, fields } = this;
    const first = view.getUint8(AT.returns);
    let kind = kindOf(first & 15, first >> 4);
    let all = 0;
    let classes = 0;
    let flags = 0;
    let intensity = 0;
    let user = 0;
    for (let point = 1, at = stride; point < count; point += 1, at += stride) {
      const from = before[point]!;
      const returns = view.getUint8(at + AT.returns);
      const isNewTime =
        view.getInt32(at + AT.time, true) !== view.getInt32(from + AT.time, true) ||
        view.getInt32(at + AT.time + 4, true) !== view.getInt32(from + AT.time + 4, true);
      let change = changeOfReturns(view.getUint8(from + AT.returns), returns);
      if (isNewTime) change |= CHANGED.time;
      if (view.getInt16(at + AT.angle, true) !== view.getInt16(from + AT.angle, true))
        change |= CHANGED.angle;
      if (view.getUint16(at + AT.source, true) !== view.getUint16(from + AT.source, true))
        change |= CHANGED.source;
      if (channels[point] !== channels[point - 1]) change |= CHANGED.channel;
      classes |= view.getUint8(at + AT.classification) ^ view.getUint8(from + AT.classification);
      flags |= view.getUint8(at + AT.flags) ^ view.getUint8(from + AT.flags);
      intensity |=
        view.getUint16(at + AT.intensity, true) ^ view.getUint16(from + AT.intensity, true);
      user |= view.getUint8(at + AT.user) ^ view.getUint8(from + AT.user);
      all |= change;
      changes[point] = change;
      kinds[point] = kind;
      const number = returns & 15;
      const pulse = returns >> 4;
      kind = kindOf(number, pulse) + (isNewTime ? 4 : 0);
      fields[point] = (fieldKindOf(number, pulse) << 1) | (isNewTime ? 1 : 0);
    }
    this.changed = {
      classes: classes !== 0,
      flags: (flags & CODED_FLAGS) !== 0,
      intensity: intensity !== 0,
      angle: (all & CHANGED.angle) !== 0,
      user: user !== 0,
      source: (all & CHANGED.source) !== 0,
      time: (all & CHANGED.time) !== 0,
    };
  }
}

function runsOf(channels: Uint8Array, count: number): ChannelRun[] {
  const runs: ChannelRun[] = [];
  for (let from = 1, to = 1; from < count; from = to) {
    const channel = channels[from]!;
    while (to < count && channels[to] === channel) to += 1;
    runs.push({ channel, from, to });
  }
  return runs;
}

/** How the number of a return and the returns of its pulse differ from those before. */
function changeOfReturns(before: number, after: number): number {
  const number = after & 15;
  const last = before & 15;
  const count = (before ^ after) >> 4 === 0 ? 0 : CHANGED.count;
  if (number === last) return count | RETURN.same;
  if (number === ((last + 1) & 15)) return count | RETURN.next;
  return count | (number === ((last + 15) & 15) ? RETURN.before : RETURN.other);
}
