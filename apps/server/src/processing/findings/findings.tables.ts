import type { FindingKind, FindingPlace } from "@swath/contract/processing";
import type { GeneratedAlways, JSONColumnType } from "kysely";

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    cloud_findings: {
      id: string;
      processing_id: string;
      job: string;
      attempt: number;
      kind: FindingKind;
      words: string;
      place: JSONColumnType<FindingPlace>;
      line: number | null;
      /** The query of the page's address. */
      view: string;
      picture: Buffer | null;
      subject: string;
      user_name: string;
      created: Date;
      /** Null while it is open. */
      closed: Date | null;
    };
    saved_profiles: {
      id: string;
      processing_id: string;
      job: string;
      attempt: number;
      name: string;
      /** The query of the page's address. */
      view: string;
      picture: Buffer | null;
      subject: string;
      user_name: string;
      created: Date;
    };
    cloud_finding_answers: {
      id: GeneratedAlways<string>;
      finding: string;
      words: string;
      closes: boolean;
      subject: string;
      user_name: string;
      created: Date;
    };
  }
}
