import type { Queues } from "../platform/queues/queues.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { gatherNews, trimNews } from "./gather-news.ts";
import { type MailAccount, openMail } from "./mail/mail-account.ts";
import { sendDigests } from "./mail/send-digests.ts";
import { sweepReaders } from "./news-readers.ts";
import type { PushAccount } from "./push/push-account.ts";
import { createPushClient } from "./push/push-client.ts";
import { sendPushes } from "./push/send-pushes.ts";

const GATHER_SECONDS = 5;
const PUSH_SECONDS = 10;
const MAIL_SECONDS = 60;
const TRIM_SECONDS = 600;

interface NewsWork {
  readonly db: Db;
  readonly queues: Queues;
  readonly publicUrl: URL;
  readonly product: string;
  readonly mail: MailAccount | undefined;
  readonly push: PushAccount | undefined;
  readonly onProblem: (problem: unknown, way: Way) => void;
  /** Told of each mail or push that was sent, or was not taken. */
  readonly onSent?: (way: Way, outcome: "done" | "failed") => void;
}

type Way = "mail" | "push";

/** The same way of sending, which tells what came of it. */
const told =
  <Words extends unknown[], Answer>(
    send: (...words: Words) => Promise<Answer>,
    onEnd: (outcome: "done" | "failed") => void,
  ) =>
  async (...words: Words): Promise<Answer> => {
    try {
      const answer = await send(...words);
      onEnd("done");
      return answer;
    } catch (error) {
      onEnd("failed");
      throw error;
    }
  };

/** Runs the background work of news on this process; what a way is slow in holds up itself alone. */
export async function workNews(work: NewsWork): Promise<void> {
  const { db, queues, mail, push, onProblem, onSent, ...page } = work;
  await queues.every("news", GATHER_SECONDS, () => gatherNews(db));
  await queues.every("news-retention", TRIM_SECONDS, async () => {
    await trimNews(db);
    await sweepReaders(db);
  });
  if (mail !== undefined) {
    const deps = {
      db,
      ...page,
      minutes: mail.minutes,
      send: told(openMail(mail), (outcome) => onSent?.("mail", outcome)),
      onProblem: (error: unknown) => onProblem(error, "mail"),
    };
    await queues.every("news-mail", MAIL_SECONDS, () => sendDigests(deps));
  }
  if (push !== undefined) {
    const send = told(await createPushClient(push), (outcome) => onSent?.("push", outcome));
    const deps = { db, send, onProblem: (problem: string) => onProblem(problem, "push") };
    await queues.every("news-push", PUSH_SECONDS, () => sendPushes(deps));
  }
}
