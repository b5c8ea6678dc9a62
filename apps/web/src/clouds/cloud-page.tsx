import BlurOffOutlined from "@mui/icons-material/BlurOffOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { JobClouds } from "@swath/contract/clouds";
import { endpoints } from "@swath/contract/endpoints";
import { nameOf } from "@swath/contract/explorer";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { callQuery } from "../data/queries.ts";
import { useApi } from "../platform/api/api.ts";
import { usePageTitle } from "../platform/config/config.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { LoadedPart } from "../ui/feedback/loaded.tsx";
import { LoadFailure, Notice } from "../ui/feedback/notice.tsx";
import { Waiting } from "../ui/feedback/waiting.tsx";
import { SelectField } from "../ui/form/select-field.tsx";
import { PAGE_HEAD } from "../ui/page/page-layout.ts";
import { plural } from "../ui/text/format.ts";
import { useAttemptClouds } from "./attempt-layers.ts";
import type { AddressChange, CloudAddress, PublishedCloud } from "./cloud-address.ts";
import { Viewer } from "./page/viewer.tsx";
import { type CloudFiles, filesOf, useCloud } from "./use-cloud.ts";
import { PrepareCloud } from "./prepare/prepare-cloud.tsx";
import { NoOctree } from "./read/open-file.ts";

interface CloudPageProps {
  readonly address: CloudAddress;
  readonly onAddress: (change: AddressChange) => void;
}

const TITLE = "Point cloud";

/** The published clouds of a job, or one file, to be looked at. */
export function CloudPage({ address, onAddress }: CloudPageProps) {
  usePageTitle(TITLE);
  const { processing, bucket, file } = address;
  if (processing !== undefined)
    return <ProcessingClouds processingId={processing} address={address} onAddress={onAddress} />;
  if (bucket === undefined || file === undefined)
    return (
      <Frame>
        <Notice Icon={BlurOffOutlined} title="No cloud is named">
          Open one from a processing, from the page of a flight or from the data explorer.
        </Notice>
      </Frame>
    );
  return (
    <FileCloud
      key={`${bucket}/${file}`}
      bucket={bucket}
      file={file}
      address={address}
      onAddress={onAddress}
    />
  );
}

function Frame({ children, head }: { readonly children: ReactNode; readonly head?: ReactNode }) {
  return (
    <Box
      sx={{
        display: "flex",
        flexDirection: "column",
        flex: 1,
        gap: 1,
        p: { xs: 1, sm: 1.5 },
        minHeight: 0,
      }}
    >
      <Box sx={{ ...PAGE_HEAD, flexWrap: "wrap" }}>
        <Typography variant="h1">Point cloud</Typography>
        {head}
      </Box>
      {children}
    </Box>
  );
}

function FileCloud({
  bucket,
  file,
  ...props
}: CloudPageProps & { readonly bucket: string; readonly file: string }) {
  const name = nameOf(file);
  const files = useMemo(() => ({ bucket, keys: [file], names: [name] }), [bucket, file, name]);
  const copy = useMemo(() => ({ ...files, prepared: true }), [files]);
  return (
    <Frame head={<Box sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>{name}</Box>}>
      <OpenedCloud
        files={files}
        {...props}
        withoutOctree={
          <PrepareCloud bucket={bucket} file={file}>
            <OpenedCloud files={copy} {...props} />
          </PrepareCloud>
        }
      />
    </Frame>
  );
}

function ProcessingClouds({
  processingId,
  ...props
}: CloudPageProps & { readonly processingId: string }) {
  const query = useQuery(
    callQuery(useApi(), queryKeys.clouds(processingId), endpoints.listClouds, {
      params: { processingId },
    }),
  );
  const { data, error, refetch } = query;
  if (data === undefined || data.length === 0)
    return (
      <Frame>
        <LoadedPart
          query={{ data, error, refetch }}
          loading="Loading Point Clouds..."
          failed="The point clouds could not be loaded"
        >
          {() => (
            <Notice Icon={BlurOffOutlined} title="No point cloud is published">
              The stages that adjust and classify strips publish clouds; of this processing none has
              done so yet.
            </Notice>
          )}
        </LoadedPart>
      </Frame>
    );
  return <JobCloud clouds={data} {...props} />;
}

