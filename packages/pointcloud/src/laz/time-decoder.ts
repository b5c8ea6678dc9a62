import type { ArithmeticDecoder } from "@swath/survey/laz";
import {
  contextOfTimes,
  FIRST_DIFFERENCE,
  MOST_TIMES,
  MULTIPLES,
  TimeModels,
  UPPER_HALF,
} from "./models/index.ts";

/** Writers lead to another sequence once for a time: damaged codes may do so without end. */
const MOST_LEADS = 64;

/** Decodes a time over the one before, to a place. */
export function decodeTime(
  decoder: ArithmeticDecoder,
  models: TimeModels,
  to: DataView,
  at: number,
): void {
  for (let leads = 0; decodeStep(decoder, models); leads += 1)
    if (leads === MOST_LEADS) throw new RangeError("codes of times without end");
  to.setInt32(at, models.current.low, true);
  to.setInt32(at + 4, models.current.high, true);
}

/** Decodes a symbol; answers whether it led to another sequence, whose symbol follows. */
function decodeStep(decoder: ArithmeticDecoder, models: TimeModels): boolean {
  const { current, differences, same } = models;
  const none = current.difference === 0;
  const symbol = decoder.symbol(none ? models.withoutDifference : models.multiples);
  const full = (none ? 1 : MULTIPLES) + same;
  if (symbol > full) {
    models.lead(symbol - full);
    return true;
  }
  if (symbol === full) {
    // A time of its own, in another sequence.
    const high = decoder.integer(differences, current.high, UPPER_HALF);
    models.begin(high, decoder.bits(32) | 0);
  } else if (none) {
    if (same === 1 && symbol === 0) return false;
    current.difference = decoder.integer(differences, 0, FIRST_DIFFERENCE);
    advance(current, current.difference);
    current.extremes = 0;
  } else if (symbol < MULTIPLES) {
    const times = symbol > MOST_TIMES ? MOST_TIMES - symbol : symbol;
    const prediction = Math.imul(times, current.difference);
    const difference = decoder.integer(differences, prediction, contextOfTimes(times));
    advance(current, difference);
    models.see(times, difference);
  }
  return false;
}

function advance(current: TimeModels["current"], difference: number): void {
  const sum = (current.low >>> 0) + difference;
  current.high = (current.high + Math.floor(sum / 0x1_0000_0000)) | 0;
  current.low = sum | 0;
}
