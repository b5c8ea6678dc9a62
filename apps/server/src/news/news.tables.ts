import type { Generated, GeneratedAlways } from "kysely";
import type { NewsArea, NewsKind } from "@swath/contract/news";

declare module "../platform/postgres/schema.ts" {
  interface Database {
    follows: {
      subject: string;
      flight_id: string;
      since: Generated<Date>;
    };
    /** Events of the audit log that are not looked at yet; filled by the database. */
    news_pending: {
      event: number;
    };
    news: {
      id: GeneratedAlways<number>;
      subject: string;
      /** Of the audit log. */
      event: number;
      at: Date;
      flight_id: string;
      area: NewsArea;
      kind: NewsKind;
      /** The job's label. */
      job: string | null;
      is_read: Generated<boolean>;
    };
    news_readers: {
      subject: string;
      email: string;
      /** What the person may learn of, by the token of their last call. */
      areas: NewsArea[];
      seen: Generated<Date>;
      mail: Generated<boolean>;
      /** Identifier of the last news that was mailed. */
      mail_sent: Generated<number>;
      mailed: Date | null;
    };
    push_subscriptions: {
      endpoint: string;
      session: string;
      subject: string;
      p256dh: string;
      auth: string;
      /** Identifier of the last news that was pushed. */
      sent: number;
      failures: Generated<number>;
      retry_at: Generated<Date>;
      created: Generated<Date>;
    };
  }
}
