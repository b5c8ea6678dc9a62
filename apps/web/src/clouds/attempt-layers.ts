import type { JobClouds, JobLayers } from "@swath/contract/clouds";
import { endpoints } from "@swath/contract/endpoints";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../data/queries.ts";
import { type Api, useApi } from "../platform/api/api.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import type { PublishedCloud } from "./cloud-address.ts";

/** Rasters, lines, areas and clouds of one attempt of a job. */
export const attemptLayers = (api: Api, { processingId, job, attempt }: PublishedCloud) =>
  callQuery(api, queryKeys.attemptLayers(processingId, job, attempt), endpoints.listAttemptLayers, {
    params: { processingId, job, attempt: String(attempt) },
  });

function cloudsIn(layers: JobLayers): JobClouds {
  const files = layers.files.filter(({ kind }) => kind === "points");
  if (files.length === 0) throw new Error(/* text */ "This attempt has no point clouds.");
  return { ...layers, files };
}

/** The clouds of one attempt of a job; an error where it has none. */
export const useAttemptClouds = (of: PublishedCloud) =>
  useQuery({ ...attemptLayers(useApi(), of), select: cloudsIn });
