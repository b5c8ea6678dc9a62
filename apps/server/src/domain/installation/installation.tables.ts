import type { Generated } from "kysely";

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    /** One row: the installation that this database belongs to. */
    installation: {
      single: Generated<true>;
      id: string;
      since: Generated<Date>;
    };
    /** Keys that the installation's servers have signed or sealed with; private halves lie in data folders. */
    installation_keys: {
      purpose: "receipts" | "sessions";
      /** Thumbprint. */
      kid: string;
      /** Of receipts: the public key, base64url. */
      x: string | null;
      /** The newest key has the greatest. */
      place: Generated<number>;
      since: Generated<Date>;
      /** From then on what it signed is refused: it became known to others. */
      revoked: Date | null;
    };
  }
}
