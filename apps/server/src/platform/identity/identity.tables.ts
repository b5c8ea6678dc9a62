/** Tables that only sign-in knows; the migrations `sessions` and `denied-tokens` make them. */
declare module "../postgres/schema.ts" {
  interface Database {
    sessions: {
      /** SHA-256 of the cookie's value, in hex. */
      id: string;
      subject: string;
      /** The tokens as JSON, sealed. */
      tokens: Buffer;
      created: Date;
      expires: Date;
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
