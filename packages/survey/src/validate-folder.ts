import { sensorNumber } from "@swath/contract/ids";
import {
  type Destination,
  otherwiseSpelled,
  pathKey,
  type UploadType,
} from "@swath/contract/uploads";
import type { Finding } from "./rules/rule.ts";
import { companions } from "./companions.ts";
import { FILE_KINDS, type FileKindId } from "./rules/file-kinds.ts";
import { gpsSeries, missedMinimums } from "./rules/minimums.ts";
import { validateNames, type NamedFile, type Naming } from "./rules/naming.ts";
import { findingOf, findingsOf } from "./rules/rule-table.ts";
import { uploadProfile, type UploadProfile } from "./rules/upload-profiles.ts";

/** A folder as a picker lists it, and the upload it is for. */
export interface FolderRequest {
  readonly flightId: string;
  readonly sensorName: string;
  readonly uploadType: UploadType;
  /** Paths from the chosen folder's name on, with `/`; sizes in bytes; in any order. */
  readonly files: readonly NamedFile[];
  /** Whether the sensor captures LiDAR and imagery at once; false by default. */
  readonly simultaneous?: boolean;
  /** An update adds to data that met the minimums before: no minimum applies to it. */
  readonly isUpdate?: boolean;
  /** Patterns of companion files beside those that everybody has; {@link companions}. */
  readonly companions?: readonly string[];
}

/** A file that meets its naming standard, with the bucket that it goes to. */
export interface AcceptedFile {
  /** As the request spells it, and so perhaps the drive alone. */
  readonly path: string;
  readonly size: number;
  readonly kind: FileKindId;
  readonly destination: Destination;
}

/** The outcome of validating a folder's names and sizes. */
export interface FolderValidation {
  /** The files that go up, in the order given. */
  readonly accepted: readonly AcceptedFile[];
  /** In the order of the rules table. */
  readonly findings: readonly Finding[];
  /** Whether any finding stops the upload. */
  readonly blocked: boolean;
  readonly baseFolder: string | undefined;
}

/** A file by the one spelling that rules know, and by the one that the request has. */
interface SpelledFile extends NamedFile {
  readonly given: string;
}

/**
 * Validates a folder by names and sizes (document 2, section 5), whatever the spelling of its accents.
 * Pure; linear in the number of files.
 */
export function validateFolder(request: FolderRequest): FolderValidation {
  const { flightId, sensorName, uploadType, simultaneous = false } = request;
  const profile = uploadProfile(uploadType, { sensorName, simultaneous });
  const isCompanion = companions(request.companions);
  const flight = request.files.filter(({ path }) => !isCompanion(path));
  const files = flight.map(({ path, size }): SpelledFile => ({
    path: pathKey(path),
    size,
    given: path,
  }));
  const baseFolder = files[0]?.path.split("/", 1)[0];
  const strays = misplaced(files, baseFolder, `${flightId}_${sensorNumber(sensorName)}`);
  const inside = files.filter((file) => file.path.startsWith(`${baseFolder}/`));
  const empty = inside.filter((file) => file.size === 0).map((file) => file.path);
  const naming = validateNames(
    inside.filter((file) => file.size > 0),
    flightId,
    profile,
  );
  const findings = [
    ...findingsOf("base-folder", strays),
    ...findingsOf("flight-part", naming.wrongParts),
    ...findingsOf("two-spellings", otherwiseSpelled(naming.accepted.map(givenOf)).flat()),
    ...(request.isUpdate === true ? [] : minimumFindings(naming, flightId, profile)),
    ...nameFindings(naming, flightId),
    ...findingsOf("zero-byte", empty),
  ];
  return {
    accepted: naming.accepted.map(({ given, size, kind }) => {
      const both = simultaneous && FILE_KINDS[kind].shared && profile.destination === "LiDAR";
      return { path: given, size, kind, destination: both ? "LIDAR_IMAGERY" : profile.destination };
    }),
    findings,
    blocked: findings.some(({ level }) => level === "blocked"),
    baseFolder,
  };
}

const givenOf = ({ given }: SpelledFile): string => given;

/** The base folder where its name is wrong, and files outside of it. */
function misplaced(
  files: readonly NamedFile[],
  baseFolder: string | undefined,
  expected: string,
): readonly string[] {
  const outside = files.filter((file) => !file.path.startsWith(`${baseFolder}/`));
  const wrong = baseFolder === expected ? [] : [baseFolder ?? expected];
  return [...new Set([...wrong, ...outside.map((file) => file.path)])];
}

function minimumFindings(
  naming: Naming<SpelledFile>,
  flightId: string,
  profile: UploadProfile,
): Finding[] {
  const missed = missedMinimums(naming.accepted, flightId, profile.minimums);
  return missed.map(({ rule, files }) => findingOf(rule, files));
}

function nameFindings(naming: Naming<SpelledFile>, flightId: string): Finding[] {
  const gps = naming.accepted.filter((file) => file.kind === "gps").map((file) => file.path);
  const missing = gpsSeries(gps, flightId).flatMap(({ missingStart }) => missingStart ?? []);
  return [
    ...[...naming.violations].flatMap(([kind, files]) => findingsOf(`name-${kind}`, files)),
    ...findingsOf("unsafe-path", naming.unsafe),
    ...findingsOf("no-rule", naming.unmatched),
    ...findingsOf("missing-gps-start", missing),
  ];
}
