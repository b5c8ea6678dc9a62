import type { SystemSetting } from "@swath/contract/operations";
import { z } from "zod";
import { bucketVariables, storeVariables } from "./store.ts";
import { computeVariables, processingVariables } from "./compute.ts";
import { identityVariables } from "./identity.ts";
import { limitVariables } from "./limits.ts";
import { mapVariables } from "./maps.ts";
import { newsVariables, supportVariables } from "./news.ts";
import { webPageVariables } from "./page-settings.ts";
import { addressVariables, dataVariables, logVariables } from "./program.ts";
import { transportVariables } from "./transport.ts";
import { factsOf, InvalidConfig, type SettingFault } from "./value-schemas.ts";

/** The variables by area, as the reference lists them. */
export const SETTING_AREAS = {
  Addresses: addressVariables,
  "Data and database": dataVariables,
  "Sign-in": identityVariables,
  Buckets: bucketVariables,
  "Object store": storeVariables,
  "Compute engine": computeVariables,
  Processing: processingVariables,
  Limits: limitVariables,
  Pages: webPageVariables,
  Maps: mapVariables,
  "Support issues": supportVariables,
  News: newsVariables,
  Log: logVariables,
  "Connections without TLS": transportVariables,
} as const;

/** All that the environment may say; what it leaves out has the default of the demonstration. */
export const variables = z.object({
  ...addressVariables.shape,
  ...dataVariables.shape,
  ...identityVariables.shape,
  ...bucketVariables.shape,
  ...storeVariables.shape,
  ...computeVariables.shape,
  ...limitVariables.shape,
  ...processingVariables.shape,
  ...webPageVariables.shape,
  ...mapVariables.shape,
  ...supportVariables.shape,
  ...newsVariables.shape,
  ...logVariables.shape,
  ...transportVariables.shape,
});
export type Values = z.output<typeof variables>;

/** A variable of the environment. */
export interface Setting {
  readonly name: string;
  readonly area: string;
  readonly about: string;
  /** As the environment would say it; undefined where `otherwise` says it in words. */
  readonly standard: string | undefined;
  readonly otherwise: string | undefined;
  readonly neededWith: string | undefined;
  readonly isSecret: boolean;
}

function standardOf(schema: unknown): string | undefined {
  if (schema instanceof z.ZodDefault) return String(schema.def.defaultValue);
  return schema instanceof z.ZodPipe ? standardOf(schema.def.in) : undefined;
}

/** Every variable, by area. */
export const SETTINGS: readonly Setting[] = Object.entries(SETTING_AREAS).flatMap(
  ([area, { shape }]) =>
    Object.entries(shape).map(([name, schema]): Setting => {
      const { about, otherwise, neededWith, isSecret = false } = factsOf(schema);
      const standard = otherwise === undefined ? standardOf(schema) : undefined;
      return { name, area, about, standard, otherwise, neededWith, isSecret };
    }),
);

/** Names of those that are never shown, and may come from a file. */
export const SECRETS: ReadonlySet<string> = new Set(
  SETTINGS.flatMap(({ name, isSecret }) => (isSecret ? [name] : [])),
);

const shown = (name: string, given: Given): string | undefined =>
  SECRETS.has(name) ? undefined : given[name];

type Given = Readonly<Record<string, string | undefined>>;

/** Whether a variable has the value that makes another one necessary. */
function isSaid(values: Readonly<Record<string, unknown>>, condition: string): boolean {
  const [name = "", value] = condition.split("=");
  return value === undefined ? values[name] !== undefined : values[name] === value;
}

function missing(values: Readonly<Record<string, unknown>>): SettingFault[] {
  return SETTINGS.flatMap(({ name, neededWith }) =>
    neededWith !== undefined && values[name] === undefined && isSaid(values, neededWith)
      ? [{ name, value: undefined, reason: `is needed with ${neededWith}` }]
      : [],
  );
}

const faultIn =
  (given: Given) =>
  ({ path, message }: z.core.$ZodIssue): SettingFault => ({
    name: path.join("."),
    value: shown(String(path[0]), given),
    reason: message,
  });

/**
 * Reads the variables; one that is set to nothing counts as not set. Throws {@link InvalidConfig} with
 * every one that is wrong or missing.
 */
export function readSettings(given: Given): Values {
  const set = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = variables.safeParse(set);
  const faults = [
    ...(parsed.success ? [] : parsed.error.issues.map(faultIn(given))),
    ...missing(set),
  ];
  if (!parsed.success || faults.length > 0) throw new InvalidConfig(faults);
  return parsed.data;
}

/** A setting as it is in force, without secrets. */
export interface SettingInForce {
  readonly setting: Setting;
  /** Undefined where the default holds. */
  readonly value: string | undefined;
}

/** The default in words. */
const standardText = ({ standard, otherwise, neededWith }: Setting): string | undefined =>
  neededWith === undefined ? (otherwise ?? standard) : `needed with ${neededWith}`;

/** Without marks and links of Markdown. */
const plain = (text: string): string =>
  text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll("`", "");

const plainOrNull = (text: string | undefined): string | null =>
  text === undefined ? null : plain(text);

/** As the API shows it. */
export const shownSetting = ({ setting, value }: SettingInForce): SystemSetting => ({
  name: setting.name,
  area: setting.area,
  about: plain(setting.about),
  value: value ?? null,
  standard: plainOrNull(standardText(setting)),
});

/** Every variable with its value; of a secret, only that it is set. */
export const settingsInForce = (given: Given): SettingInForce[] =>
  SETTINGS.map((setting) => {
    const value = given[setting.name];
    const isSet = value !== undefined && value !== "";
    return { setting, value: isSet ? (setting.isSecret ? "set" : value) : undefined };
  });
