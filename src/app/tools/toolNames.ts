/** The tools that start something. The user confirms each of their calls. */
export const ACTING_TOOLS = ['dataConnections_startSync', 'dataConnections_uploadFile'] as const;

/** The tools that language models can use. The manifest declares the same; a test compares them. */
export const TOOL_NAMES = [
  'dataConnections_listConnections',
  'dataConnections_getConnection',
  'dataConnections_listJobs',
  'dataConnections_getJob',
  'dataConnections_checkFile',
  ...ACTING_TOOLS,
] as const;

export type ToolName = (typeof TOOL_NAMES)[number];
