/** The form of custom processing in the address, so that reload and Back restore it. */
export interface CustomAddress {
  /** The six digits of the flight ID. */
  readonly flight?: string | undefined;
  readonly sensor?: string | undefined;
  readonly project?: string | undefined;
  /** The template in place of the project's. */
  readonly template?: string | undefined;
  readonly eo?: true | undefined;
  /** The code of the chosen files (`codeOf`). */
  readonly gps?: string | undefined;
  readonly range?: string | undefined;
  /** The typed times. */
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  /** The open sections, which are used. */
  readonly open?: "gps" | "lms" | "both" | undefined;
}

const textOf = (value: unknown, most: number): string | undefined => {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" && text.length <= most ? text : undefined;
};
const fitting = (value: unknown, pattern: RegExp): string | undefined => {
  const text = textOf(value, 2_100);
  return text !== undefined && pattern.test(text) ? text : undefined;
};

const NO_LOG = {} as const;
export const TIME_LENGTH = 20;

/** Reads an address, and drops malformed parameters and those that depend on them. */
export function readCustomAddress(search: Readonly<Record<string, unknown>>): CustomAddress {
  const flight = fitting(search["flight"], /^\d{6}$/);
  if (flight === undefined) return NO_LOG;
  const sensor = fitting(search["sensor"], /^SL\d{6}$/);
  if (sensor === undefined) return { flight };
  return {
    flight,
    sensor,
    project: fitting(search["project"], /^PRJ\d{5}$/),
    template: textOf(search["template"], 100),
    eo: search["eo"] === true ? true : undefined,
    gps: fitting(search["gps"], /^[0-9a-z]+\.[\w-]+$/),
    range: fitting(search["range"], /^[0-9a-z]+\.[\w-]+$/),
    start: textOf(search["start"], TIME_LENGTH),
    end: textOf(search["end"], TIME_LENGTH),
    open: (["gps", "lms", "both"] as const).find((which) => which === search["open"]),
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
