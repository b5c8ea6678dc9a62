import { readFile } from "node:fs/promises";
import { z } from "zod";
import { EngineUnreachable } from "../compute/compute-engine.ts";
import {
  type JobRecord,
  jobRecordSchema,
  type NodeRecord,
  nodeRecordSchema,
} from "./job-record.ts";

export interface SlurmRestOptions {
  /** Address of slurmrestd, such as http://127.0.0.1:6820. */
  readonly url: string;
  /** Of its plugin: `v0.0.38`. */
  readonly version: string;
  readonly user: string;
  /** A file with that user's JWT, read for each call, so that a renewed one counts at once. */
  readonly tokenFile: string;
}

const TIMEOUT_MS = 20_000;

const errorsSchema = z.object({
  errors: z
    .array(z.object({ description: z.string().nullish(), error: z.string().nullish() }))
    .default([]),
});
const pingsSchema = z.object({
  pings: z.array(
    z.object({
      ping: z.string().nullish(),
      pinged: z.string().nullish(),
      responding: z.boolean().optional(),
    }),
  ),
});

type Ping = z.output<typeof pingsSchema>["pings"][number];

const isUp = ({ ping, pinged, responding }: Ping): boolean =>
  responding === true || ping === "UP" || pinged === "UP";

/** The calls of slurmrestd that we make; each rejects with {@link EngineUnreachable} where it fails. */
export class SlurmRest {
  readonly #options: SlurmRestOptions;

  constructor(options: SlurmRestOptions) {
    this.#options = options;
  }

  /** Resolves where a controller answers: without one, other calls report jobs as unknown. */
  async ping(): Promise<void> {
    const { pings } = await this.#call("GET", "ping", pingsSchema);
    if (!pings.some(isUp)) throw new EngineUnreachable("no Slurm controller answers");
  }

  /** All jobs that the controller remembers. */
  async jobs(): Promise<readonly JobRecord[]> {
    return (await this.#call("GET", "jobs", z.object({ jobs: z.array(jobRecordSchema) }))).jobs;
  }

  async nodes(): Promise<readonly NodeRecord[]> {
    return (await this.#call("GET", "nodes", z.object({ nodes: z.array(nodeRecordSchema) }))).nodes;
  }

  /** Answers the number of the job, or of its array. */
  async submit(body: object): Promise<number> {
    const reply = z.object({ job_id: z.int().positive() });
    return (await this.#call("POST", "job/submit", reply, body)).job_id;
  }

  async cancel(job: number): Promise<void> {
    await this.#call("DELETE", `job/${job}`, z.unknown());
  }

  async #call<T>(method: string, path: string, schema: z.ZodType<T>, body?: object): Promise<T> {
    try {
      const { url, version, user, tokenFile } = this.#options;
      const token = (await readFile(tokenFile, "utf8")).trim();
      const reply = await fetch(new URL(`/slurm/${version}/${path}`, url), {
        method,
        headers: {
          "X-SLURM-USER-NAME": user,
          "X-SLURM-USER-TOKEN": token,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return read(await reply.text(), reply.status, schema);
    } catch (error) {
      if (error instanceof EngineUnreachable) throw error;
      throw new EngineUnreachable(`slurmrestd does not answer ${method} ${path}`, { cause: error });
    }
  }
}

/** Errors come with any status, also with 200. */
function read<T>(text: string, status: number, schema: z.ZodType<T>): T {
  if (status === 401 || status === 403) throw new EngineUnreachable("Slurm refuses our token");
  const json: unknown = JSON.parse(text);
  const [error] = errorsSchema.parse(json).errors;
  if (error !== undefined)
    throw new EngineUnreachable(
      `Slurm refuses: ${error.description ?? error.error ?? "no reason"}`,
    );
  if (status >= 400) throw new EngineUnreachable(`slurmrestd answers with status ${status}`);
  return schema.parse(json);
}
