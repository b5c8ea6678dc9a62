import type { UploadType } from "@swath/contract/uploads";
import type { RuleId } from "@swath/survey/rules";
import type { FlightContent, SampleFlight } from "./sample-flight.ts";
import { noiseFile } from "./sensor-file-writer.ts";
import { type SampleFile, sampleFile } from "./sample-file.ts";

/** A deliberate fault and the rule that finds it. */
export interface Fault {
  readonly name: string;
  readonly rule: RuleId;
  /** The upload types it can be made in. */
  readonly types: readonly UploadType[];
  /** A sensor it needs, by name. */
  readonly sensor?: RegExp;
  /** Medium format imagery only: whether its flight must, or must not, capture LiDAR too. */
  readonly simultaneous?: boolean;
  /** Whether its flight must have a project whose template wants RGBN. */
  readonly rgbn?: true;
  /** How many projects its flight must have. */
  readonly projects?: number;
  /** Other rules that necessarily find it too. */
  readonly also?: readonly RuleId[];
  /** Leaves out what matches. */
  readonly without?: RegExp;
  /** Adds files of noise; `{ID}` stands for the FlightID. */
  readonly add?: readonly string[];
  /** Adds files of zero bytes. */
  readonly empty?: readonly string[];
  /** Puts noise in place of what matches. */
  readonly spoil?: RegExp;
  /** Changes the bytes of what matches. */
  readonly damage?: { readonly files: RegExp; readonly by: (bytes: Uint8Array) => Uint8Array };
  /** Writes something else into the files. */
  readonly content?: (content: FlightContent) => FlightContent;
  /** Names the base folder otherwise; undefined where that takes a sensor the company lacks. */
  readonly folder?: (name: string, flight: SampleFlight) => string | undefined;
}

/** A fault of a name, the rule that finds it, the upload types that it can be made in, and how it is made. */
export const fault = (
  name: string,
  rule: RuleId,
  types: readonly UploadType[],
  made: Omit<Fault, "name" | "rule" | "types">,
): Fault => ({ name, rule, types, ...made });

const NOISE_BYTES = 5000;

/** The files of a layout with a fault made in them. */
export function withFault(
  files: readonly SampleFile[],
  made: Fault,
  { flight }: FlightContent,
): SampleFile[] {
  const named = (name: string): string => name.replaceAll("{ID}", flight.flightId);
  const noise = (): Uint8Array => noiseFile(NOISE_BYTES, flight.seed);
  const kept = files.filter(({ path }) => !(made.without?.test(path) ?? false));
  return [
    ...kept.map((file) => {
      if (made.spoil?.test(file.path)) return sampleFile(file.path, noise);
      return made.damage?.files.test(file.path) ? damaged(file, made.damage.by) : file;
    }),
    ...(made.add ?? []).map((name) => sampleFile(named(name), noise)),
    ...(made.empty ?? []).map((name) => sampleFile(named(name), () => new Uint8Array(0))),
  ];
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function damaged({ path, content }: SampleFile, by: (bytes: Uint8Array) => Uint8Array): SampleFile {
  return sampleFile(path, () => {
    const made = content();
    return by(made instanceof Uint8Array ? made : joined([...made]));
  });
}
