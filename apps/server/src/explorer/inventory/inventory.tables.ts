import type { ColumnType, Generated, GeneratedAlways } from "kysely";

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    /** An object of the store as the store last reported it. */
    stored_objects: {
      bucket: string;
      key: string;
      /** Bytes. */
      size: number;
      modified: Date;
      storage_class: string | null;
      /** Of a cold class: whether it can be read; null of one that can at any time. */
      cold: Generated<"cold" | "restoring" | "restored" | null>;
      /** Until when a restored one can be read. */
      restored_until: Generated<Date | null>;
      /** When the store last reported the object so. */
      recorded: Generated<Date>;
      /** The last part of the key, in lower case. */
      name: GeneratedAlways<string>;
    };
    /** A folder with all that lies below it; kept by triggers on the objects. */
    stored_folders: {
      bucket: string;
      /** With a trailing `/`; empty for the bucket itself. */
      prefix: string;
      objects: ColumnType<number, never, never>;
      /** Those that lie directly in it. */
      own_objects: ColumnType<number, never, never>;
      bytes: ColumnType<number, never, never>;
      parent: GeneratedAlways<string>;
      name: GeneratedAlways<string>;
    };
    inventory_scans: {
      bucket: string;
      /** When the last scan that came to its end had begun. */
      completed: Date | null;
      /** Of a scan under way: its begin, where it goes on, and the last key it saw. */
      begun: Date | null;
      token: string | null;
      after: string | null;
    };
  }
}
