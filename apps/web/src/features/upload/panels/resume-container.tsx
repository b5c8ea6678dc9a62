import { useQuery } from "@tanstack/react-query";
import { routes } from "@swath/contract/routes";
import { uploadService, type UploadType } from "@swath/contract/uploads";
import { useApi } from "../../../platform/api/api-context.tsx";
import { TEXT } from "../texts.ts";
import { Notice } from "./notice.tsx";
import { ResumePanel } from "./resume-panel.tsx";

interface Props {
  readonly flightId: string;
  readonly uploadId: string;
  readonly uploadType: UploadType;
  readonly isUpdate: boolean;
  readonly stalled: boolean;
  readonly owner: string | undefined;
  readonly reason: string | null;
}

/** The resume panel with what the server knows of the upload's progress. */
export function ResumeContainer({ flightId, uploadId, uploadType, isUpdate, ...shown }: Props) {
  const api = useApi();
  const { data, isError } = useQuery({
    queryKey: ["upload-progress", flightId, uploadId, isUpdate],
    queryFn: ({ signal }) =>
      api.call(routes.readProgress, {
        params: { flightId, uploadId },
        query: { isUpdate: `${isUpdate}` },
        service: uploadService(uploadType),
        signal,
      }),
    gcTime: 0,
  });
  if (isError && data === undefined)
    return <Notice severity="error">{TEXT.metadataFetchFailed}</Notice>;
  return <ResumePanel progress={data} {...shown} />;
}