/** The last job has the points as they are delivered. */
const chosenOf = (clouds: readonly JobClouds[], job: string | undefined): JobClouds =>
  clouds.find((each) => each.job === job) ?? clouds.at(-1)!;

type JobCloudProps = CloudPageProps & { readonly clouds: readonly JobClouds[] };

function JobCloud(props: JobCloudProps) {
  const { clouds, address } = props;
  const published = chosenOf(clouds, address.job);
  const { job = published.job, attempt } = address;
  const isPublished = job === published.job && attempt === published.attempt;
  if (attempt === undefined || isPublished)
    return <ShownJob {...props} shown={published} isPublished />;
  return <EarlierJob {...props} job={job} attempt={attempt} />;
}

/** The clouds of an attempt that is kept, and not published. */
function EarlierJob({
  job,
  attempt,
  ...props
}: JobCloudProps & { readonly job: string; readonly attempt: number }) {
  const { address, onAddress } = props;
  const { processing: processingId = "" } = address;
  const { data, error, refetch } = useAttemptClouds({ processingId, job, attempt });
  if (data !== undefined) return <ShownJob {...props} shown={data} isPublished={false} />;
  return (
    <Frame>
      {error === null ? (
        <Waiting text="Loading Point Clouds..." fill />
      ) : (
        <LoadFailure
          title="The clouds of this attempt could not be loaded"
          failure={error}
          onRetry={() => void refetch()}
        >
          <Button sx={{ mt: 1 }} onClick={() => onAddress({ attempt: undefined })}>
            Show what is published
          </Button>
        </LoadFailure>
      )}
    </Frame>
  );
}

interface ShownJobProps extends JobCloudProps {
  readonly shown: JobClouds;
  readonly isPublished: boolean;
}

function ShownJob({ clouds, shown, isPublished, address, onAddress }: ShownJobProps) {
  const { job, attempt, files: all } = shown;
  const files = useMemo(() => filesOf(shown), [shown]);
  const jobs = new Set([...clouds.map((each) => each.job), job]);
  const { processing: processingId = "" } = address;
  const published = { processingId, job, attempt };
  return (
    <Frame
      head={
        <>
          <SelectField
            label="Job"
            minWidth={150}
            value={job}
            options={[...jobs].map((each) => [each, each] as const)}
            onChange={(next) => onAddress({ job: next, attempt: undefined })}
          />
          <Box sx={{ color: "text.secondary" }}>
            Attempt {attempt}, {plural(files.keys.length, "file")}
            {all.length > files.keys.length ? ` of ${all.length}: no more are open at a time` : ""}
          </Box>
          {isPublished ? null : (
            <Button size="small" onClick={() => onAddress({ attempt: undefined })}>
              Not published: show what is
            </Button>
          )}
        </>
      }
    >
      <OpenedCloud files={files} address={address} onAddress={onAddress} published={published} />
    </Frame>
  );
}

type OpenedCloudProps = CloudPageProps & {
  readonly files: CloudFiles;
  readonly published?: PublishedCloud;
  /** In place of a file without an octree. */
  readonly withoutOctree?: ReactNode;
};

function OpenedCloud({ files, withoutOctree, ...props }: OpenedCloudProps) {
  const opening = useCloud(files);
  if (opening.state === "opening") return <Waiting text="Opening the point cloud..." fill />;
  if (
    opening.state === "failed" &&
    withoutOctree !== undefined &&
    opening.error instanceof NoOctree
  )
    return withoutOctree;
  if (opening.state === "failed")
    return (
      <LoadFailure
        title="The point cloud could not be opened"
        failure={opening.error}
        onRetry={opening.retry}
      />
    );
  return <Viewer cloud={opening.cloud} {...props} />;
}
