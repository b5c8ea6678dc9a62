import {
  areContiguous,
  type CustomProcessing,
  customProcessingSchema,
  eoTemplate,
  MESSAGES,
  type ProcessingTemplate,
  type SensorLog,
  templateFault,
  timeFaults,
} from "@swath/contract/processing";
import { type CustomAddress, isOpen } from "./custom-address.ts";

/** A fingerprint of a list of files (FNV-1a, 32 bits). */
function fingerprint(names: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const character of names.join("\n"))
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  return hash.toString(36);
}

const ALL = "all";

/**
 * The chosen files of a list as the address holds them: one bit each, so that 10,000 take 1.7 kB.
 * Undefined without a chosen file.
 */
export function codeOf(names: readonly string[], chosen: ReadonlySet<string>): string | undefined {
  const places = names.flatMap((name, place) => (chosen.has(name) ? [place] : []));
  if (places.length === 0) return undefined;
  if (places.length === names.length) return `${fingerprint(names)}.${ALL}`;
  const bits = new Uint8Array((places.at(-1)! >> 3) + 1);
  for (const place of places) bits[place >> 3]! |= 1 << (place & 7);
  const text = btoa(Array.from(bits, (byte) => String.fromCodePoint(byte)).join(""));
  return `${fingerprint(names)}.${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

const CODE = /^([0-9a-z]{1,7})\.([\w-]{1,2048})$/;

/** The files of this list that a code chose; none where the list has changed. */
export function chosenBy(names: readonly string[], code: string | undefined): ReadonlySet<string> {
  const [, of, text] = CODE.exec(code ?? "") ?? [];
  if (text === undefined || of !== fingerprint(names)) return new Set();
  if (text === ALL) return new Set(names);
  const bytes = bytesOf(text);
  return new Set(
    names.filter((_, place) => (bytes.codePointAt(place >> 3) ?? 0) & (1 << (place & 7))),
  );
}

function bytesOf(text: string): string {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
}

/** The files that a log offers; undefined while loading. */
export interface LogFiles {
  readonly gps: readonly string[] | undefined;
  readonly range: readonly string[] | undefined;
}

/** The faults of the form, by field. */
interface FormFaults {
  readonly gpsFiles?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly rangeFiles?: string | undefined;
  readonly template?: string | undefined;
  /** A fault of the form as a whole. */
  readonly form?: string | undefined;
}

/** The form, made of its address and the loaded data. */
export interface CustomForm {
  readonly template: string;
  readonly eoOnly: boolean;
  readonly gpsFiles: ReadonlySet<string>;
  readonly rangeFiles: ReadonlySet<string>;
  readonly faults: FormFaults;
  /** The request to send; undefined while the form has a fault. */
  readonly body: CustomProcessing | undefined;
}

export const sensorName = ({ Sensor, SecondarySensor }: SensorLog): string =>
  Sensor ?? SecondarySensor ?? "";

/** Typed seconds as a number; NaN where the text is not a number. */
function secondsOf(text: string | undefined): number | undefined {
  const typed = text?.trim().replace(",", ".") ?? "";
  if (typed === "") return undefined;
  return /^-?\d+(\.\d*)?$/.test(typed) ? Number(typed) : Number.NaN;
}

/** The faults of the two times; NaN lies outside every week. */
function faultsOfTimes({ start, end }: CustomAddress) {
  const [from, to] = [secondsOf(start), secondsOf(end)];
  return timeFaults(from, to);
}

/** A single range file is chosen automatically while its section is used. */
function rangeChoice(address: CustomAddress, { range = [] }: LogFiles): ReadonlySet<string> {
  const isUsed = isOpen(address, "lms");
  return range.length === 1 && isUsed ? new Set(range) : chosenBy(range, address.range);
}

interface Used {
  readonly gps: boolean;
  readonly lms: boolean;
}

/** A section is used while it is open, or has a choice, even one of another list of files. */
function usedSections(address: CustomAddress): Used {
  const { gps, range, start, end, eo } = address;
  const isChosen = [gps, start, end].some((each) => each !== undefined);
  return {
    gps: isOpen(address, "gps") || isChosen,
    lms: eo !== true && (isOpen(address, "lms") || range !== undefined),
  };
}

type Choice = Pick<CustomForm, "gpsFiles" | "rangeFiles" | "eoOnly">;

/** Faults of a section without files. */
const NONE = {
  gps: "There are no GPS files to select: close Custom GPS, and clear its times",
  range: "There are no range files to select: close Custom LMS",
} as const;

function fileFaults({ gpsFiles, rangeFiles }: Choice, used: Used, files: LogFiles): FormFaults {
  const names = [...gpsFiles];
  const gap = areContiguous(names) ? undefined : MESSAGES.gap;
  const noGPS = files.gps?.length === 0 ? NONE.gps : MESSAGES.noGPSFile;
  const noRange = files.range?.length === 0 ? NONE.range : MESSAGES.noRangeFile;
  return {
    gpsFiles: used.gps && names.length === 0 ? noGPS : gap,
    rangeFiles: used.lms && rangeFiles.size === 0 ? noRange : undefined,
  };
}

function faultOfTemplate(
  name: string,
  templates: readonly ProcessingTemplate[],
  of: { readonly gps: boolean; readonly lms: boolean; readonly eoOnly: boolean },
): string | undefined {
  if (name === "") return "Choose a processing template";
  const found = templates.find(({ Name }) => Name === name);
  if (found === undefined) return `The processing template ${name} is not installed`;
  return templateFault({ name, areas: found.Jobs.map(({ Area }) => Area) }, of);
}

function bodyOf(address: CustomAddress, log: SensorLog, choice: Choice, template: string) {
  const { eoOnly, gpsFiles, rangeFiles } = choice;
  const [gpsStartTime, gpsEndTime] = [secondsOf(address.start), secondsOf(address.end)];
  const gps = {
    gpsFiles: [...gpsFiles],
    ...(gpsStartTime === undefined ? {} : { gpsStartTime }),
    ...(gpsEndTime === undefined ? {} : { gpsEndTime }),
    sensorId: log.SensorID,
    ...(eoOnly ? { EOOnly: true } : {}),
  };
  return {
    sensorId: log.SensorID,
    sensorName: sensorName(log),
    processingTemplate: template,
    ...(log.ProjectID === null ? {} : { projectId: log.ProjectID }),
    ...(gpsFiles.size === 0 ? {} : { gps }),
    ...(eoOnly || rangeFiles.size === 0 ? {} : { lms: [...rangeFiles] }),
    ...(eoOnly ? { EOOnly: true } : {}),
  };
}

/** The form of a log by the rules of custom processing (contract/C1 to C6). */
export function customForm(
  address: CustomAddress,
  log: SensorLog,
  files: LogFiles,
  templates: readonly ProcessingTemplate[],
): CustomForm {
  const eoOnly = address.eo === true;
  const template = address.template ?? log.Projects[0]?.ProcessingTemplate ?? "";
  const gpsFiles = chosenBy(files.gps ?? [], address.gps);
  const rangeFiles = rangeChoice(address, files);
  const choice = { eoOnly, gpsFiles, rangeFiles };
  const used = usedSections(address);
  // EO-only processing uses the name's part before the first hyphen.
  const name = eoOnly ? eoTemplate(template) : template;
  const faults = {
    ...fileFaults(choice, used, files),
    ...faultsOfTimes(address),
    template: faultOfTemplate(name, templates, { ...used, eoOnly }),
    form: used.gps || used.lms || eoOnly ? undefined : MESSAGES.nothing,
  };
  const isKnown = files.gps !== undefined && files.range !== undefined;
  const isSound = isKnown && Object.values(faults).every((fault) => fault === undefined);
  const body = isSound
    ? customProcessingSchema.safeParse(bodyOf(address, log, choice, name)).data
    : undefined;
  return { template, ...choice, faults, body };
}
