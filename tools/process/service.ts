import { errorBodySchema } from "@swath/contract/errors";
import { type BodyInput, pathOf, type ReplyOf, type Endpoint } from "@swath/contract/endpoint";
import { type AttemptFile, type FlightRuns, runEndpoints } from "@swath/contract/processing";

/** A server that refuses a call, in its own words. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** The calls that the command makes. */
export class Service {
  readonly #origin: string;
  readonly #token: string;

  constructor(origin: string, token: string) {
    this.#origin = origin;
    this.#token = token;
  }

  async #call(service: string, method: string, path: string, body?: unknown): Promise<unknown> {
    const reply = await fetch(`${this.#origin}/api/${service}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const value: unknown = await reply.json();
    if (reply.ok) return value;
    const error = errorBodySchema.safeParse(value);
    throw new Refused(error.success ? error.data.message : `HTTP ${reply.status}`);
  }

  async #ask<R extends Endpoint>(
    endpoint: R,
    params: Readonly<Record<string, string>>,
    body?: BodyInput<R>,
  ): Promise<ReplyOf<R>> {
    const path = pathOf(endpoint.path, params);
    return (await this.#call(endpoint.services[0], endpoint.method, path, body)) as ReplyOf<R>;
  }

  runsOf(flightId: string): Promise<FlightRuns> {
    return this.#ask(runEndpoints.readFlightRuns, { flightId });
  }

  async order(
    processingId: string,
    job: string,
    params: Readonly<Record<string, string | number>>,
  ): Promise<void> {
    await this.#ask(runEndpoints.orderJob, { processingId, job }, { params: { ...params } });
  }

  outputsOf(processingId: string, job: string, attempt: number): Promise<AttemptFile[]> {
    return this.#ask(runEndpoints.listAttemptFiles, {
      processingId,
      job,
      attempt: String(attempt),
    });
  }

  /** The JSON of an output of an attempt; the download is recorded. */
  async readOutput(
    processingId: string,
    job: string,
    attempt: number,
    path: string,
  ): Promise<unknown> {
    const params = { processingId, job, attempt: String(attempt) };
    const { url } = await this.#ask(runEndpoints.downloadAttemptFile, params, { path });
    const reply = await fetch(new URL(url, this.#origin));
    if (!reply.ok) throw new Refused(`HTTP ${reply.status}`);
    return await reply.json();
  }

  /** Uses the orchestration service (document 3, section 7). */
  async completeQA(processingId: string, job: string, reason?: string): Promise<void> {
    const body = { process_id: processingId, cluster_name: job, Reason: reason };
    await this.#call("orchestration", "PUT", "/qa", body);
  }
}
