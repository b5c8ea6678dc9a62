import { sensorNumber } from "@swath/contract/ids";
import { applicableRules, type RuledUpload, takenKinds } from "../applicable-rules.ts";
import { FILE_KINDS, type FileKindId } from "../rules/file-kinds.ts";
import { MINIMUM_RULES, type MinimumRule } from "../rules/minimums.ts";
import { uploadProfile, type UploadProfile } from "../rules/upload-profiles.ts";
import { dayText } from "../utc-text.ts";
import { type TreeLine, treeOf } from "./example-tree.ts";

export type { TreeLine } from "./example-tree.ts";

/** Files of an upload, and names that they may have. */
export interface GuidedFiles {
  readonly text: string;
  readonly names: readonly string[];
}

/** What the folder of an upload must and may hold, before there is one: all of it from the rules. */
export interface FolderGuide {
  readonly baseFolder: string;
  /** What an upload without it is blocked for. */
  readonly needs: readonly GuidedFiles[];
  /** What else it takes. */
  readonly takes: readonly GuidedFiles[];
  /** Labels of kinds that it leaves out. */
  readonly leavesOut: readonly string[];
  /** A folder that keeps every rule. */
  readonly tree: readonly TreeLine[];
  /** What holds in a folder that keeps every rule on it. */
  readonly rules: readonly string[];
}

/** An upload for which a folder is awaited. */
export interface GuidedUpload extends RuledUpload {
  /** The flight's day, UTC in milliseconds since 1970, where it is known. */
  readonly day: number | undefined;
}

/** So many flight parts stand for any number. */
const PARTS = ["_01", "_02"];
const SOME_PROJECT = "PRJ00001";
const SOME_DAY = Date.UTC(2026, 0, 31);

/** Makes the guide of an upload. */
export function folderGuide(upload: GuidedUpload): FolderGuide {
  const profile = uploadProfile(upload.uploadType, upload);
  const taken = takenKinds(profile);
  const minimums = upload.isUpdate === true ? [] : profile.minimums;
  const rules: readonly MinimumRule[] = minimums.map((id) => MINIMUM_RULES[id]);
  const needed = neededKinds(rules);
  const write = writer(upload, partKinds(rules));
  const files = [...taken].flatMap((kind) =>
    write(kind).map((path) => ({
      path,
      what: FILE_KINDS[kind].label,
      isNeeded: needed.has(kind),
    })),
  );
  const all = { held: taken, timed: { fms: true, gps: true } };
  return {
    baseFolder: baseFolderOf(upload),
    needs: rules.map(({ need, kinds }) => ({ text: need, names: kinds.flatMap(namesOf(write)) })),
    takes: [...taken]
      .filter((kind) => !needed.has(kind))
      .map((kind) => ({ text: FILE_KINDS[kind].label, names: namesOf(write)(kind) })),
    leavesOut: leftOut(profile, taken),
    tree: treeOf(baseFolderOf(upload), files),
    rules: applicableRules(upload, all).map(({ kept }) => kept),
  };
}

const baseFolderOf = ({ flightId, sensorName }: GuidedUpload): string =>
  `${flightId}_${sensorNumber(sensorName)}`;

/** Of kinds of which one is enough, the first. */
function neededKinds(rules: readonly MinimumRule[]): ReadonlySet<FileKindId> {
  return new Set(
    rules.flatMap(({ check, kinds }) => (check === "any" ? kinds.slice(0, 1) : [...kinds])),
  );
}

/** Kinds that each flight part must have. */
function partKinds(rules: readonly MinimumRule[]): ReadonlySet<FileKindId> {
  return new Set(rules.filter(({ check }) => check === "perPart").flatMap(({ kinds }) => kinds));
}

type Write = (kind: FileKindId) => readonly string[];

/** Writes the example paths of a kind: in the folder of each flight part where each must have it. */
function writer(upload: GuidedUpload, perPart: ReadonlySet<FileKindId>): Write {
  const { flightId, projectIds, day = SOME_DAY } = upload;
  const written = (example: string, name: string): string =>
    example
      .replace("{name}", name)
      .replace("{project}", projectIds[0] ?? SOME_PROJECT)
      .replace("{day}", dayText(day).replaceAll("-", ""));
  return (kind) => {
    const { examples } = FILE_KINDS[kind];
    if (!perPart.has(kind)) return examples.map((example) => written(example, flightId));
    return PARTS.flatMap((suffix) => {
      const part = flightId + suffix;
      return examples.map((example) => `${part}/${written(example, part)}`);
    });
  };
}

/** The names of the first part stand for those of all. */
const namesOf =
  (write: Write) =>
  (kind: FileKindId): readonly string[] =>
    write(kind)
      .slice(0, FILE_KINDS[kind].examples.length)
      .map((path) => path.slice(path.lastIndexOf("/") + 1));

const leftOut = ({ kinds }: UploadProfile, taken: ReadonlySet<FileKindId>): readonly string[] =>
  kinds.filter((kind) => !taken.has(kind)).map((kind) => FILE_KINDS[kind].label);
