import type { Finding, FolderVerdict } from "@swath/survey/judge-folder";
import { DIALOGS, type DialogId } from "@swath/survey/rules/dialogs";
import { ruleOf } from "@swath/survey/rules/rule-table";
import { TEXT } from "../texts.ts";
import { fileGroups, type FileGroup } from "./file-types.ts";

/** A dialog on what was found in the folder. */
export interface FindingsStep {
  readonly kind: "findings";
  readonly title: string;
  readonly message: string;
  readonly findings: readonly Finding[];
  /** Nothing can be uploaded until it is corrected: there is no way on. */
  readonly blocks: boolean;
  readonly severity: "success" | "info" | "warning";
  readonly confirm: string;
  readonly cancel: string;
}

/** The dialog in which the types of file that an update sends are chosen. */
export interface FileTypesStep {
  readonly kind: "fileTypes";
  readonly groups: readonly FileGroup[];
}

export type ReviewStep = FindingsStep | FileTypesStep;

type Words = Pick<FindingsStep, "message" | "confirm" | "cancel">;
const CONTINUE = { confirm: "Continue", cancel: "Cancel" } as const;

/** What each dialog asks; their order and titles are the survey's. */
const WORDS: Readonly<Record<DialogId, Words>> = {
  missingGps: {
    message: "These GPS files are missing. Do you want to continue without them?",
    ...CONTINUE,
  },
  gpsStart: {
    message: "The GPS files do not start at .000. Is this valid?",
    confirm: "Yes",
    cancel: "No",
  },
  crossStrips: {
    message: "Is this the flight plan KMZ from the document portal?",
    confirm: "Yes",
    cancel: "No",
  },
  fmsProjects: {
    message:
      "The projects of the FMS logs differ from those of the flight. Do you want to continue?",
    ...CONTINUE,
  },
  fmsTimes: {
    message: "The times of the FMS logs differ from those of the flight. Do you want to continue?",
    ...CONTINUE,
  },
  laz: {
    message:
      "These LAZ files cannot be processed. No files can be uploaded until this is corrected.",
    ...CONTINUE,
  },
  zeroBytes: {
    message: "Zero-byte files hold no data and will not be uploaded. Do you want to continue?",
    ...CONTINUE,
  },
};

/**
 * The dialogs between choosing a folder and sending it.
 *
 * R1 the validation results come first, where there is anything to say;
 * R2 a folder blocked by them ends there;
 * R3 each finding with a dialog of its own is asked about in the survey's order;
 * R4 an update asks last which types of file to send;
 * R5 whoever resumes has settled the warnings before: only what blocks is shown again.
 */
export function reviewSteps(
  verdict: Pick<FolderVerdict, "accepted" | "findings">,
  purpose: { readonly isUpdate: boolean; readonly isResume: boolean },
): ReviewStep[] {
  const results = verdict.findings.filter((finding) => dialogOf(finding) === undefined);
  const blocked = results.some(blocks) || verdict.accepted.length === 0;
  if (blocked) return [validationResults(results, true)];
  const asked = DIALOG_IDS.flatMap((id) => ownStep(verdict.findings, id));
  const told = results.length === 0 ? [] : [validationResults(results, false)];
  const groups = fileGroups(verdict.accepted);
  return [
    ...(purpose.isResume ? asked.filter((step) => step.blocks) : [...told, ...asked]),
    ...(purpose.isUpdate ? [{ kind: "fileTypes" as const, groups }] : []),
  ];
}

const DIALOG_IDS = Object.keys(DIALOGS) as DialogId[];
const blocks = (finding: Finding): boolean => finding.level === "blocked";
const dialogOf = (finding: Finding): DialogId | undefined => ruleOf(finding)?.dialog;

function validationResults(findings: readonly Finding[], blocked: boolean): FindingsStep {
  return {
    kind: "findings",
    title: "File Validation Results",
    message: blocked ? TEXT.minimumsMissing : TEXT.minimumsMet,
    findings,
    blocks: blocked,
    severity: "success",
    confirm: "Upload",
    cancel: "Cancel",
  };
}

function ownStep(all: readonly Finding[], id: DialogId): FindingsStep[] {
  const findings = all.filter((finding) => dialogOf(finding) === id);
  if (findings.length === 0) return [];
  const title = DIALOGS[id];
  const blocked = findings.some(blocks);
  return [
    { kind: "findings", title, ...WORDS[id], findings, blocks: blocked, severity: "warning" },
  ];
}
