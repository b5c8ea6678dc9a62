import TuneOutlined from "@mui/icons-material/TuneOutlined";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { LoadFailure, Notice, Waiting } from "../../ui/feedback/notice.tsx";
import { type ParameterKind, parameterQuery, type RecordOf } from "./parameter-queries.ts";

interface WithRecordProps<K extends ParameterKind> {
  readonly kind: K;
  readonly calibrationId: string;
  readonly children: (record: RecordOf[K]) => ReactNode;
}

/** Draws with a record of parameters once it is there. */
export function WithRecord<K extends ParameterKind>(props: WithRecordProps<K>) {
  const { kind, calibrationId, children } = props;
  const { data, error, refetch } = useQuery(parameterQuery(useApi(), kind, calibrationId));
  if (data !== undefined) return children(data);
  if (error === null) return <Waiting text="Loading Parameters..." fill />;
  if (error instanceof ApiError && error.status === 404)
    return (
      <Notice level={1} Icon={TuneOutlined} title="There are no parameters of this identifier" />
    );
  return (
    <LoadFailure
      level={1}
      title="Parameters could not be loaded"
      failure={error}
      onRetry={() => void refetch()}
    />
  );
}
