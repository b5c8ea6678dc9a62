import LocalShippingOutlined from "@mui/icons-material/LocalShippingOutlined";
import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import type { Instruction } from "@swath/contract/instructions";
import type { ReactNode } from "react";
import { useApi } from "../platform/api/api-context.tsx";
import { ApiError } from "../platform/api/api-error.ts";
import { LoadFailure } from "../ui/feedback/load-failure.tsx";
import { Waiting } from "../ui/feedback/waiting.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { instructionQuery } from "./instruction-queries.ts";

/** Draws an instruction once it is there, or says why it is not. */
export function WithInstruction({
  instructionId,
  children,
}: {
  readonly instructionId: string;
  readonly children: (instruction: Instruction) => ReactNode;
}) {
  const query = useQuery({
    ...instructionQuery(useApi(), instructionId),
    refetchOnWindowFocus: "always",
  });
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Waiting text="Loading the instruction..." fill />;
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <LoadFailure title="There is no such instruction" Icon={LocalShippingOutlined}>
        <Box sx={{ mt: 2 }}>
          <ButtonLink to="/ip/instructions" variant="outlined">
            All instructions
          </ButtonLink>
        </Box>
      </LoadFailure>
    );
  return (
    <LoadFailure
      title="The instruction could not be loaded"
      failure={query.error}
      onRetry={() => void query.refetch()}
    />
  );
}
