/** What a stranger sees first. */
const frontDoor = /\/web\/(?:features\/accounts\/login-page|layout\/signed-out)\.tsx$/;

/** What stands around the pages outside as well as around the signed-in ones, and how both speak with the server. */
const common =
  /contract:accounts$|\/web\/(?:calls\/(?:client|use-attempt)\.ts|ui\/feedback\/(?:toast|notice)\.tsx|layout\/(?:colour-scheme-switch|footer|language-switch|route-progress)\.tsx)$/;

/** What forms are made of, that for signing in as well. */
const forms = /\/@mantine\/form\/|\/web\/ui\/form\/(?:form-shell|password-field)\.tsx$/;

/** Signing up asks the server a question before there is a frame. */
const queries = /\/@tanstack\/(?:react-)?query(?:-core)?\//;

/** The table of the signed-in pages: it leads to the page of an address, whose code then comes with the frame's. */
const table = /\/web\/pages\.ts$/;

/** What stands around signed-in pages, and what nearly each of them is made of. */
const frame =
  /\/web\/(?:layout\/(?:shell|signed-in-providers)|ui\/(?:panel|feedback\/states|stat-cards))\.tsx$|\/@mantine\/core\/esm\/components\/(?:Skeleton|Tabs|Title)\//;

/** What comes on demand: menus, popovers and tooltips with their geometry; dialogs; and the table of all lists. */
const floating = /@mantine\/core\/esm\/components\/(?:Menu|Popover|Tooltip)\//;
const dialogs = /@mantine\/core\/esm\/components\/(?:Modal|ModalBase|Drawer)\//;
const lists = /\/web\/ui\/table\/data-table\.tsx$/;

/**
 * What many pages share lies in few files, each with all it stands on: a hundred small ones pack badly and wait for each
 * other. Everything else is divided as its imports are, by page. The libraries under every page change least often and
 * are apart. The later in this list, the later a visitor needs it.
 */
export const chunkGroups = [
  {
    name: 'libraries',
    tags: ['$initial' as const],
    test: /node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/][\w-]+)[\\/]/,
    priority: 11,
  },
  { name: 'start', tags: ['$initial' as const], priority: 10 },
  { name: 'common', test: common, priority: 9 },
  { name: 'queries', test: queries, priority: 8 },
  { name: 'forms', test: forms, priority: 7 },
  { name: 'front-door', test: frontDoor, priority: 6 },
  { name: 'pages', test: table, priority: 5 },
  { name: 'frame', test: frame, priority: 4 },
  { name: 'floating', test: floating, priority: 3 },
  { name: 'dialogs', test: dialogs, priority: 2 },
  { name: 'lists', test: lists, priority: 1 },
];
