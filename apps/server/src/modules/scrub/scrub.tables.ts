/** What a scrub found wrong with a stored file. */
export type StoredFault = "missing" | "size" | "content";

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    /** The latest scrub of an upload's stored data. */
    scrubs: {
      upload_id: string;
      begun: Date;
      /** Null while it is under way. */
      ended: Date | null;
      /** When the manifests that it goes by were sealed. */
      sealed: string;
      /** Files that it has read. */
      position: number;
      /** Bytes that all scrubs of this upload have read. */
      bytes: number;
    };
    /** Stored files that are not what was sealed, as the latest scrub found them. */
    scrub_findings: {
      upload_id: string;
      bucket: string;
      key: string;
      fault: StoredFault;
      found: Date;
    };
  }
}
