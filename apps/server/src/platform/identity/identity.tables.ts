import type { Generated } from "kysely";

/** Tables that only sign-in knows; `migrations/baseline/sessions.sql` makes them. */
declare module "../postgres/schema.ts" {
  interface Database {
    sessions: {
      /** SHA-256 of the cookie's value, in hex. */
      id: string;
      /** What calls name it by. */
      handle: Generated<string>;
      subject: string;
      name: string;
      /** The tokens as JSON, sealed. */
      tokens: Buffer;
      created: Date;
      expires: Date;
      /** Of the latest renewal. */
      last_used: Date;
      device: string;
      address: string;
      /** When the person proved who they are to the provider, where it said so. */
      authenticated: Date | null;
    };
    /** Access tokens by their session, until they expire. */
    session_tokens: {
      /** SHA-256 of an access token, in hex. */
      digest: string;
      session: string;
      expires: Date;
    };
    /** When each person signed in here first; `migrations/0005-first-sign-ins.ts` makes it. */
    first_sign_ins: {
      subject: string;
      at: Generated<Date>;
    };
    denied_tokens: {
      /** SHA-256 of an access token, in hex. */
      digest: string;
      expires: Date;
    };
    provider_records: {
      model: string;
      id: string;
      payload: unknown;
      grant_id: string | null;
      uid: string | null;
      expires: Date | null;
    };
  }
}
