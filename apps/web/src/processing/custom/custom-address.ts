import { PROJECT_ID, SENSOR_ID } from "@swath/contract/ids";
import { addressTextOf, textOf, wordOf } from "@swath/contract/read-value";

export const TIME_LENGTH = 20;

/** Up to so many characters. */
const upTo = (most: number): RegExp => new RegExp(`^[^]{1,${most}}$`);
const TEMPLATE = upTo(100);
const TIME = upTo(TIME_LENGTH);
const CODE = /^(?=.{1,2100}$)[0-9a-z]+\.[\w-]+$/;

const OPEN = ["gps", "lms", "both"] as const;

/** The form of custom processing in the address, so that reload and Back restore it. */
export interface CustomAddress {
  /** The six digits of the flight ID. */
  readonly flight?: string | undefined;
  readonly sensor?: string | undefined;
  readonly project?: string | undefined;
  /** The template in place of the project's. */
  readonly template?: string | undefined;
  readonly eo?: true | undefined;
  /** The codes of the chosen files (`codeOf`). */
  readonly gps?: string | undefined;
  readonly range?: string | undefined;
  /** The typed times. */
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  /** The open sections, which are used. */
  readonly open?: (typeof OPEN)[number] | undefined;
}

/** Reads an address, and drops malformed parameters and those that depend on them. */
export function readCustomAddress(search: Readonly<Record<string, unknown>>): CustomAddress {
  const flight = addressTextOf(search["flight"], /^\d{6}$/);
  const sensor = textOf(search["sensor"], SENSOR_ID);
  if (flight === undefined) return {};
  if (sensor === undefined) return { flight };
  return {
    flight,
    sensor,
    project: textOf(search["project"], PROJECT_ID),
    template: addressTextOf(search["template"], TEMPLATE),
    eo: search["eo"] === true ? true : undefined,
    gps: addressTextOf(search["gps"], CODE),
    range: addressTextOf(search["range"], CODE),
    start: addressTextOf(search["start"], TIME),
    end: addressTextOf(search["end"], TIME),
    open: wordOf(search["open"], OPEN),
  };
}

type Section = "gps" | "lms";

export const isOpen = ({ open }: CustomAddress, section: Section): boolean =>
  open === section || open === "both";

/** Opens or closes one of the sections. */
export function opened(
  address: CustomAddress,
  section: Section,
  on: boolean,
): Pick<CustomAddress, "open"> {
  const gps = section === "gps" ? on : isOpen(address, "gps");
  const lms = section === "lms" ? on : isOpen(address, "lms");
  if (gps && lms) return { open: "both" };
  return { open: gps ? "gps" : lms ? "lms" : undefined };
}
