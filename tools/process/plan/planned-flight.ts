/** A rectangle, m. */
export interface PlannedBox {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** A file of points as it is planned with: points lie evenly in its box. */
export interface PlannedFile {
  readonly points: number;
  /** As recorded. */
  readonly bytes: number;
  readonly box: PlannedBox;
}

/** What a flight is described by. */
export interface FlightDescription {
  readonly points: number;
  readonly files: number;
  /** Points a square metre of one line. */
  readonly density: number;
  /** Of a line, m. */
  readonly length: number;
  /** Of a swath, m, and the share of it that the next line flies over again. */
  readonly width: number;
  readonly sideLap: number;
  /** Recorded bytes of a point. */
  readonly pointBytes: number;
}

/** Lines of 20 km and 500 m, beside each other, cut into files along their way. */
export const DESCRIBED: Omit<FlightDescription, "points" | "files"> = {
  density: 8,
  length: 20_000,
  width: 500,
  sideLap: 0.3,
  pointBytes: 30,
};

/** The files of a described flight: pieces of parallel lines, from west to east and line by line. */
export function describedFiles(flight: FlightDescription): PlannedFile[] {
  const { files, width, sideLap, density, pointBytes } = flight;
  const points = flight.points / files;
  const long = points / density / width;
  const ofLine = Math.max(1, Math.round(flight.length / long));
  return Array.from({ length: files }, (_, at) => {
    const [line, piece] = [Math.floor(at / ofLine), at % ofLine];
    const [minX, minY] = [piece * long, line * width * (1 - sideLap)];
    const box = { minX, minY, maxX: minX + long, maxY: minY + width };
    return { points, bytes: points * pointBytes, box };
  });
}

/** Area of a box, m²; 0 where it is none. */
export const areaOf = ({ minX, minY, maxX, maxY }: PlannedBox): number =>
  Math.max(0, maxX - minX) * Math.max(0, maxY - minY);

/** What two boxes have in common; a box without area where they have nothing. */
export const sharedBox = (one: PlannedBox, other: PlannedBox): PlannedBox => ({
  minX: Math.max(one.minX, other.minX),
  minY: Math.max(one.minY, other.minY),
  maxX: Math.min(one.maxX, other.maxX),
  maxY: Math.min(one.maxY, other.maxY),
});

/** A box and as much around it, m. */
export const grownBox = ({ minX, minY, maxX, maxY }: PlannedBox, by: number): PlannedBox => ({
  minX: minX - by,
  minY: minY - by,
  maxX: maxX + by,
  maxY: maxY + by,
});
