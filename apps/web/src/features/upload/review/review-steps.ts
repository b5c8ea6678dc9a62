import type { Finding, FolderVerdict } from "@swath/survey/judge-folder";
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

type Dialog = Pick<FindingsStep, "title" | "message" | "confirm" | "cancel">;
const CONTINUE = { confirm: "Continue", cancel: "Cancel" } as const;

/**
 * Findings with a dialog of their own, in the order in which they are asked (document 2, section 5,
 * content checks): what is not named here stands in the File Validation Results.
 */
const OWN_DIALOGS: Readonly<Record<string, Dialog>> = {
  "missing-gps-start": {
    title: "Missing GPS files",
    message: "These GPS files are missing. Do you want to continue without them?",
    ...CONTINUE,
  },
  "gps-series-start": {
    title: "Check GPS Files",
    message: "The GPS files do not start at .000. Is this valid?",
    confirm: "Yes",
    cancel: "No",
  },
  "zero-byte": {
    title: "Check Zero-byte Files",
    message: "Zero-byte files hold no data and will not be uploaded. Do you want to continue?",
    ...CONTINUE,
  },
};

/**
 * The dialogs between choosing a folder and sending it.
 *
 * R1 the validation results come first, where there is anything to say;
 * R2 a blocked folder ends there;
 * R3 each warning with a dialog of its own is asked in the order of the table;
 * R4 an update asks last which types of file to send;
 * R5 whoever resumes has settled the warnings before: only what blocks is shown again.
 */
export function reviewSteps(
  verdict: Pick<FolderVerdict, "accepted" | "findings" | "blocked">,
  purpose: { readonly isUpdate: boolean; readonly isResume: boolean },
): ReviewStep[] {
  const results = verdict.findings.filter(({ rule }) => !Object.hasOwn(OWN_DIALOGS, rule));
  const blocked = verdict.blocked || verdict.accepted.length === 0;
  if (blocked) return [validationResults(results, true)];
  const warnings = [
    ...(results.length === 0 ? [] : [validationResults(results, false)]),
    ...Object.entries(OWN_DIALOGS).flatMap(([rule, dialog]) => ownStep(verdict, rule, dialog)),
  ];
  const groups = fileGroups(verdict.accepted);
  return [
    ...(purpose.isResume ? [] : warnings),
    ...(purpose.isUpdate ? [{ kind: "fileTypes" as const, groups }] : []),
  ];
}

function validationResults(findings: readonly Finding[], blocks: boolean): FindingsStep {
  return {
    kind: "findings",
    title: "File Validation Results",
    message: blocks ? TEXT.minimumsMissing : TEXT.minimumsMet,
    findings,
    blocks,
    severity: "success",
    confirm: "Upload",
    cancel: "Cancel",
  };
}

function ownStep(
  verdict: Pick<FolderVerdict, "findings">,
  rule: string,
  dialog: Dialog,
): FindingsStep[] {
  const findings = verdict.findings.filter((finding) => finding.rule === rule);
  if (findings.length === 0) return [];
  return [{ kind: "findings", ...dialog, findings, blocks: false, severity: "warning" }];
}
