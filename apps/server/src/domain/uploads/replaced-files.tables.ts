import type { Generated } from "kysely";
import type { SealedFile } from "@swath/contract/uploads";

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    /** Each time that files of an upload's data were replaced: by an update, or by what was brought back. */
    replacements: {
      id: Generated<number>;
      upload_id: string;
      /** Of the plan whose rebuild replaced them; null where files were brought back. */
      landing: string | null;
      begun: Generated<Date>;
      /** When files were brought back; null before, and of an update. */
      ended: Date | null;
      user_name: string | null;
      /** Why files of another's data were brought back. */
      reason: string | null;
      /** What could not be brought back. */
      fault: string | null;
    };
    /** What a replacement put aside, kept below the landing bucket. */
    replaced_files: {
      replacement: number;
      path: string;
      bytes: number;
      sealed: SealedFile;
      /** The kept object's. */
      version: string;
      /** The replacement that is bringing it back. */
      brought_back_by: Generated<number | null>;
      /** Whether it stands in its place again. */
      stands: Generated<boolean>;
      /** Whether it is being removed. */
      expired: Generated<boolean>;
    };
  }
}
