import ExploreOffOutlined from "@mui/icons-material/ExploreOffOutlined";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { TextLink } from "../../ui/links.tsx";

/** For an address that leads nowhere. */
export function NotFoundPage() {
  usePageTitle("Not found");
  return (
    <Notice level={1} Icon={ExploreOffOutlined} title="There is no page at this address">
      Check the address, or go to the <TextLink to="/">start page</TextLink>.
    </Notice>
  );
}
