/** `GPKG`, and the version of the standard that is written. */
const APPLICATION_ID = 0x47_50_4b_47;
const VERSION = 10_300;
/** A fixed time: the same features are the same bytes. */
const LAST_CHANGE = "2000-01-01T00:00:00.000Z";
/** Identifier of a system without a code: an undefined plane (1.1.2.1.2). */
const UNDEFINED_PLANE = -1;

/** Tables as the standard's annex C spells them. */
const TABLES = `
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY,
  organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL,
  description TEXT);
CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL,
  identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL,
  geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
  CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
INSERT INTO gpkg_spatial_ref_sys VALUES
  ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined plane'),
  ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined degrees'),
  ('WGS 84 geodetic', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]', 'WGS 84');
`;

export type Bounds = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** A geometry in well-known binary, and its bounds. */
export interface PackagedGeometry {
  readonly wkb: Uint8Array;
  readonly bounds: Bounds;
}

/** A feature with a value for each column of its table. */
export interface PackagedFeature {
  /** Null of one whose place is not known. */
  readonly geometry: PackagedGeometry | null;
  readonly values: readonly (number | string | null)[];
}

/** A table of features. Names are of the code, never of a file. */
export interface FeatureTable {
  readonly table: string;
  readonly geometry: "POINT" | "LINESTRING" | "MULTIPOLYGON";
  /** Types by name. */
  readonly columns: Readonly<Record<string, "DOUBLE" | "DOUBLE NOT NULL" | "TEXT">>;
}

/** A coordinate system by its EPSG code, with its definition in well-known text. */
export interface PackagedSystem {
  readonly epsg: number | null;
  readonly geographic: boolean;
  readonly wkt?: string | undefined;
}

/** What is asked of an empty SQLite database in memory: its locks do not hold on every shared folder. */
export interface SqliteDatabase {
  exec(statements: string): void;
  prepare(statement: string): { run(...values: (number | string | Uint8Array | null)[]): unknown };
  serialize(): Uint8Array;
}

/** A GeoPackage (OGC 12-128r17) of one table, in a coordinate system whose code GIS software reads. */
export function geopackage(
  database: SqliteDatabase,
  { table, geometry, columns }: FeatureTable,
  features: readonly PackagedFeature[],
  crs: PackagedSystem,
): Uint8Array {
  const names = Object.keys(columns);
  database.exec("BEGIN");
  database.exec(TABLES);
  database.exec(`CREATE TABLE ${table} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    geom ${geometry}, ${names.map((name) => `${name} ${columns[name]}`).join(", ")})`);
  const system = writeSystem(database, crs);
  const insert = database.prepare(
    `INSERT INTO ${table} (geom, ${names.join(", ")}) VALUES (?${", ?".repeat(names.length)})`,
  );
  let all: Bounds | undefined;
  for (const { geometry: of, values } of features) {
    if (of !== null) all = all === undefined ? of.bounds : joined(all, of.bounds);
    insert.run(of === null ? null : withHeader(of, system), ...values);
  }
  database
    .prepare("INSERT INTO gpkg_contents VALUES (?,'features',?,'',?,?,?,?,?,?)")
    .run(table, table, LAST_CHANGE, ...(all ?? [null, null, null, null]), system);
  database
    .prepare("INSERT INTO gpkg_geometry_columns VALUES (?,'geom',?,?,0,0)")
    .run(table, geometry, system);
  database.exec("COMMIT");
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}`);
  return database.serialize();
}

/** Bounds of some places, x and y in turn. */
export function boundsOf(places: ArrayLike<number>): Bounds {
  let bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (let n = 0; n + 1 < places.length; n += 2)
    bounds = joined(bounds, [places[n]!, places[n + 1]!, places[n]!, places[n + 1]!]);
  return bounds;
}

const joined = (a: Bounds, b: Bounds): Bounds => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];

/** Adds the coordinate system to the built-in ones; returns its number. */
function writeSystem(database: SqliteDatabase, { epsg, geographic, wkt }: PackagedSystem): number {
  if (epsg === null) return geographic ? 0 : UNDEFINED_PLANE;
  database
    .prepare("INSERT OR IGNORE INTO gpkg_spatial_ref_sys VALUES (?, ?, 'EPSG', ?, ?, NULL)")
    .run(`EPSG:${epsg}`, epsg, epsg, wkt ?? "undefined");
  return epsg;
}

/** Flags of a header (2.1.3.1.1): little-endian, an envelope of x and y. */
const FLAGS = 0b0000_0011;
const HEADER = 8 + 4 * 8;

/** The standard's binary geometry: its header and envelope, then well-known binary. */
function withHeader({ wkb, bounds }: PackagedGeometry, system: number): Uint8Array {
  const bytes = new Uint8Array(HEADER + wkb.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x47, 0x50, 0, FLAGS]);
  view.setInt32(4, system, true);
  const [minX, minY, maxX, maxY] = bounds;
  for (const [n, value] of [minX, maxX, minY, maxY].entries())
    view.setFloat64(8 + 8 * n, value, true);
  bytes.set(wkb, HEADER);
  return bytes;
}

const WKB_POINT = 1;

/** A point in well-known binary. */
export function packagedPoint(x: number, y: number): PackagedGeometry {
  const view = new DataView(new ArrayBuffer(21));
  view.setUint8(0, 1);
  view.setUint32(1, WKB_POINT, true);
  view.setFloat64(5, x, true);
  view.setFloat64(13, y, true);
  return { wkb: new Uint8Array(view.buffer), bounds: [x, y, x, y] };
}
