/** Where the pages of each kind of parameters are (document 3, section 2.1). */
export const PARAMETER_PAGES = {
  lidar: {
    list: "/ip/params",
    add: "/ip/params/new",
    compare: "/ip/params/compare",
    record: "/ip/params/$calibrationId",
    edit: "/ip/params/$calibrationId/edit",
  },
  imagery: {
    list: "/ip/imagery-params",
    add: "/ip/imagery-params/new",
    compare: "/ip/imagery-params/compare",
    record: "/ip/imagery-params/$calibrationId",
    edit: "/ip/imagery-params/$calibrationId/edit",
  },
} as const;
