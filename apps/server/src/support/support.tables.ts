import type { Generated, GeneratedAlways } from "kysely";

declare module "../platform/postgres/schema.ts" {
  interface Database {
    support_issues: {
      number: GeneratedAlways<number>;
      created: Generated<Date>;
      subject: string;
      user_name: string;
      email: string;
      summary: string;
      description: string;
      /** 4 low, 3 medium, 2 high. */
      priority: number;
      /** As the browser reported it; never fetched. */
      url: string;
      file_name: string | null;
      file_bytes: number | null;
      /** In the support bucket. */
      file_key: string | null;
      jira_key: string | null;
      /** Why Jira did not take it. */
      jira_problem: string | null;
    };
  }
}
