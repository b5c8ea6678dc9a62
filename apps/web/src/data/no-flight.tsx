import ExploreOffOutlined from "@mui/icons-material/ExploreOffOutlined";
import type { ReactNode } from "react";
import { Notice } from "../ui/feedback/notice.tsx";
import { TextLink } from "../ui/links.tsx";

/** In place of a page on a flight that is not known; `children` say why that may be. */
export function NoFlight({ flightId, children }: { flightId: string; children?: ReactNode }) {
  return (
    <Notice level={1} Icon={ExploreOffOutlined} title={`There is no flight ${flightId}`}>
      {children}Go to the <TextLink to="/post">list of flights</TextLink>.
    </Notice>
  );
}
