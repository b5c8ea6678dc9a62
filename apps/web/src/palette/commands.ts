import type { Found, FoundKind } from "@swath/contract/find";
import { may, type Permission, type Role } from "@swath/contract/identity";

/** What the palette offers: a place to go to, or something to do. */
export interface Command {
  readonly key: string;
  readonly group: string;
  readonly title: string;
  /** Beside the title, in small letters. */
  readonly detail: string;
  /** The address of a place. */
  readonly href?: string;
  readonly act?: () => void;
}

interface Page {
  readonly title: string;
  readonly href: string;
  readonly permission: Permission;
  /** Other words that people look for it by. */
  readonly also: string;
}

const PAGES: readonly Page[] = [
  { title: "What needs me", href: "/overview", permission: "readFlights", also: "overview start" },
  { title: "Flights", href: "/post", permission: "readFlights", also: "upload dashboard list" },
  { title: "Range extraction", href: "/post/extract", permission: "readFlights", also: "map plan" },
  { title: "Processing dashboard", href: "/ip", permission: "readProcessings", also: "jobs" },
  {
    title: "Terrain Mapper dashboard",
    href: "/iptm",
    permission: "readTerrainMapper",
    also: "processing jobs",
  },
  {
    title: "Failures",
    href: "/ip/failures",
    permission: "changeProcessings",
    also: "failed jobs errors",
  },
  {
    title: "LiDAR parameters",
    href: "/ip/params",
    permission: "readCalibrations",
    also: "calibration boresight lever arm",
  },
  {
    title: "Imagery parameters",
    href: "/ip/imagery-params",
    permission: "readCalibrations",
    also: "calibration camera",
  },
  {
    title: "New LiDAR parameter",
    href: "/ip/params/new",
    permission: "writeCalibrations",
    also: "add calibration",
  },
  {
    title: "Custom processing",
    href: "/ip/custom_processing/sensor",
    permission: "changeProcessings",
    also: "submit",
  },
  {
    title: "Delivery instructions",
    href: "/ip/instructions",
    permission: "readInstructions",
    also: "customer products",
  },
  {
    title: "Data explorer",
    href: "/explorer",
    permission: "exploreObjects",
    also: "buckets files download management",
  },
  {
    title: "Flights that you follow",
    href: "/following",
    permission: "followFlights",
    also: "news",
  },
  { title: "Sessions", href: "/sessions", permission: "signedIn", also: "devices sign out" },
  {
    title: "Administration",
    href: "/administration",
    permission: "changeSettings",
    also: "settings",
  },
];

/** A command that stands in the palette before anything is typed. */
export interface FixedCommand extends Command {
  /** Other words that people look for it by. */
  readonly also: string;
}

/** The pages that someone of these roles may open. */
export const pageCommands = (roles: readonly Role[]): FixedCommand[] =>
  PAGES.filter(({ permission }) => may(roles, permission)).map(({ title, href, also }) => ({
    key: href,
    group: "Pages",
    title,
    detail: "",
    href,
    also,
  }));

const GROUP: Readonly<Record<FoundKind, string>> = {
  flight: "Flights",
  upload: "Uploads",
  processing: "Processings",
  project: "Projects",
  sensor: "Sensors",
  aircraft: "Aircraft",
};

const filtered = (page: string, field: string, value: string): string =>
  `${page}?${new URLSearchParams({ [field]: `$any ${value}` })}`;

const ADDRESS: Readonly<Record<FoundKind, (found: Found) => string>> = {
  flight: ({ id }) => `/post/${id}`,
  upload: ({ id, flightId }) => `/post/${flightId}/uploads/${id}`,
  processing: ({ area, flightId }) => filtered(`/${area}`, "FlightID", flightId ?? ""),
  project: ({ id }) => filtered("/post", "ProjectID", id),
  sensor: ({ id }) => filtered("/post", "Sensor", id),
  aircraft: ({ id }) => filtered("/post", "Aircraft", id),
};

/** What the server found, as places to go to. */
export const foundCommand = (found: Found): Command => ({
  key: `${found.kind} ${found.id}`,
  group: GROUP[found.kind],
  title: found.title,
  detail: found.detail,
  href: ADDRESS[found.kind](found),
});

/** Whether every word that is typed begins a word of a command. */
export function matches(command: FixedCommand, typed: string): boolean {
  const words = `${command.title} ${command.also}`.toLowerCase().split(" ");
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}
