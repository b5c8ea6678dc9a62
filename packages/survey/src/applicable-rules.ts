import type { SensorEquipment } from "@swath/contract/flights";
import type { FlightFacts } from "./flight-facts.ts";
import { CONTENT_RULES, type ContentRuleId } from "./rules/content-rules.ts";
import { FILE_KINDS, type FileKindId } from "./rules/file-kinds.ts";
import { MINIMUM_RULES } from "./rules/minimums.ts";
import type { Rule } from "./rules/rule.ts";
import { RULES } from "./rules/rule-table.ts";
import { uploadProfile, type UploadProfile } from "./rules/upload-profiles.ts";
import type { FolderRequest } from "./validate-folder.ts";

/** An upload, and what is known of its flight and sensor. */
export interface RuledUpload extends FlightFacts, Omit<FolderRequest, "files" | "simultaneous"> {
  readonly equipment: readonly SensorEquipment[];
}

/** What of a folder decides which rules can be kept at all. */
export interface RuledFolder {
  /** Kinds that it has files of. */
  readonly held: ReadonlySet<FileKindId>;
  /** Whether any of its FMS logs, and of its GPS files, tells its times. */
  readonly timed: { readonly fms: boolean; readonly gps: boolean };
}

/**
 * The rules on names, minimums and contents that a folder of an upload is held to, in order: none on a
 * kind that it lacks, none that compares with what nobody knows.
 */
export function applicableRules(upload: RuledUpload, folder: RuledFolder): readonly Rule[] {
  const profile = uploadProfile(upload.uploadType, upload);
  const taken = new Set<string>(profile.kinds);
  const minimums = new Set<string>(upload.isUpdate === true ? [] : profile.minimums);
  const isHeld = (kind: FileKindId): boolean => taken.has(kind) && folder.held.has(kind);
  return [...RULES, ...CONTENT_RULES].filter(({ id }) => {
    if (id.startsWith("name-")) return isOnNames(id.slice("name-".length), taken, isHeld);
    if (id in MINIMUM_RULES) return minimums.has(id);
    if (id === "flight-part") return profile.parts;
    const kinds = SUBJECTS.find(([rules]) => rules.test(id))?.[1];
    return (kinds?.some(isHeld) ?? true) && isKnown(id, upload, folder);
  });
}

/** The kinds of a folder that has every file that its upload takes. */
export const takenKinds = ({ kinds }: UploadProfile): ReadonlySet<FileKindId> =>
  new Set(kinds.filter((kind) => !UNWANTED.has(kind)));

function isOnNames(
  kind: string,
  taken: ReadonlySet<string>,
  isHeld: (kind: FileKindId) => boolean,
): boolean {
  return taken.has(kind) && (isHeld(kind as FileKindId) || UNWANTED.has(kind));
}

/** Kinds that an upload type forbids. */
const UNWANTED: ReadonlySet<string> = new Set(
  Object.entries(FILE_KINDS).flatMap(([kind, { standard }]) =>
    standard.is === "never" ? [kind] : [],
  ),
);

/** Rules that apply where the upload takes, and the folder has, files of any of some kinds. */
const SUBJECTS: readonly (readonly [rules: RegExp, kinds: readonly FileKindId[]])[] = [
  [/^missing-gps-start$/, ["gps"]],
  [/^content-laser-/, ["range"]],
  [/^content-(?:pos-|gps-date$)/, ["gps", "pos"]],
  [/^content-(?:flight-plan|cross-strips|plan-shapes)$/, ["flightPlan"]],
  [/^content-fms-/, ["fmsLog"]],
  [/^content-laz-/, ["laz"]],
];

const ofSensor = ({ equipment, sensorName }: RuledUpload): SensorEquipment | undefined =>
  equipment.find(({ Name }) => Name === sensorName);

const hasProjects = ({ projectIds }: RuledUpload): boolean => projectIds.length > 0;
const hasSensors = ({ equipment }: RuledUpload): boolean => equipment.length > 0;

/** What a rule compares with, where that may be unknown. */
const KNOWN: Readonly<
  Partial<Record<ContentRuleId, (upload: RuledUpload, folder: RuledFolder) => boolean>>
> = {
  "content-sensor-unknown": hasSensors,
  "content-sensor-number": hasSensors,
  "content-laser-serial": (upload) => ofSensor(upload)?.LaserSerialNo != null,
  "content-pos-serial": (upload) => ofSensor(upload)?.POSSerialNo != null,
  "content-fms-none-expected": hasProjects,
  "content-fms-unexpected": hasProjects,
  "content-fms-missing": hasProjects,
  "content-fms-start": ({ wheelsUp }, { timed }) => wheelsUp !== undefined && timed.fms,
  "content-fms-end": ({ wheelsDown }, { timed }) => wheelsDown !== undefined && timed.fms,
  "content-gps-date": ({ wheelsUp, wheelsDown }, { timed }) =>
    (wheelsUp ?? wheelsDown) !== undefined && timed.gps,
  "content-laz-rgbn": ({ rgbn }) => rgbn,
};

function isKnown(id: string, upload: RuledUpload, folder: RuledFolder): boolean {
  return KNOWN[id as ContentRuleId]?.(upload, folder) ?? true;
}
