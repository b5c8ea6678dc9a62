/** How long a run of a stage took, and what it read. */
export interface PastRun {
  readonly bytes: number;
  readonly seconds: number;
}

/** How long runs of a stage take: so long whatever they read, and so much more for each gigabyte. */
export interface StageDuration {
  readonly seconds: number;
  readonly secondsPerGB: number;
}

const GB = 1e9;
const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

/**
 * Fits a line through past runs by least squares, neither part of it below 0. Runs that read equally
 * much say nothing of what more would take: there the time grows as the bytes do. Undefined without
 * runs.
 */
export function fitDuration(past: readonly PastRun[]): StageDuration | undefined {
  if (past.length === 0) return undefined;
  const sizes = past.map(({ bytes }) => bytes / GB);
  const times = past.map(({ seconds }) => seconds);
  const [size, time] = [sum(sizes) / past.length, sum(times) / past.length];
  if (size === 0) return { seconds: time, secondsPerGB: 0 };
  const spread = sum(sizes.map((each) => (each - size) ** 2));
  const common = sum(sizes.map((each, index) => (each - size) * (times[index]! - time)));
  const proportional = { seconds: 0, secondsPerGB: time / size };
  if (spread < 1e-6 * size ** 2 * past.length) return proportional;
  const slope = common / spread;
  if (slope <= 0) return { seconds: time, secondsPerGB: 0 };
  const rest = time - slope * size;
  if (rest >= 0) return { seconds: rest, secondsPerGB: slope };
  // Through the origin.
  const squares = sum(sizes.map((each) => each ** 2));
  const products = sum(sizes.map((each, index) => each * times[index]!));
  return { seconds: 0, secondsPerGB: products / squares };
}

/** How long a run takes that reads so many bytes, s. */
export const secondsFor = ({ seconds, secondsPerGB }: StageDuration, bytes: number): number =>
  seconds + (secondsPerGB * bytes) / GB;
