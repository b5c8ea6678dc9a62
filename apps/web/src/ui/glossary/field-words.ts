/** A word of the trade, as a newcomer would ask for it. */
export interface FieldWord {
  readonly word: string;
  /** Other spellings and forms of it. */
  readonly also?: readonly string[];
  readonly meaning: string;
}

/** The words of the trade that the screens use, in the order of the alphabet. */
export const FIELD_WORDS: readonly FieldWord[] = [
  {
    word: "AOI",
    also: /* text */ ["area of interest"],
    meaning: "Area of interest: the outline that a project wants surveyed.",
  },
  {
    word: "Attempt",
    meaning:
      "One run of a processing job. The job shows the outputs of one attempt; others stay for comparison.",
  },
  {
    word: "Boresight",
    also: /* text */ ["boresight angle"],
    meaning:
      "The small angles between the axes of a camera or scanner and those of the inertial unit.",
  },
  {
    word: "Bound",
    meaning:
      "The limit that a measure must keep, such as a largest strip difference. A missed bound asks for a person's judgement.",
  },
  {
    word: "Cross-strip",
    meaning:
      "A flight line across the others. It ties the strips to one another when they are adjusted.",
  },
  {
    word: "Datum",
    meaning: "The reference that coordinates or heights are measured from, such as GDA2020 or AHD.",
  },
  {
    word: "Dispatch",
    meaning: "How the data travels to the office: uploaded by link, or sent on a drive.",
  },
  {
    word: "DSM",
    meaning: "Digital surface model: heights of everything seen from above, with trees and roofs.",
  },
  { word: "DTM", meaning: "Digital terrain model: heights of the bare ground." },
  {
    word: "EO",
    also: /* text */ ["exterior orientation"],
    meaning: "Exterior orientation: where each picture was taken, and how the camera was turned.",
  },
  { word: "Flight line", meaning: "One straight pass of the aircraft; its points make one strip." },
  {
    word: "FMS log",
    meaning: "The log of the flight management system: which planned lines were flown, and when.",
  },
  { word: "Footprint", meaning: "The outline on the ground of what one picture shows." },
  {
    word: "GCP",
    also: /* text */ ["ground control point", "control point"],
    meaning:
      "Ground control point: a place surveyed on the ground, which the results are compared with.",
  },
  { word: "GNSS", meaning: "Satellite positioning, such as GPS, Galileo and GLONASS together." },
  {
    word: "ICP",
    meaning: "Strip adjustment: overlapping strips are moved until their surfaces meet.",
  },
  {
    word: "IMU",
    meaning: "Inertial measurement unit: it records how the aircraft turns and accelerates.",
  },
  { word: "LAZ", meaning: "The compressed form of LAS, the file format of point clouds." },
  {
    word: "Lease",
    meaning:
      "The right of one page or program to send an upload. It is renewed every few seconds, and ends when the page is gone.",
  },
  {
    word: "Lever arm",
    meaning:
      "The distance in metres from one instrument to another, along the axes of the aircraft.",
  },
  {
    word: "LiDAR",
    meaning:
      "Laser scanning: light pulses measure the distance to the ground, hundreds of thousands a second.",
  },
  {
    word: "LMS",
    meaning: "The maker's software that computes points from ranges and the trajectory.",
  },
  {
    word: "Manifest",
    meaning: "The list of all files of an upload or a result, with their sizes and checksums.",
  },
  {
    word: "QA",
    meaning: "Quality assurance: a person looks at the result of a job and approves it or not.",
  },
  {
    word: "Range file",
    meaning: "The raw measurements of a laser scanner, as the instrument wrote them.",
  },
  {
    word: "Receipt",
    meaning: "A signed list of the stored files with their checksums. It proves what arrived.",
  },
  {
    word: "Resubmit",
    meaning: "Order a job to run again. Its results, and those of jobs after it, are overwritten.",
  },
  {
    word: "SBET",
    meaning: "Smoothed best estimate of trajectory: the file that holds the path of the aircraft.",
  },
  { word: "Sensor log", meaning: "What one sensor recorded in one flight, for one project." },
  { word: "Strip", meaning: "The points of one flight line." },
  {
    word: "Strip pair",
    meaning: "Two strips that overlap: where they do, their heights are compared.",
  },
  { word: "Superseded", meaning: "Replaced by a newer result, and no longer used." },
  { word: "Template", meaning: "The list of jobs that a kind of data goes through." },
  { word: "Tile", meaning: "A square of the delivery with a file of its own." },
  {
    word: "Trajectory",
    meaning: "The path of the aircraft, with its position and attitude many times a second.",
  },
  {
    word: "Wheels up",
    also: /* text */ ["wheels down"],
    meaning: "Take-off and landing, in UTC, as the flight log has them.",
  },
];

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const BY_SPELLING: ReadonlyMap<string, FieldWord> = new Map(
  FIELD_WORDS.flatMap((each) =>
    [each.word, ...(each.also ?? [])].map((spelling) => [spelling.toLowerCase(), each] as const),
  ),
);

/** Any spelling as a word of its own, in the plural too; the longest first. */
const ANY = new RegExp(
  `(?<![\\p{L}\\p{N}])(${[...BY_SPELLING.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join("|")})(s?)(?![\\p{L}\\p{N}])`,
  "giu",
);

/** A piece of a text, with its word of the trade where it is one. */
export interface TextPiece {
  readonly text: string;
  readonly word?: FieldWord;
}

/** A text in pieces, its words of the trade apart, but those that texts before it had. */
export function piecesOf(text: string, after: readonly string[] = []): readonly TextPiece[] {
  const known = new Set(after.flatMap((each) => piecesOf(each)).map(({ word }) => word));
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { 0: found, 1: spelling, index } of text.matchAll(ANY)) {
    if (index > at) pieces.push({ text: text.slice(at, index) });
    const word = BY_SPELLING.get(spelling!.toLowerCase())!;
    pieces.push(known.has(word) ? { text: found } : { text: found, word });
    at = index + found.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}
