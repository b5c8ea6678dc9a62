import { z } from "zod";

export const TIME_LENGTH = 20;

/** A parameter of the address, which the router may have read as a number. */
const text = (most: number, pattern = /^/) =>
  z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.string().min(1).max(most).regex(pattern));
const kept = (most: number, pattern?: RegExp) => text(most, pattern).optional().catch(undefined);
const code = kept(2_100, /^[0-9a-z]+\.[\w-]+$/);

const flight = text(6, /^\d{6}$/);
const sensor = text(8, /^SL\d{6}$/);

/** The choices about a sensor log of a flight. */
const logSchema = z.object({
  /** The six digits of the flight ID. */
  flight,
  sensor,
  project: kept(8, /^PRJ\d{5}$/),
  /** The template in place of the project's. */
  template: kept(100),
  eo: z.literal(true).optional().catch(undefined),
  /** The codes of the chosen files (`codeOf`). */
  gps: code,
  range: code,
  /** The typed times. */
  start: kept(TIME_LENGTH),
  end: kept(TIME_LENGTH),
  /** The open sections, which are used. */
  open: z.enum(["gps", "lms", "both"]).optional().catch(undefined),
});
const flightSchema = z.object({ flight });

/** The form of custom processing in the address, so that reload and Back restore it. */
export type CustomAddress = {
  readonly [Name in keyof z.infer<typeof logSchema>]?: z.infer<typeof logSchema>[Name] | undefined;
};

/** Reads an address, and drops malformed parameters and those that depend on them. */
export const readCustomAddress = (search: Readonly<Record<string, unknown>>): CustomAddress =>
  logSchema.safeParse(search).data ?? flightSchema.safeParse(search).data ?? {};

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
