import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    /** Projects of whose flights nothing is removed, until the hold is lifted. */
    project_holds: {
      id: GeneratedAlways<number>;
      project_id: string;
      reason: string;
      subject: string;
      user_name: string;
      since: Generated<Date>;
      lifted: Date | null;
      lifted_by: string | null;
      lift_reason: string | null;
    };
    /** Signed proofs of what was removed. */
    certificates: {
      id: GeneratedAlways<number>;
      kind: "person" | "flight" | "project";
      about: string;
      made: Generated<Date>;
      made_by: string;
      document: string;
      signed: Generated<boolean>;
      /** The key of its object in the bucket of support requests, and when it was stored there. */
      object: string | null;
      stored: Date | null;
    };
    /** Orders to delete the data of flights. */
    deletions: {
      id: GeneratedAlways<number>;
      kind: "flight" | "project";
      about: string;
      reason: string;
      subject: string;
      user_name: string;
      ordered: Generated<Date>;
      ended: Date | null;
      certificate: number | null;
    };
    /** The flights of an order, and what stays of those whose data went. */
    deletion_flights: {
      deletion: number;
      flight_id: string;
      taken: Date | null;
      not_deleted: string | null;
      uploads: Generated<number>;
      processings: Generated<number>;
    };
    deletion_places: {
      deletion: number;
      bucket: string;
      prefix: string;
      /** Why the store did not list the versions of this place. */
      versions_refused: string | null;
    };
    deletion_objects: {
      deletion: number;
      bucket: string;
      key: string;
      size: number;
      version: string;
      checksums: JSONColumnType<Record<string, string>>;
      removed: Date | null;
    };
    /** Versions that a bucket kept of what was removed. */
    deletion_versions: {
      deletion: number;
      bucket: string;
      key: string;
      version_id: string;
      /** Null of a delete marker. */
      size: number | null;
      removed: Date | null;
      /** Why the store kept it. */
      refused: string | null;
    };
    /** Since when projects are closed; kept by a trigger. */
    project_closings: { project_id: string; since: Generated<Date> };
    /** Years of projects that are kept for others than the setting says; null: for good. */
    project_retention: {
      project_id: string;
      years: number | null;
      set_by: string;
      since: Generated<Date>;
    };
    /** A view: flights of a project that is on hold. */
    held_flights: { flight_id: string };
  }
}
