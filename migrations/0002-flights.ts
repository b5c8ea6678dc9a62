import { sql, type Kysely } from "kysely";

async function createCatalogue(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("aircraft")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("type", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("sensor_equipment")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("laser_serial_no", "text")
    .addColumn("pos_serial_no", "text")
    .execute();
  await db.schema
    .createTable("projects")
    .addColumn("project_id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("manager", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("processing_template", "text")
    .addColumn("client", "text")
    .execute();
}

async function createFlights(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("flights")
    .addColumn("flight_id", "text", (column) => column.primaryKey())
    // Latest first.
    .addColumn("dates", sql`timestamptz[]`, (column) => column.notNull())
    // -infinity without a date, so that every flight has its place in the order.
    .addColumn("latest_date", "timestamptz", (column) => column.notNull())
    .addColumn("date_span", sql`tstzrange`, (column) => column.notNull())
    .addColumn("wheels_up", "timestamptz")
    .addColumn("wheels_down", "timestamptz")
    .addColumn("aircraft", "text", (column) => column.notNull().references("aircraft.name"))
    .addColumn("departure_timezone", "text", (column) => column.notNull())
    .addColumn("document_major_version", "float8", (column) => column.notNull())
    .addColumn("types", sql`text[]`, (column) => column.notNull())
    .addColumn("archive_s3_path_lidar", "text")
    .addColumn("archive_s3_path_imagery", "text")
    // `Field=value` of everything a flight is filtered by, kept by refresh_flight_facets.
    .addColumn("facets", sql`text[]`, (column) => column.notNull().defaultTo(sql`'{}'`))
    .execute();
  await db.schema
    .createTable("flight_sensors")
    .addColumn("flight_id", "text", (column) =>
      column.notNull().references("flights.flight_id").onDelete("cascade"),
    )
    .addColumn("position", "int2", (column) => column.notNull())
    .addColumn("sensor", "text")
    .addColumn("secondary_sensor", "text")
    .addColumn("sensor_id", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("flight_type", "text", (column) => column.notNull())
    .addColumn("project_id", "text", (column) => column.references("projects.project_id"))
    .addColumn("survey_start", "timestamptz")
    .addColumn("survey_end", "timestamptz")
    .addColumn("dispatch_lidar", "text", (column) => column.notNull())
    .addColumn("dispatch_imagery", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("flight_sensors_key", ["flight_id", "position"])
    .execute();
}

async function indexFlights(db: Kysely<unknown>): Promise<void> {
  // One index walks a page in either direction; the identifier makes the order total.
  await db.schema
    .createIndex("flights_by_date")
    .on("flights")
    .columns(["latest_date", "flight_id"])
    .execute();
  await db.schema
    .createIndex("flights_by_aircraft")
    .on("flights")
    .columns(["aircraft", "flight_id"])
    .execute();
  await sql`CREATE INDEX flights_by_span ON flights USING gist (date_span)`.execute(db);
  // Without a pending list no search pays for what was written last.
  await sql`CREATE INDEX flights_by_facet ON flights USING gin (facets) WITH (fastupdate = off)`.execute(
    db,
  );
  // The planner's list of common facets decides between this index and a walk by date.
  await sql`ALTER TABLE flights ALTER COLUMN facets SET STATISTICS 500`.execute(db);
  await db.schema
    .createIndex("flight_sensors_by_project")
    .on("flight_sensors")
    .column("project_id")
    .execute();
}

/** The catalogue of the flight log: aircraft, sensors, projects, flights. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCatalogue(db);
  await createFlights(db);
  await indexFlights(db);
}
