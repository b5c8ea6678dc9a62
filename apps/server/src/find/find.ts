import type { Found } from "@swath/contract/find";
import { may, type Role } from "@swath/contract/identity";
import { UPLOAD_STATUS } from "@swath/contract/uploads";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

/** Most hits of each kind. */
const MOST = 6;
/** Flights that the uploads and processings are listed of. */
const MOST_FLIGHTS = 2;

/** The digits of each kind of identifier. */
const DIGITS = { FL: 6, SL: 6, PRJ: 5 } as const;
type Prefix = keyof typeof DIGITS;

/** Identifiers that a text may be the start of: all of them from `from` up to, and without, `to`. */
interface IdRange {
  readonly exact: string;
  readonly from: string;
  readonly to: string;
}

/** `FL84`, `fl 000084` and `84` name FL000084, and are the start of FL840000; undefined for other texts. */
export function idRange(text: string, prefix: Prefix): IdRange | undefined {
  const [, letters, digits] = /^(FL|SL|PRJ)?[ -]?(\d{1,6})$/i.exec(text.trim()) ?? [];
  const length = DIGITS[prefix];
  if (digits === undefined || digits.length > length) return undefined;
  if (letters !== undefined && letters.toUpperCase() !== prefix) return undefined;
  const last = digits.padEnd(length, "9");
  return {
    exact: prefix + digits.padStart(length, "0"),
    from: prefix + digits.padEnd(length, "0"),
    // `:` follows `9`.
    to: `${prefix}${last}:`,
  };
}

interface FlightHit {
  readonly flight_id: string;
  readonly aircraft: string;
  readonly day: string | null;
}

const dayOf = sql<string | null>`CASE WHEN isfinite(f.latest_date)
  THEN to_char(f.latest_date AT TIME ZONE 'UTC', 'YYYY-MM-DD') END`;

async function findFlights(db: Db, text: string): Promise<FlightHit[]> {
  const flight = idRange(text, "FL");
  const log = idRange(text, "SL");
  if (flight === undefined && log === undefined) return [];
  // An exact one comes first.
  const { rows } = await sql<FlightHit>`
    SELECT f.flight_id, f.aircraft, ${dayOf} AS day FROM (
      (SELECT flight_id, 0 AS rank FROM flights WHERE flight_id = ${flight?.exact ?? null})
      UNION (SELECT flight_id, 1 FROM flights
        WHERE facets @> ARRAY[${`SensorID=${log?.exact ?? ""}`}] LIMIT ${MOST})
      UNION (SELECT flight_id, 2 FROM flights
        WHERE flight_id >= ${flight?.from ?? null} AND flight_id < ${flight?.to ?? null}
        ORDER BY flight_id LIMIT ${MOST})
    ) AS hit JOIN flights f USING (flight_id)
    GROUP BY f.flight_id ORDER BY min(hit.rank), f.flight_id LIMIT ${MOST}`.execute(db);
  return rows;
}

const flightFound = ({ flight_id: id, aircraft, day }: FlightHit): Found => ({
  kind: "flight",
  id,
  title: id,
  detail: [day, aircraft].filter((part) => part !== null).join(" · "),
  flightId: null,
  area: null,
});

async function findUploads(db: Db, flights: readonly string[]): Promise<Found[]> {
  const rows = await db
    .selectFrom("uploads")
    .select(["id", "flight_id", "type", "sensor_name", "status"])
    .where("flight_id", "in", flights)
    .orderBy("flight_id")
    .orderBy("type")
    .limit(MOST)
    .execute();
  return rows.map(({ id, flight_id: flightId, type, sensor_name: sensor, status }) => ({
    kind: "upload",
    id,
    title: `${flightId} ${type} ${sensor}`,
    detail: UPLOAD_STATUS[status].label,
    flightId,
    area: null,
  }));
}

async function findProcessings(db: Db, roles: readonly Role[], text: string): Promise<Found[]> {
  const flight = idRange(text, "FL")?.exact ?? null;
  const log = idRange(text, "SL")?.exact ?? null;
  const areas = may(roles, "readTerrainMapper") ? ["ip", "iptm"] : ["ip"];
  const rows = await db
    .selectFrom("processings")
    .select(["id", "flight_id", "sensor_id", "project_id", "sensor", "area"])
    .where((any) => any.or([any("flight_id", "=", flight), any("sensor_id", "=", log)]))
    .where("area", "in", areas as ("ip" | "iptm")[])
    .orderBy("survey_date", "desc")
    .orderBy("id")
    .limit(MOST)
    .execute();
  return rows.map((row) => ({
    kind: "processing",
    id: row.id,
    title: [row.flight_id, row.sensor_id, row.project_id].filter(Boolean).join(" "),
    detail: row.sensor ?? "",
    flightId: row.flight_id,
    area: row.area,
  }));
}

const contains = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

async function findProjects(db: Db, text: string): Promise<Found[]> {
  const exact = idRange(text, "PRJ")?.exact ?? null;
  const part = contains(text);
  const rows = await db
    .selectFrom("projects")
    .select(["project_id", "name", "manager", "status"])
    .where((any) =>
      any.or([
        any("project_id", "=", exact),
        any("project_id", "ilike", part),
        any("name", "ilike", part),
        any("manager", "ilike", part),
      ]),
    )
    .orderBy(sql`project_id IS NOT DISTINCT FROM ${exact}`, "desc")
    .orderBy("project_id", "desc")
    .limit(MOST)
    .execute();
  return rows.map(({ project_id: id, name, manager, status }) => ({
    kind: "project",
    id,
    title: `${id} ${name}`,
    detail: `${manager} · ${status}`,
    flightId: null,
    area: null,
  }));
}

async function findNamed(
  db: Db,
  table: "aircraft" | "sensor_equipment",
  text: string,
): Promise<Found[]> {
  const rows = await db
    .selectFrom(table)
    .select(["name", "type"])
    .where("name", "ilike", contains(text))
    .orderBy("name")
    .limit(MOST)
    .execute();
  const kind = table === "aircraft" ? "aircraft" : "sensor";
  return rows.map(({ name, type }) => ({
    kind,
    id: name,
    title: name,
    detail: type,
    flightId: null,
    area: null,
  }));
}

/** What a text names, of what someone of these roles may see; flights and their parts before names. */
export async function find(db: Db, roles: readonly Role[], text: string): Promise<Found[]> {
  const seesFlights = may(roles, "readFlights");
  const flights = seesFlights ? await findFlights(db, text) : [];
  const few = flights.slice(0, MOST_FLIGHTS).map(({ flight_id: id }) => id);
  const parts = await Promise.all([
    few.length === 0 ? [] : findUploads(db, few),
    may(roles, "readProcessings") ? findProcessings(db, roles, text) : [],
    seesFlights ? findProjects(db, text) : [],
    seesFlights ? findNamed(db, "sensor_equipment", text) : [],
    seesFlights ? findNamed(db, "aircraft", text) : [],
  ]);
  return [...flights.map(flightFound), ...parts.flat()];
}
